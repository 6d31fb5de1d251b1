import { ChevronDown, ChevronUp, Plus, X } from 'lucide-react'
import { useState } from 'react'
import { type FixedPages, MAX_MENU_ENTRIES, type MenuEntry, targetOf } from '#contract/navigation.ts'
import { classNames } from '#site/brand/class-names.ts'
import { directionOf, inEachLanguage, LANGUAGES } from '#texts/languages.ts'
import { Button, IconButton, Ltr } from '../../../parts/elements.tsx'
import { Field } from '../../../parts/field.tsx'
import { Handle, onMoveKey, withMoved } from '../../../parts/moving.tsx'
import { useAnnouncements } from '../../../parts/work.tsx'
import { useTexts } from '../../../texts.tsx'
import { TargetField } from '../target-field.tsx'
import styles from './menu-field.module.css'

interface MenuFieldProps {
  label: string
  error: string | undefined
  fixedPages?: FixedPages | undefined
  value: readonly MenuEntry[]
  isReadOnly: boolean
  onChange(value: MenuEntry[]): void
}

/** A row for each link: its words in both languages, and where it leads. */
export function MenuField({ label, error, fixedPages = {}, value, isReadOnly, onChange }: MenuFieldProps) {
  const { navigation, landing, say, language: desk } = useTexts()
  const { menu: texts } = navigation
  const announcements = useAnnouncements()
  const [dragged, setDragged] = useState<number>()
  const nameOf = ({ label: words }: MenuEntry) => words[desk] || words.en || words.ar || texts.unnamed
  const put = (index: number, entry: MenuEntry) => onChange(value.with(index, entry))
  const move = (from: number, to: number) => {
    const entry = value[from]
    if (isReadOnly || !entry || from === to || to < 0 || to >= value.length) return
    onChange(withMoved(value, from, to))
    announcements.say(say('content.moved', { name: nameOf(entry), place: to + 1, total: value.length }))
  }
  const remove = (index: number) => {
    const before = [...value]
    onChange(value.toSpliced(index, 1))
    announcements.offerUndo({
      text: say('landing.removed', { name: nameOf(value[index] as MenuEntry) }),
      undo: () => onChange(before),
    })
  }
  return (
    <fieldset className={styles.menu}>
      <legend>{label}</legend>
      {error && <p className={styles.error}>{error}</p>}
      <ol>
        {value.map((entry, index) => {
          const name = nameOf(entry)
          return (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: a new link has no other name than its place
              key={index}
              className={classNames(styles.entry, dragged === index && styles.dragged)}
              onDragOver={(event) => dragged !== undefined && event.preventDefault()}
              onDrop={(event) => {
                event.preventDefault()
                setDragged(undefined)
                if (dragged !== undefined) move(dragged, index)
              }}
            >
              {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid of inputs in all browsers */}
              <div
                role="group"
                aria-label={say('navigation.menu.row', { number: index + 1 })}
                className={styles.row}
                dir="ltr"
                onKeyDown={(event) => onMoveKey(event, (by) => move(index, index + by))}
              >
                {isReadOnly ? (
                  <span />
                ) : (
                  <Handle
                    label={say('content.handle', { name })}
                    onStart={() => setDragged(index)}
                    onEnd={() => setDragged(undefined)}
                  />
                )}
                {LANGUAGES.map((language) => (
                  <div key={language} data-column={language}>
                    <Field
                      className={styles.field}
                      label={texts.label[language]}
                      lang={language}
                      dir={directionOf(language)}
                      spellCheck
                      autoComplete="off"
                      readOnly={isReadOnly}
                      maxLength={40}
                      value={entry.label[language]}
                      onChange={({ target }) =>
                        put(index, { ...entry, label: { ...entry.label, [language]: target.value } })
                      }
                    />
                  </div>
                ))}
                {entry.page === undefined ? (
                  <TargetField
                    className={styles.field}
                    label={texts.target}
                    title={landing.targetHint}
                    readOnly={isReadOnly}
                    value={entry.to ?? ''}
                    onChange={({ target }) => put(index, { ...entry, to: target.value })}
                  />
                ) : (
                  <p className={styles.fixed} dir={directionOf(desk)}>
                    <Ltr>{targetOf(entry, fixedPages)}</Ltr> <span className="muted small">{texts.stays}</span>
                  </p>
                )}
                {!isReadOnly && (
                  <span className={styles.tools}>
                    <IconButton
                      icon={ChevronUp}
                      label={say('content.form.pictureUp', { name })}
                      disabled={index === 0}
                      onClick={() => move(index, index - 1)}
                    />
                    <IconButton
                      icon={ChevronDown}
                      label={say('content.form.pictureDown', { name })}
                      disabled={index === value.length - 1}
                      onClick={() => move(index, index + 1)}
                    />
                    {entry.page === undefined ? (
                      <IconButton
                        icon={X}
                        label={say('content.form.removePicture', { name })}
                        onClick={() => remove(index)}
                      />
                    ) : (
                      <span className={styles.noTool} />
                    )}
                  </span>
                )}
              </div>
            </li>
          )
        })}
      </ol>
      {!isReadOnly && (
        <Button
          small
          icon={Plus}
          blocked={value.length >= MAX_MENU_ENTRIES && say('navigation.menu.full', { count: MAX_MENU_ENTRIES })}
          onClick={() => onChange([...value, { to: '', label: inEachLanguage(() => '') }])}
          label={texts.add}
        />
      )}
    </fieldset>
  )
}
