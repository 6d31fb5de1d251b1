import type { Part } from '#domain/content/types/definition.ts'
import type { TypeForm } from '#domain/content/types/index.ts'
import { LANGUAGES } from '#texts/languages.ts'
import { Dot } from '../../parts/elements.tsx'
import { useTexts } from '../../texts.tsx'
import { useOverfull } from './card-fit.ts'
import styles from './content.module.css'
import type { ContentRecord } from './draft-state.ts'
import { focusField } from './field-input.tsx'
import { labelOf } from './labels.ts'

export function Checks({ model, record }: { model: TypeForm; record: ContentRecord }) {
  const { content: texts } = useTexts()
  const found = useFound(model, record)
  const groups = [
    [texts.editor.blocking, found.filter(({ isBlocking }) => isBlocking)],
    [texts.editor.advising, found.filter(({ isBlocking }) => !isBlocking)],
  ] as const
  return (
    <section className={styles.checks} id="checks">
      <h2 className="h3">{texts.editor.before}</h2>
      {!found.some(({ isBlocking }) => isBlocking) && (
        <p className={styles.check}>
          <Dot fill="solid" />
          <span>{texts.editor.ready}</span>
        </p>
      )}
      {groups.map(
        ([heading, members]) =>
          members.length > 0 && (
            <div key={heading}>
              <h3 className="muted small">{heading}</h3>
              <ul>
                {members.map(({ key, part, name, row, isBlocking, label, sentence }) => (
                  <li key={key} className={styles.check}>
                    <Dot colour={isBlocking ? 'accent' : 'ink'} />
                    <button
                      type="button"
                      className={isBlocking ? styles.blocking : undefined}
                      onClick={() => focusField(part, name, row)}
                    >
                      <b>{label}</b>: {sentence}
                    </button>
                  </li>
                ))}
              </ul>
            </div>
          ),
      )}
    </section>
  )
}

interface Found {
  key: string
  part: Part
  name: string
  row?: number
  isBlocking: boolean
  label: string
  sentence: string
}

function useFound({ type, fields }: TypeForm, record: ContentRecord): Found[] {
  const { checks, parts } = record
  const { content: texts, say, formats } = useTexts()
  const labelled = (name: string, part: Part) => {
    const label = labelOf(texts, type, name)
    return part === 'shared' ? label : `${label} · ${texts.parts[part]}`
  }
  const behind = LANGUAGES.flatMap((language) =>
    [...new Set(parts[language].behind.map(({ field }) => field))].map(
      (name): Found => ({
        key: `behind ${language} ${name}`,
        part: language,
        name,
        isBlocking: false,
        label: labelled(name, language),
        sentence: texts.editor.isBehind,
      }),
    ),
  )
  const overfull = useOverfull(record).map(
    ({ field, language, lines }): Found => ({
      key: `overfull ${language} ${field}`,
      part: language,
      name: field,
      isBlocking: false,
      label: labelled(field, language),
      sentence: say('content.editor.overfull', { lines }),
    }),
  )
  const found = checks.map(({ check, isBlocking, field, language, values }): Found => {
    const isFact = fields.find(({ name }) => name === field)?.in === 'shared'
    const isPlainNumber =
      check === 'long' || check === 'numberTooSmall' || check === 'numberTooLarge' || check === 'hoursFormat'
    return {
      key: `${check} ${field} ${language} ${values.join(' ')}`,
      // A picture is one fact, though its words are missing in one language.
      part: isFact ? 'shared' : (language ?? LANGUAGES[0]),
      name: field,
      ...(check === 'hoursFormat' && { row: Number(values[0]) }),
      isBlocking,
      label: language ? labelled(field, language) : labelOf(texts, type, field),
      sentence: say(`content.checks.${check}`, {
        values: values
          .map((value) => (isPlainNumber ? formats.number(Number(value)) : `\u2068${value}\u2069`))
          .join(' · '),
      }),
    }
  })
  return [...found, ...overfull, ...behind]
}
