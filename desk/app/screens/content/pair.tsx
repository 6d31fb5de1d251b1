import type { Part } from '#domain/content/types/definition.ts'
import type { FormField } from '#domain/content/types/index.ts'
import { classNames } from '#site/brand/class-names.ts'
import type { DeskTexts } from '#texts/desk/index.ts'
import { directionOf, LANGUAGES, type Language } from '#texts/languages.ts'
import { Dot } from '../../parts/elements.tsx'
import { TextsProvider, useTexts } from '../../texts.tsx'
import { CommentCount } from './comments.tsx'
import styles from './content.module.css'
import { currentValue } from './edits.ts'
import { FieldInput, isTall, placeOf } from './field-input.tsx'
import { useOpenRecord } from './open-record.ts'

interface PairProps {
  field: FormField
  labelIn?: (texts: DeskTexts & { language: Language }) => string
}

/** Each column speaks its own language, in its own direction. */
export function Pair({ field, labelIn }: PairProps) {
  const { record, edits, timeZone, columnTexts } = useOpenRecord()
  const isBehind = LANGUAGES.some((language) => record.parts[language].behind.some((each) => each.field === field.name))
  const isWritten = LANGUAGES.every((language) => {
    const value = currentValue(edits, record.parts, language, field.name)
    return Array.isArray(value) ? value.length > 0 : Boolean(value)
  })
  return (
    <div className={classNames(styles.pair, isTall(field) && styles.tall)}>
      {LANGUAGES.map((language) => (
        <fieldset
          key={language}
          className={styles.cell}
          lang={language}
          dir={directionOf(language)}
          data-column={language}
        >
          <legend>{columnTexts[language].content.parts[language]}</legend>
          <TextsProvider language={language} texts={columnTexts[language]} timeZone={timeZone}>
            <Folded field={field} language={language} />
            <PartField field={field} part={language} label={labelIn?.({ ...columnTexts[language], language })} />
          </TextsProvider>
        </fieldset>
      ))}
      <span className={styles.spine}>
        <Dot fill={isWritten && !isBehind ? 'solid' : 'hollow'} colour={isBehind ? 'cinnabar' : 'ink'} />
      </span>
    </div>
  )
}

/** On a phone, instead of the field of the language that is folded. */
function Folded({ field, language }: { field: FormField; language: Language }) {
  const { record, edits, unfold } = useOpenRecord()
  const { content } = useTexts()
  const text = [currentValue(edits, record.parts, language, field.name) ?? ''].flat().join(' · ')
  return (
    <button type="button" className={styles.folded} onClick={() => unfold(language)}>
      <span className="small">{content.parts[language]}</span>
      <span className={text ? undefined : 'muted'}>{text || content.states.missing}</span>
    </button>
  )
}

export function PartField({ field, part, label }: { field: FormField; part: Part; label?: string | undefined }) {
  const { model, record, edits, save, draft, isReadOnly, checks } = useOpenRecord()
  const { 'field-errors': fieldTexts } = useTexts()
  const [refused] = save.kind === 'refused' ? (save.refusal.body.errors?.[`${part}.${field.name}`] ?? []) : []
  return (
    <div className={styles.commented}>
      <FieldInput
        type={model.type}
        label={label}
        field={field}
        part={part}
        value={currentValue(edits, record.parts, part, field.name)}
        isReadOnly={isReadOnly}
        error={
          refused
            ? (fieldTexts[refused as keyof typeof fieldTexts] ?? fieldTexts.invalid)
            : checks.faultOf(part, field.name)
        }
        onLeave={() => checks.leave(part, field.name)}
        onChange={(value) => draft.change(part, field.name, value)}
      />
      <FieldNews field={field} part={part} />
    </div>
  )
}

/** Comments on a field, and the colleague who writes in it. */
export function FieldNews({ field, part }: { field: FormField; part: Part }) {
  const { writer } = useOpenRecord()
  const { say } = useTexts()
  const isHere = writer?.place === placeOf(part, field.name)
  return (
    <p className={styles.fieldNews}>
      <CommentCount part={part} field={field.name} />
      {isHere && <span className="small">{say('review.isHere', { name: writer.name })}</span>}
    </p>
  )
}
