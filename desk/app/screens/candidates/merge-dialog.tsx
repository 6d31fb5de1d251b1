import { useState } from 'react'
import { api } from '../../api.ts'
import { FormDialog } from '../../parts/dialog.tsx'
import { Ltr, Note } from '../../parts/elements.tsx'
import { useSubmit } from '../../parts/work.tsx'
import { useCounted } from '../../submissions/item.tsx'
import { useTexts } from '../../texts.tsx'
import styles from './candidates.module.css'
import type { Person, Suggestion } from './person.ts'

interface MergeDialogProps {
  person: Person
  other: Suggestion
  onClose(): void
  onMerged(kept: string): void
}

/** Both side by side, before anything changes. */
export function MergeDialog({ person, other, onClose, onMerged }: MergeDialogProps) {
  const { candidates: texts, submissions: words, say, formats } = useTexts()
  const counted = useCounted()
  const [kept, setKept] = useState(person.id)
  const form = useSubmit()
  const both = [person, other]
  const merge = () =>
    form.change(async () => {
      const from = both.find(({ id }) => id !== kept)?.id as string
      const { id } = await api('POST /candidates/:id/merge', { params: { id: kept }, body: { other: from } })
      onClose()
      onMerged(id)
    }, texts.merged)
  const { compared } = texts
  const days = both.flatMap(({ poolUntil }) => poolUntil ?? []).sort()
  const rows: [string, (each: Suggestion | Person) => React.ReactNode][] = [
    [compared.name, ({ name }) => <bdi>{name}</bdi>],
    [compared.emails, ({ emails }) => <Lines of={emails} />],
    [compared.phones, ({ phones }) => <Lines of={phones} />],
    [compared.language, ({ language }) => words.languages[language]],
    [compared.since, ({ since }) => since && formats.day(since)],
    [compared.has, ({ counts }) => counted(counts)],
    ...(days.length > 0
      ? ([[compared.pool, ({ poolUntil }) => poolUntil && formats.calendarDay(poolUntil)]] as [
          string,
          (each: Suggestion | Person) => React.ReactNode,
        ][])
      : []),
  ]
  return (
    <FormDialog
      title={texts.mergeTitle}
      text={texts.mergeText}
      submit={texts.merge}
      form={form}
      wide
      stays
      onClose={onClose}
      onSubmit={merge}
    >
      <table className={styles.compared}>
        <thead>
          <tr>
            <td />
            {both.map(({ id, name }, index) => (
              <th key={id} scope="col">
                <span className="muted small">{index === 0 ? texts.mergeFirst : texts.mergeOther}</span>
                <label className={styles.stays}>
                  <input type="radio" name="kept" value={id} checked={kept === id} onChange={() => setKept(id)} />
                  {texts.stays}
                  <span className="vh">{name}</span>
                </label>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([label, cell]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {both.map((each) => (
                <td key={each.id}>{cell(each)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {days.length > 1 && <Note>{say('candidates.poolShorter', { day: formats.calendarDay(days[0] as string) })}</Note>}
      <p className="second small">{texts.mergeNote}</p>
    </FormDialog>
  )
}

const Lines = ({ of }: { of: string[] }) =>
  of.map((line) => (
    <span key={line} className={styles.block}>
      <Ltr>{line}</Ltr>
    </span>
  ))
