import { ChevronDown, ChevronUp, Eye, EyeOff, GripVertical, Plus, X } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import {
  incompleteSections,
  isComplete,
  KINDS,
  LINK_NAMES,
  type LinkName,
  linksOfPart,
  MAX_SECTIONS,
  ruleOf,
  type Section,
  type SectionItem,
  type SectionKind,
  type SectionWords,
  WORDS,
  type WordName,
  wordIn,
  wordsOfPart,
} from '#contract/landing-pages.ts'
import { inOneLine } from '#domain/content/same-text.ts'
import type { Picture } from '#domain/content/types/definition.ts'
import { classNames } from '#site/brand/class-names.ts'
import type { DeskTexts } from '#texts/desk/index.ts'
import { directionOf, inEachLanguage, LANGUAGES, type Language } from '#texts/languages.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { Button, Dot, Icon, IconButton } from '../../../parts/elements.tsx'
import { Field, SelectField, TextField } from '../../../parts/field.tsx'
import { Menu } from '../../../parts/menu.tsx'
import { useAnnouncements } from '../../../parts/work.tsx'
import { TextsProvider, useTexts } from '../../../texts.tsx'
import { PictureField } from '../compound-fields.tsx'
import { currentValue } from '../edits.ts'
import { NumberField } from '../field-input.tsx'
import { useOpenRecord } from '../open-record.ts'
import { TargetField } from '../target-field.tsx'
import styles from './landing.module.css'
import {
  changedSections,
  isOpening,
  mayMove,
  moved,
  newItem,
  newSection,
  outline,
  type SectionList,
  withCopy,
  withoutItem,
  withoutSection,
} from './section-list.ts'

interface LandingSectionsProps {
  /** Of the shared field, and of the field in each language. */
  names: { sections: string; words: string }
  columnTexts: Record<Language, DeskTexts>
}

