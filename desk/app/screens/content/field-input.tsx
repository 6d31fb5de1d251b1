import { type ClipboardEvent, useId, useState } from 'react'
import type { OpeningHours } from '#contract/entities.ts'
import type { MenuEntry } from '#contract/navigation.ts'
import { inOneLine } from '#domain/content/same-text.ts'
import type { FieldKind, FieldValue, Part, Picture } from '#domain/content/types/definition.ts'
import type { ContentType, FormField } from '#domain/content/types/index.ts'
import { formatNumber } from '#texts/dates-and-numbers.ts'
import { directionOf, isLanguage, type Language } from '#texts/languages.ts'
import { Field, Options, SelectField, TextField } from '../../parts/field.tsx'
import { useTexts } from '../../texts.tsx'
import { HoursField, PictureField } from './compound-fields.tsx'
import styles from './content.module.css'
import { choiceLabel, labelOf } from './labels.ts'
import { LogoField } from './logo-field.tsx'
import { MenuField } from './menu/menu-field.tsx'
import { cleanPasted } from './pasted-text.ts'
import { TargetField } from './target-field.tsx'
import { numberIn } from './typed-number.ts'

interface FieldInputProps {
  /** Instead of the field's full name. */
  label?: string | undefined
  type: ContentType
  field: FormField
  part: Part
  value: FieldValue
  isReadOnly: boolean
  error: string | undefined
  onChange(value: FieldValue): void
  onLeave(): void
}

export function FieldInput(props: FieldInputProps) {
  const { field, part, onLeave } = props
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: listens to its inputs
    <div
      className={styles.field}
      data-field={placeOf(part, field.name)}
      tabIndex={-1}
      onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && onLeave()}
    >
      <Input {...props} />
    </div>
  )
}

/** A longer line is folded in its field, so that all of it can be read. */
const MAX_UNFOLDED_LENGTH = 200
const ROWS_OF_LINE = 2

export const isTall = ({ kind, maxLength = 0 }: FormField) => kind !== 'plain' || maxLength > MAX_UNFOLDED_LENGTH

export const placeOf = (part: Part, name: string) => `${part}.${name}`

export function focusField(part: Part, name: string, row?: number) {
  const field = document.querySelector<HTMLElement>(`[data-field="${placeOf(part, name)}"]`)
  const { column } = field?.closest<HTMLElement>('[data-column]')?.dataset ?? {}
  if (column) document.querySelector<HTMLElement>(`[data-unfold="${column}"]`)?.click()
  const folded = field?.closest('details')
  if (folded) folded.open = true
  const place = (row !== undefined && field?.querySelectorAll('fieldset fieldset')[row - 1]) || field
  const input =
    place?.querySelector<HTMLElement>('[role=textbox]') ??
    place?.querySelector<HTMLElement>('a, input, textarea, select, button') ??
    field
  field?.closest('details')?.setAttribute('open', '')
  input?.focus()
  place?.scrollIntoView({ block: 'center' })
}

