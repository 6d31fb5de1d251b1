import type { OpeningHours } from '#contract/entities.ts'
import type { Section, SectionWords } from '#contract/landing-pages.ts'
import type { MenuEntry } from '#contract/navigation.ts'
import type { SectionPlace } from '#contract/pages.ts'
import type { FieldValue, Picture } from '#domain/content/types/definition.ts'
import type { ContentType, FormField } from '#domain/content/types/index.ts'
import { directionOf, type Language } from '#texts/languages.ts'
import { useTexts } from '../../texts.tsx'
import { namesOf } from './compound-fields.tsx'
import styles from './content.module.css'
import { choiceLabel, labelOf, sectionLabel } from './labels.ts'
import { diffWords } from './word-diff.ts'

interface FieldDiffProps {
  type: ContentType
  field: FormField
  language: Language | undefined
  before: FieldValue
  after: FieldValue
}

export function FieldDiff({ type, field, language, before, after }: FieldDiffProps) {
  const all = useTexts()
  const texts = all.content
  const textOf = useTextOf()
  return (
    <div className={styles.diff}>
      <p className={styles.name}>{labelOf(all, type, field.name)}</p>
      <p lang={language} dir={language ? directionOf(language) : 'auto'}>
        {diffWords(textOf(field, before), textOf(field, after)).map(({ kind, text }, index) => {
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces that never change places
          if (kind === 'same') return <span key={index}>{text}</span>
          const Mark = kind === 'added' ? 'ins' : 'del'
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces that never change places
            <Mark key={index}>
              <span className="vh">{kind === 'added' ? texts.editor.added : texts.editor.takenOut}: </span>
              {text}
            </Mark>
          )
        })}
      </p>
    </div>
  )
}

export function useTextOf() {
  const all = useTexts()
  const { content: texts, landing, pages } = all
  return ({ kind }: FormField, value: FieldValue): string => {
    if (kind === 'landing-words') return textOfWords((value ?? {}) as SectionWords)
    if (kind === 'landing-sections')
      return ((value ?? []) as Section[])
        .map((section) =>
          [landing.kinds[section.kind], !section.is_shown && landing.hidden].filter(Boolean).join(' · '),
        )
        .join('\n')
    if (kind === 'menu')
      return ((value ?? []) as MenuEntry[])
        .map(({ page, to, label }) => `${label.en} · ${label.ar} · ${to ?? page}`)
        .join('\n')
    if (value === null) return ''
    if (typeof value === 'boolean') return value ? texts.form.yes : texts.form.no
    if (typeof value === 'string') return kind === 'choice' ? choiceLabel(texts, value) : value
    if (typeof value === 'number') return String(value)
    if (!Array.isArray(value)) return namesOf(value as Picture).join('\n')
    return (value as (string | Picture | OpeningHours | SectionPlace)[])
      .map((each) => {
        if (typeof each === 'string') return each
        if ('is_shown' in each) return `${sectionLabel(all, each.name)}${each.is_shown ? '' : ` (${pages.hidden})`}`
        if (!('days' in each)) return namesOf(each as Picture).join(' ')
        const { days, opens, closes } = each as OpeningHours
        const names = days.map((day) => texts.weekdays[day as keyof typeof texts.weekdays] ?? day)
        return `${names.join(' ')}: ${opens && closes ? `${opens} – ${closes}` : texts.form.closedDay}`
      })
      .join('\n')
  }
}

const textOfWords = (words: SectionWords) =>
  Object.values(words)
    .map((own) => Object.values(own).filter(Boolean).join('\n'))
    .filter(Boolean)
    .join('\n\n')