/** English left, Arabic right; the list itself is the same in both. */
export default function LandingSections({ names, columnTexts }: LandingSectionsProps) {
  const { landing: texts, content, say, language: desk } = useTexts()
  const { isReadOnly } = useOpenRecord()
  const { list, change } = useSections(names)
  const announcements = useAnnouncements()
  const [openId, open] = useState(list.sections[0]?.id)
  const [dragged, setDragged] = useState<string>()
  const [isAdding, setAdding] = useState(false)
  const stateOf = useStates(names, list)
  const { sections, words } = list
  const nameOf = (section: Section) => {
    const [own, other] = [desk, ...LANGUAGES].map((language) => wordIn(words[language], section.id, 'title'))
    return [texts.kinds[section.kind], own || other].filter(Boolean).join(' · ')
  }
  const move = (from: number, to: number) => {
    if (isReadOnly || !mayMove(sections, from, to)) return
    change({ sections: moved(sections, from, to) })
    const name = nameOf(sections[from] as Section)
    announcements.say(say('content.moved', { name, place: to + 1, total: sections.length }))
  }
  const add = (kind: SectionKind) => {
    const added = newSection(kind)
    change({ sections: [...sections, added] })
    setAdding(false)
    open(added.id)
  }
  const duplicate = (section: Section) => {
    const { copy, ...changed } = withCopy(list, section.id)
    change(changed)
    open(copy)
    announcements.say(say('landing.duplicated', { name: nameOf(section) }))
  }
  const remove = (section: Section) => {
    change(withoutSection(list, section.id))
    announcements.offerUndo({ text: say('landing.removed', { name: nameOf(section) }), undo: () => change(list) })
  }
  const put = (section: Section) =>
    change({ sections: sections.map((each) => (each.id === section.id ? section : each)) })

  return (
    <div className={styles.list} dir={directionOf(desk)} data-field={`shared.${names.sections}`} tabIndex={-1}>
      <h2 className="h3">{content.fields.sections}</h2>
      {LANGUAGES.map((language) => {
        const count = incompleteSections(sections, words[language]).length
        return (
          count > 0 && (
            <p key={language} className={styles.notTranslated}>
              <Dot fill="hollow" colour="cinnabar" />
              <span>{say('landing.notTranslated', { language: content.parts[language], count })}</span>
            </p>
          )
        )
      })}
      <ol className={styles.sections}>
        {sections.map((section, index) => {
          const name = nameOf(section)
          const isOpen = section.id === openId
          const fixed = isOpening(section) || isReadOnly
          return (
            <li
              key={section.id}
              className={classNames(styles.section, isOpen && styles.open, dragged === section.id && styles.dragged)}
              onDragOver={(event) => dragged !== undefined && event.preventDefault()}
              onDrop={(event) => {
                event.preventDefault()
                setDragged(undefined)
                move(
                  sections.findIndex(({ id }) => id === dragged),
                  index,
                )
              }}
            >
              {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys work on the buttons in it */}
              <div
                className={styles.row}
                onKeyDown={(event) => {
                  onMoveKey(event, (by) => move(index, index + by))
                  if (event.key === 'h' && !fixed && !event.ctrlKey && !event.metaKey && !event.altKey)
                    put({ ...section, is_shown: !section.is_shown })
                }}
              >
                {fixed ? (
                  <span className={styles.grip} />
                ) : (
                  <button
                    type="button"
                    className={styles.grip}
                    draggable
                    aria-label={say('content.handle', { name })}
                    title={say('content.handle', { name })}
                    onDragStart={(event) => {
                      event.dataTransfer.effectAllowed = 'move'
                      setDragged(section.id)
                    }}
                    onDragEnd={() => setDragged(undefined)}
                  >
                    <Icon of={GripVertical} />
                  </button>
                )}
                <button
                  type="button"
                  className={styles.name}
                  aria-expanded={isOpen}
                  aria-label={say('landing.open', { name })}
                  onClick={() => open(isOpen ? undefined : section.id)}
                >
                  <b className={section.is_shown ? undefined : styles.hidden}>{texts.kinds[section.kind]}</b>
                  <span className="muted own" dir="auto">
                    {nameOf(section).split(' · ').slice(1).join(' · ') || texts.about[section.kind]}
                  </span>
                </button>
                <SectionState state={stateOf(section)} isHidden={!section.is_shown} />
                {!fixed && (
                  <IconButton
                    icon={section.is_shown ? Eye : EyeOff}
                    label={say(section.is_shown ? 'landing.hide' : 'landing.show', { name })}
                    aria-pressed={!section.is_shown}
                    onClick={() => put({ ...section, is_shown: !section.is_shown })}
                  />
                )}
                {!fixed && (
                  <Menu
                    label={say('landing.more', { name })}
                    items={[
                      ...(mayMove(sections, index, index - 1)
                        ? [{ label: content.moveUp, run: () => move(index, index - 1) }]
                        : []),
                      ...(mayMove(sections, index, index + 1)
                        ? [{ label: content.moveDown, run: () => move(index, index + 1) }]
                        : []),
                      ...(sections.length < MAX_SECTIONS
                        ? [{ label: texts.duplicate, run: () => duplicate(section) }]
                        : []),
                      { label: texts.remove, danger: true, run: () => remove(section) },
                    ]}
                  />
                )}
                <Icon of={isOpen ? ChevronUp : ChevronDown} />
              </div>
              {isOpen && <OpenSection {...{ section, list, change, put, names, columnTexts }} />}
            </li>
          )
        })}
      </ol>
      {!isReadOnly && (
        <div className={styles.add}>
          <Button
            icon={Plus}
            blocked={sections.length >= MAX_SECTIONS && say('landing.full', { count: MAX_SECTIONS })}
            onClick={() => setAdding(true)}
            label={texts.add}
          />
          <span className="muted small">{texts.order}</span>
        </div>
      )}
      {isAdding && <AddDialog onChoose={add} onClose={() => setAdding(false)} />}
    </div>
  )
}

