import { ChevronDown, Eye, EyeOff } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import {
  movableSections,
  type PageName,
  pageOf,
  type SectionPlace,
  type Word,
  withEverySection,
  wordsOf,
} from '#contract/pages.ts'
import type { FormField } from '#domain/content/types/index.ts'
import { classNames } from '#site/brand/class-names.ts'
import { COMPANY_PLACES } from '#texts/company.ts'
import { directionOf, LANGUAGES } from '#texts/languages.ts'
import { useActions } from '../../../parts/actions.ts'
import { Dot, Icon, IconButton } from '../../../parts/elements.tsx'
import { Menu } from '../../../parts/menu.tsx'
import { Handle, onMoveKey, withMoved } from '../../../parts/moving.tsx'
import { useAnnouncements } from '../../../parts/work.tsx'
import { useTexts } from '../../../texts.tsx'
import { currentValue } from '../edits.ts'
import { sectionLabel, wordLabel } from '../labels.ts'
import { useOpenRecord } from '../open-record.ts'
import { Pair, PartField } from '../pair.tsx'
import { StateMark } from '../state.tsx'
import styles from './page-form.module.css'

interface PageFormProps {
  page: PageName
  open: string
  onOpen(section: string): void
}

/** The sections in their order, one open at a time. */
export function PageForm({ page, open, onOpen }: PageFormProps) {
  const { isReadOnly } = useOpenRecord()
  const { pages: texts } = useTexts()
  const { places, move, toggle, alwaysShown } = useSections(page)
  const [dragged, setDragged] = useState<string>()
  const list = useRef<HTMLOListElement>(null)
  useKeptFocus(list, places)
  const { opening } = pageOf(page)
  const indexOf = (section: string) => places.findIndex(({ name }) => name === section)
  /** The section that has the focus, else the open one. */
  const meant = () => list.current?.querySelector<HTMLElement>('li:focus-within')?.dataset.section ?? open
  useActions(
    isReadOnly
      ? []
      : [
          { id: 'hide-section', label: texts.keys.hide, keys: 'H', icon: EyeOff, run: () => toggle(meant()) },
          { id: 'section-up', label: texts.keys.up, run: () => move(indexOf(open), indexOf(open) - 1) },
          { id: 'section-down', label: texts.keys.down, run: () => move(indexOf(open), indexOf(open) + 1) },
        ],
  )
  const noteOn = (isShown: boolean, isFixed: boolean) =>
    isShown ? isFixed && alwaysShown.length < places.length && texts.staysShown : texts.hidden
  return (
    <>
      <ol ref={list} className={styles.sections}>
        <li data-section={opening}>
          <Section page={page} section={opening} isOpen={open === opening} onOpen={onOpen} note={texts.staysFirst} />
        </li>
        {places.map(({ name, is_shown }, index) => {
          const isFixed = alwaysShown.includes(name)
          return (
            <li
              key={name}
              data-section={name}
              className={classNames(dragged === name && styles.dragged)}
              onKeyDown={(event) =>
                !isReadOnly && !isTyping(event) && onMoveKey(event, (by) => move(index, index + by))
              }
              onDragOver={(event) => dragged !== undefined && event.preventDefault()}
              onDrop={(event) => {
                event.preventDefault()
                setDragged(undefined)
                move(indexOf(dragged ?? ''), index)
              }}
            >
              <Section
                page={page}
                section={name}
                isOpen={open === name}
                onOpen={onOpen}
                isHidden={!is_shown}
                note={noteOn(is_shown, isFixed)}
              />
              {!isReadOnly && (
                <SectionTools
                  section={name}
                  isShown={is_shown}
                  isFixed={isFixed}
                  onToggle={() => toggle(name)}
                  onDrag={setDragged}
                  up={index > 0 ? () => move(index, index - 1) : undefined}
                  down={index < places.length - 1 ? () => move(index, index + 1) : undefined}
                />
              )}
            </li>
          )
        })}
      </ol>
      {places.length > 1 && <p className="muted small">{texts.orderNote}</p>}
      <Places page={page} />
    </>
  )
}

/** In a field, Alt and an arrow key move the caret. */
const isTyping = ({ target }: KeyboardEvent) => target instanceof Element && target.matches('input, textarea')

/** A row that changes its place loses the focus. */
function useKeptFocus(list: RefObject<HTMLElement | null>, places: readonly SectionPlace[]) {
  const focused = useRef<HTMLElement | null>(null)
  const order = places.map(({ name }) => name).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: after a move
  useLayoutEffect(() => {
    if (focused.current?.isConnected) focused.current.focus()
  }, [order])
  useEffect(() => {
    const keep = () => {
      const { activeElement } = document
      focused.current =
        activeElement instanceof HTMLElement && list.current?.contains(activeElement) ? activeElement : null
    }
    document.addEventListener('focusin', keep)
    return () => document.removeEventListener('focusin', keep)
  }, [list])
}

const SECTIONS_FIELD = 'sections'