function Input({ type, field, part, value, isReadOnly, error, onChange, ...own }: FieldInputProps) {
  const all = useTexts()
  const { content: texts } = all
  const label = own.label ?? labelOf(all, type, field.name)
  const optional = field.required === 'always' ? undefined : texts.form.required[field.required]
  const hint = isLanguage(part) ? optional : undefined
  const aside = isLanguage(part) ? undefined : optional
  const basics = { label, error, aside, name: placeOf(part, field.name), autoComplete: 'off', readOnly: isReadOnly }
  const language = isLanguage(part) ? part : undefined
  const typed = language
    ? ({ lang: language, dir: directionOf(language), spellCheck: true } as const)
    : ({ dir: 'ltr', spellCheck: false } as const)
  const text = typeof value === 'string' ? value : ''

  switch (field.kind) {
    case 'plain':
    case 'article':
    case 'paragraphs': {
      const isLine = field.kind === 'plain'
      const common = {
        ...basics,
        ...typed,
        hint: joined(field.hasMarks && (isLine ? texts.form.lineMarks : texts.form.marks), hint),
        maxLength: field.maxLength,
        aside:
          aside ??
          (language && <Count language={language} count={text.length} most={field.advisedLength ?? field.maxLength} />),
        value: text,
        onPaste: (event: PasteEvent) => pasteClean(event, isLine ? 'line' : 'paragraphs'),
        onChange: ({ target }: { target: { value: string } }) =>
          onChange(isLine ? inOneLine(target.value) : target.value),
      }
      if (!isTall(field)) return <Field {...common} />
      if (!isLine) return <TextField {...common} />
      return (
        <TextField
          {...common}
          className={styles.line}
          rows={ROWS_OF_LINE}
          enterKeyHint="done"
          onKeyDown={(event) => {
            // One folded line: Enter adds no line break.
            if (event.key === 'Enter' && !event.nativeEvent.isComposing) event.preventDefault()
          }}
        />
      )
    }
    case 'list':
    case 'links': {
      const lines = (value ?? []) as string[]
      return (
        <TextField
          {...basics}
          {...typed}
          hint={joined(texts.form.onePerLine, field.hasMarks && texts.form.lineMarks, hint)}
          aside={<Count language={language} count={lines.filter((line) => line.trim()).length} />}
          value={lines.join('\n')}
          onPaste={(event) => pasteClean(event, 'list')}
          onChange={({ target }) => onChange(target.value === '' ? [] : target.value.split('\n'))}
        />
      )
    }
    case 'date':
      return (
        <Field {...basics} type="date" ltr value={text} onChange={({ target }) => onChange(target.value || null)} />
      )
    case 'number':
      return <NumberField {...basics} value={typeof value === 'number' ? value : null} onChange={onChange} />
    case 'choice':
    case 'yes-no': {
      const isChoice = field.kind === 'choice'
      const choices = field.choices?.map((choice) => [choice, choiceLabel(texts, choice)] as const) ?? []
      const yesOrNo = [['true', texts.form.yes] as const, ['false', texts.form.no] as const]
      return (
        <SelectField
          {...basics}
          disabled={isReadOnly}
          value={value === null ? '' : String(value)}
          onChange={({ target }) => onChange(isChoice ? target.value || null : (YES_OR_NO[target.value] ?? null))}
        >
          <option value="">{texts.form.nothing}</option>
          <Options of={isChoice ? choices : yesOrNo} />
        </SelectField>
      )
    }
    case 'time-zone':
      return <TimeZoneField {...basics} value={text} onChange={onChange} />
    case 'hours':
      return (
        <HoursField label={label} value={(value ?? []) as OpeningHours[]} isReadOnly={isReadOnly} onChange={onChange} />
      )
    case 'picture':
    case 'pictures':
      if (field.logo) return <LogoField {...{ field, label, value, error, isReadOnly, onChange }} />
      return (
        <PictureField
          label={label}
          value={[value ?? []].flat() as Picture[]}
          isReadOnly={isReadOnly}
          onChange={(pictures) => onChange(field.kind === 'pictures' ? pictures : (pictures.at(-1) ?? null))}
        />
      )
    case 'menu':
      return (
        <MenuField
          label={label}
          error={error}
          fixedPages={field.fixedPages}
          value={(value ?? []) as MenuEntry[]}
          isReadOnly={isReadOnly}
          onChange={onChange}
        />
      )
    case 'target':
      return (
        <TargetField
          {...basics}
          hint={all.landing.targetHint}
          value={text}
          onChange={({ target }) => onChange(target.value.trim() || null)}
        />
      )
    case 'sections':
      return null
    default:
      return (
        <Field
          {...basics}
          type={TYPES[field.kind]}
          ltr
          maxLength={field.maxLength}
          value={text}
          onPaste={(event) => pasteClean(event, 'line')}
          onChange={({ target }) => onChange(target.value.trim() || null)}
        />
      )
  }
}

const joined = (...hints: (string | false | undefined)[]) => hints.filter(Boolean).join(' · ') || undefined

const YES_OR_NO: Record<string, boolean> = { true: true, false: false }

const TYPES: Partial<Record<FieldKind, string>> = { link: 'url', mail: 'email', phone: 'tel' }

function Count({
  language,
  count,
  most,
}: {
  language: Language | undefined
  count: number
  most?: number | undefined
}) {
  const { language: desk } = useTexts()
  const written = (number: number) => formatNumber(number, language ?? desk)
  return (
    <bdi lang={language} dir={language && directionOf(language)}>
      {written(count)}
      {most !== undefined && ` / ${written(most)}`}
    </bdi>
  )
}

interface SimpleProps {
  label: string
  aside: string | undefined
  name: string
  error: string | undefined
  autoComplete: string
  readOnly: boolean
  onChange(value: FieldValue): void
}

/** Takes the digits of either language. Text that is no number clears the value: a hidden former number is not published. */
export function NumberField({ value, onChange, ...basics }: SimpleProps & { value: number | null }) {
  const { content, language: desk } = useTexts()
  const shown = value === null ? '' : formatNumber(value, desk, { useGrouping: false })
  const [typed, setTyped] = useState<string>()
  const isWrong = typed !== undefined && numberIn(typed) === undefined
  return (
    <Field
      {...basics}
      ltr
      inputMode="decimal"
      error={isWrong ? content.checks.numberFormat : basics.error}
      value={typed ?? shown}
      onBlur={() => !isWrong && setTyped(undefined)}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange(numberIn(target.value) ?? null)
      }}
    />
  )
}

function TimeZoneField({ value, onChange, ...basics }: SimpleProps & { value: string }) {
  const zones = useId()
  return (
    <>
      <Field
        {...basics}
        ltr
        list={zones}
        spellCheck={false}
        value={value}
        onChange={({ target }) => onChange(target.value.trim() || null)}
      />
      <datalist id={zones}>
        {Intl.supportedValuesOf('timeZone').map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  )
}

type PasteEvent = ClipboardEvent<HTMLInputElement | HTMLTextAreaElement>

function pasteClean(event: PasteEvent, shape: Parameters<typeof cleanPasted>[1]) {
  const { clipboardData, currentTarget } = event
  const text = clipboardData.getData('text/plain')
  const clean = cleanPasted(text, shape, clipboardData.getData('text/html'))
  if (clean === text || currentTarget.readOnly) return
  event.preventDefault()
  // As if it were typed, so that it can be undone.
  document.execCommand('insertText', false, clean)
}