type Change = (changed: Partial<SectionList>) => void

/** As typed; a page without any sections shows the outline, which its first word stores. */
function useSections(names: LandingSectionsProps['names']): { list: SectionList; change: Change } {
  const { record, edits, draft } = useOpenRecord()
  const [begun] = useState(outline)
  const fieldIn = (part: 'shared' | Language, name: string) => currentValue(edits, record.parts, part, name)
  const stored = (fieldIn('shared', names.sections) ?? []) as Section[]
  const sections = stored.length > 0 ? stored : begun
  const words = inEachLanguage((language) => (fieldIn(language, names.words) ?? {}) as SectionWords)
  const change: Change = ({ sections: changed = stored.length > 0 ? undefined : sections, words: written }) => {
    if (changed) draft.change('shared', names.sections, [...changed])
    for (const language of LANGUAGES) if (written) draft.change(language, names.words, written[language])
  }
  return { list: { sections, words }, change }
}

interface State {
  isBehind: boolean
  unfinished: Language[]
}

function useStates(names: LandingSectionsProps['names'], { sections, words }: SectionList) {
  const { parts } = useOpenRecord().record
  const behind = new Set(
    LANGUAGES.flatMap((language) =>
      parts[language].behind
        .filter(({ field }) => field === names.words)
        .flatMap(({ before, after }) => [
          ...changedSections(sections, (before ?? {}) as SectionWords, (after ?? {}) as SectionWords),
        ]),
    ),
  )
  return (section: Section): State => ({
    isBehind: behind.has(section.id),
    unfinished: LANGUAGES.filter((language) => !isComplete(section, words[language])),
  })
}

interface SectionStateProps {
  state: State
  isHidden: boolean
}

function SectionState({ state: { isBehind, unfinished }, isHidden }: SectionStateProps) {
  const { landing: texts, content, say, formats } = useTexts()
  if (isHidden) return <span className={classNames('small', styles.state)}>{texts.hidden}</span>
  if (unfinished.length > 0) {
    const languages = formats.list(unfinished.map((language) => content.parts[language]))
    return (
      <span className={classNames('small', styles.state)}>
        <Dot fill="hollow" colour="cinnabar" /> {say('landing.states.unfinished', { languages })}
      </span>
    )
  }
  return (
    <span className={classNames('small', styles.state)}>
      <Dot fill={isBehind ? 'grain' : 'solid'} colour={isBehind ? 'cinnabar' : 'ink'} />{' '}
      {isBehind ? texts.states.behind : texts.states.ready}
    </span>
  )
}

function onMoveKey(event: KeyboardEvent, move: (by: 1 | -1) => void) {
  if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
  event.preventDefault()
  move(event.key === 'ArrowUp' ? -1 : 1)
}

interface OpenSectionProps extends LandingSectionsProps {
  section: Section
  list: SectionList
  change: Change
  put(section: Section): void
}