function useSections(page: PageName) {
  const { model, record, edits, draft } = useOpenRecord()
  const all = useTexts()
  const { pages: texts, say } = all
  const { offerUndo } = useAnnouncements()
  const field = model.fields.find(({ kind }) => kind === 'sections')
  const stored = currentValue(edits, record.parts, 'shared', SECTIONS_FIELD) as SectionPlace[] | null
  const places = withEverySection(movableSections(page), stored ?? [])
  const alwaysShown = field?.alwaysShown ?? []
  const change = (next: SectionPlace[], text: string) => {
    draft.change('shared', SECTIONS_FIELD, next)
    offerUndo({ text, undo: () => draft.change('shared', SECTIONS_FIELD, places) })
  }
  const move = (from: number, to: number) => {
    const moved = places[from]
    if (!moved || from === to || to < 0 || to >= places.length) return
    const section = sectionLabel(all, moved.name)
    change(withMoved(places, from, to), say('pages.moved', { section, place: to + 1, total: places.length }))
  }
  const toggle = (name: string) => {
    const place = places.find((each) => each.name === name)
    if (!place || alwaysShown.includes(name)) return
    const section = sectionLabel(all, name)
    const text = place.is_shown ? say('pages.hiddenNow', { section }) : say('pages.shownNow', { section })
    change(
      places.map((each) => (each === place ? { ...each, is_shown: !each.is_shown } : each)),
      text,
    )
  }
  return { places, move, toggle, alwaysShown, texts }
}

interface SectionProps {
  page: PageName
  section: string
  isOpen: boolean
  isHidden?: boolean
  note?: string | false | undefined
  onOpen(section: string): void
}

function Section({ page, section, isOpen, isHidden, note, onOpen }: SectionProps) {
  const all = useTexts()
  const { model } = useOpenRecord()
  const words = wordsOf(page).filter((word) => word.section === section)
  const fieldOf = ({ name }: Word) => model.fields.find((field) => field.name === name) as FormField
  return (
    <details
      className={styles.section}
      open={isOpen}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open !== isOpen) onOpen(currentTarget.open ? section : '')
      }}
    >
      <summary>
        <span className={classNames(styles.name, isHidden && styles.hidden)}>{sectionLabel(all, section)}</span>
        {note && <span className="muted small">{note}</span>}
        {!isOpen && <Excerpt words={words} />}
        <SectionState words={words} />
        <span className={styles.chevron}>
          <Icon of={ChevronDown} />
        </span>
      </summary>
      <div className={styles.words} dir="ltr">
        {words.map((word) =>
          word.kind === 'date' ? (
            <div key={word.name} dir={directionOf(all.language)}>
              <PartField field={fieldOf(word)} part="shared" label={wordLabel(all, word)} />
            </div>
          ) : (
            <Pair key={word.name} field={fieldOf(word)} labelIn={(texts) => wordLabel(texts, word)} />
          ),
        )}
      </div>
    </details>
  )
}

/** How the section begins. */
function Excerpt({ words: [first] }: { words: Word[] }) {
  const { record, edits } = useOpenRecord()
  const { language } = useTexts()
  const begins = first && currentValue(edits, record.parts, language, first.name)
  return <span className={classNames('muted', 'small', styles.excerpt)}>{String(begins ?? '')}</span>
}

/** Faults in a folded section. */
function SectionState({ words }: { words: Word[] }) {
  const { record, checks } = useOpenRecord()
  const { say } = useTexts()
  const names = new Set(words.map(({ name }) => name))
  const faults = checks.shown.filter(({ isBlocking, name }) => isBlocking && names.has(name))
  if (faults.length > 0)
    return (
      <span className={styles.fault}>
        <Dot colour="accent" /> {say('content.editor.faultCount', { count: faults.length })}
      </span>
    )
  const isBehind = LANGUAGES.some((language) => record.parts[language].behind.some(({ field }) => names.has(field)))
  return isBehind ? <StateMark state="behind" /> : null
}

interface SectionToolsProps {
  section: string
  isShown: boolean
  isFixed: boolean
  onToggle(): void
  onDrag(section: string | undefined): void
  up: (() => void) | undefined
  down: (() => void) | undefined
}

function SectionTools({ section, isShown, isFixed, onToggle, onDrag, up, down }: SectionToolsProps) {
  const all = useTexts()
  const { pages: texts, content, say } = all
  const name = sectionLabel(all, section)
  const moves = [
    ...(up ? [{ label: content.moveUp, run: up }] : []),
    ...(down ? [{ label: content.moveDown, run: down }] : []),
    ...(isFixed ? [] : [{ label: isShown ? texts.hide : texts.show, run: onToggle }]),
  ]
  return (
    <>
      <div className={styles.grip}>
        <Handle
          label={say('pages.handle', { section: name })}
          onStart={() => onDrag(section)}
          onEnd={() => onDrag(undefined)}
        />
      </div>
      <div className={styles.tools}>
        {!isFixed && (
          <IconButton
            icon={isShown ? Eye : EyeOff}
            label={isShown ? say('pages.hideSection', { section: name }) : say('pages.showSection', { section: name })}
            onClick={onToggle}
          />
        )}
        {moves.length > 0 && <Menu label={say('content.actionsFor', { name })} items={moves} />}
      </div>
    </>
  )
}

function Places({ page }: { page: PageName }) {
  const { pages } = useTexts()
  const { title, text, names } = pages.places
  const places = [...COMPANY_PLACES, ...(pageOf(page).places ?? [])]
  return (
    <details className={styles.places}>
      <summary>{title}</summary>
      <p className="muted small">{text}</p>
      <dl>
        {places.map((place) => (
          <div key={place}>
            <dt>
              <bdi dir="ltr">{`{{${place}}}`}</bdi>
            </dt>
            <dd>{names[place as keyof typeof names] ?? ''}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