function OpenSection({ section, list, change, put, names, columnTexts }: OpenSectionProps) {
  const { landing: texts, say, language: desk } = useTexts()
  const { isReadOnly } = useOpenRecord()
  const { variants, items: ofItems, ...rule } = ruleOf(section.kind)
  const items = section.items ?? []
  const kind = section.kind as keyof typeof texts.items
  const putItem = (item: SectionItem) =>
    put({ ...section, items: items.map((each) => (each.id === item.id ? item : each)) })
  return (
    <div className={styles.body}>
      <Words {...{ part: rule, own: section.id, list, change, names, columnTexts }} isOpening={isOpening(section)} />
      <div className={styles.facts} dir={directionOf(desk)}>
        {variants && (
          <SelectField
            label={texts.variant}
            disabled={isReadOnly}
            value={section.variant ?? variants[0]}
            onChange={({ target }) => put({ ...section, variant: target.value })}
          >
            {variants.map((each) => (
              <option key={each} value={each}>
                {texts.variants[each as keyof typeof texts.variants]}
              </option>
            ))}
          </SelectField>
        )}
        <Targets part={rule} own={section} onChange={(links) => put({ ...section, ...links })} />
        {rule.picture && <OwnPicture own={section} onChange={(picture) => put(withPicture(section, picture))} />}
      </div>
      {ofItems && (
        <ol className={styles.items}>
          {items.map((item, index) => {
            const name = say('landing.itemNumber', { kind: texts.items[kind], number: index + 1 })
            const moveTo = (to: number) => put({ ...section, items: moved(items, index, to) })
            return (
              <li key={item.id} className={styles.item}>
                {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys work on the buttons in it */}
                <div
                  className={styles.itemHead}
                  onKeyDown={(event) =>
                    onMoveKey(event, (by) => index + by >= 0 && index + by < items.length && moveTo(index + by))
                  }
                >
                  <b>{name}</b>
                  {!isReadOnly && (
                    <span className={styles.tools}>
                      {index > 0 && (
                        <IconButton
                          icon={ChevronUp}
                          label={say('content.form.pictureUp', { name })}
                          onClick={() => moveTo(index - 1)}
                        />
                      )}
                      {index < items.length - 1 && (
                        <IconButton
                          icon={ChevronDown}
                          label={say('content.form.pictureDown', { name })}
                          onClick={() => moveTo(index + 1)}
                        />
                      )}
                      {items.length > ofItems.min && (
                        <IconButton
                          icon={X}
                          label={say('content.form.removePicture', { name })}
                          onClick={() => change(withoutItem(list, section.id, item.id))}
                        />
                      )}
                    </span>
                  )}
                </div>
                <Words {...{ part: ofItems, own: item.id, list, change, names, columnTexts }} />
                <div className={styles.facts}>
                  {ofItems.hasNumber && (
                    <NumberField
                      label={texts.number}
                      aside={undefined}
                      name={`${item.id}.number`}
                      error={undefined}
                      autoComplete="off"
                      readOnly={isReadOnly}
                      value={item.number ?? null}
                      onChange={(number) => putItem(withNumber(item, number))}
                    />
                  )}
                  <Targets part={ofItems} own={item} onChange={(links) => putItem({ ...item, ...links })} />
                  {ofItems.picture && (
                    <OwnPicture own={item} onChange={(picture) => putItem(withPicture(item, picture))} />
                  )}
                </div>
              </li>
            )
          })}
        </ol>
      )}
      {ofItems && !isReadOnly && items.length < ofItems.max && (
        <Button
          small
          icon={Plus}
          onClick={() => put({ ...section, items: [...items, newItem()] })}
          label={texts.addItem[kind]}
        />
      )}
    </div>
  )
}

function withPicture<Own extends Section | SectionItem>(own: Own, picture: Picture | undefined): Own {
  const { picture: _, ...rest } = own
  return (picture ? { ...rest, picture: { en: picture.en, ar: picture.ar } } : rest) as Own
}

function withNumber(own: SectionItem, number: unknown): SectionItem {
  const { number: _, ...rest } = own
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 ? { ...rest, number } : rest
}

function OwnPicture({ own, onChange }: { own: Section | SectionItem; onChange(picture: Picture | undefined): void }) {
  const { landing: texts } = useTexts()
  const { isReadOnly } = useOpenRecord()
  return (
    <PictureField
      label={texts.picture}
      value={own.picture ? [own.picture] : []}
      isReadOnly={isReadOnly}
      onChange={(pictures) => onChange(pictures.at(-1))}
    />
  )
}

type RuledPart = Parameters<typeof wordsOfPart>[0]

interface TargetsProps {
  part: RuledPart
  own: Pick<Section, LinkName>
  onChange(links: Partial<Record<LinkName, string>>): void
}

/** Where the links lead: the same in both languages. */
function Targets({ part, own, onChange }: TargetsProps) {
  const { landing: texts } = useTexts()
  const { isReadOnly } = useOpenRecord()
  const links = linksOfPart(part)
  if (links.length === 0) return null
  return (
    <>
      {LINK_NAMES.filter((name) => links.includes(name)).map((name) => (
        <TargetField
          key={name}
          label={texts.targets[name]}
          hint={texts.targetHint}
          readOnly={isReadOnly}
          value={own[name] ?? ''}
          onChange={({ target }) => onChange({ [name]: target.value })}
        />
      ))}
    </>
  )
}

interface WordsProps extends LandingSectionsProps {
  part: RuledPart
  own: string
  list: SectionList
  change: Change
  isOpening?: boolean
}

/** Each word beside itself in the other language. */
function Words({ part, own, list: { words }, change, names, columnTexts, isOpening: hasFault }: WordsProps) {
  const { timeZone } = useOpenRecord()
  return wordsOfPart(part).map((name) => (
    <div key={name} className={styles.pair} dir="ltr">
      {LANGUAGES.map((language) => (
        <fieldset
          key={language}
          className={styles.cell}
          lang={language}
          dir={directionOf(language)}
          data-column={language}
          data-field={`${language}.${names.words}`}
        >
          <legend>{columnTexts[language].content.parts[language]}</legend>
          <TextsProvider language={language} texts={columnTexts[language]} timeZone={timeZone}>
            <Word
              name={name}
              own={own}
              language={language}
              isOptional={!part.words.includes(name)}
              fieldName={names.words}
              hasFault={hasFault === true}
              value={words[language][own]?.[name] ?? ''}
              onChange={(value) => {
                const changed = { ...words[language], [own]: { ...words[language][own], [name]: value } }
                change({ words: { ...words, [language]: changed } })
              }}
            />
          </TextsProvider>
        </fieldset>
      ))}
      <span className={styles.spine}>
        <Dot fill={LANGUAGES.every((language) => wordIn(words[language], own, name)) ? 'solid' : 'hollow'} />
      </span>
    </div>
  ))
}

interface WordProps {
  name: WordName
  own: string
  language: Language
  isOptional: boolean
  fieldName: string
  /** The fault of the opening is shown at its words. */
  hasFault: boolean
  value: string
  onChange(value: string): void
}

function Word({ name, own, language, isOptional, fieldName, hasFault, value, onChange }: WordProps) {
  const { landing: texts, content } = useTexts()
  const { isReadOnly, checks } = useOpenRecord()
  const { max, isLong, hasMarks } = { isLong: false, hasMarks: false, ...WORDS[name] }
  const fault = hasFault && !value.trim() && !isOptional ? checks.faultOf(language, fieldName) : undefined
  const props = {
    label: texts.words[name],
    aside: isOptional ? texts.optional : undefined,
    hint: hasMarks ? content.form.marks : undefined,
    error: fault,
    name: `${own}.${name}.${language}`,
    lang: language,
    dir: directionOf(language),
    spellCheck: true,
    autoComplete: 'off',
    readOnly: isReadOnly,
    maxLength: max,
    value,
    onBlur: () => checks.leave(language, fieldName),
    onChange: ({ target }: { target: { value: string } }) =>
      onChange(hasMarks ? target.value : inOneLine(target.value)),
  }
  return isLong ? <TextField {...props} rows={hasMarks ? 5 : 2} /> : <Field {...props} />
}

function AddDialog({ onChoose, onClose }: { onChoose(kind: SectionKind): void; onClose(): void }) {
  const { landing: texts, shell } = useTexts()
  return (
    <Dialog title={texts.addTitle} onClose={onClose} close={shell.cancel}>
      <ul className={styles.kinds}>
        {KINDS.filter((kind) => kind !== 'hero').map((kind) => (
          <li key={kind}>
            <button type="button" className={styles.kind} onClick={() => onChoose(kind)}>
              <b>{texts.kinds[kind]}</b>
              <span className="muted small">{texts.about[kind]}</span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
