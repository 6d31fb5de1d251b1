import { useState } from 'react'
import type { DeskTexts } from '#texts/desk/index.ts'
import { api, type ResultOf } from '../../api.ts'
import { FormDialog } from '../../parts/dialog.tsx'
import { Ltr, Note, Table } from '../../parts/elements.tsx'
import { Check, Field } from '../../parts/field.tsx'
import { useSubmit } from '../../parts/work.tsx'
import { useTexts } from '../../texts.tsx'
import styles from './redirects.module.css'

type Line = ResultOf<'POST /redirects/import/preview'>['lines'][number]
type Fault = Exclude<Line['outcome'], 'new' | 'same'>

const FAULTS: Record<Fault, keyof DeskTexts['field-errors']> = {
  fromFormat: 'redirectFrom',
  fromIsPage: 'redirectIsPage',
  fromTaken: 'redirectTaken',
  tooMany: 'redirectTooMany',
  toFormat: 'redirectTo',
  toUnknown: 'redirectUnknown',
  toOtherSite: 'redirectOtherSite',
  loop: 'redirectLoop',
  chain: 'redirectChain',
}

const MAX_BYTES = 500_000
const MAX_SHOWN = 50

/** First a trial, then the import of what it found. */
export function ImportDialog({ onClose }: { onClose(): void }) {
  const { redirects: texts, say } = useTexts()
  const form = useSubmit()
  const [csv, setCsv] = useState<string>()
  const [isTooLarge, setTooLarge] = useState(false)
  const [isOtherSiteMeant, setOtherSiteMeant] = useState(false)
  const [lines, setLines] = useState<Line[]>()
  const added = lines?.filter(({ outcome }) => outcome === 'new').length ?? 0
  const leavesSite = lines?.some(({ outcome }) => outcome === 'toOtherSite') || isOtherSiteMeant
  const read = async (file: File | undefined) => {
    setLines(undefined)
    setTooLarge(file !== undefined && file.size > MAX_BYTES)
    setCsv(file && file.size <= MAX_BYTES ? await file.text() : undefined)
  }
  const check = (meant = isOtherSiteMeant) =>
    form.submit(async () => {
      const body = { csv: csv ?? '', isOtherSiteMeant: meant }
      setLines((await api('POST /redirects/import/preview', { body })).lines)
    })
  const importThem = () =>
    form.change(
      async () => {
        await api('POST /redirects/import', { body: { csv: csv ?? '', isOtherSiteMeant } })
        onClose()
      },
      say('redirects.imported', { count: added }),
    )
  return (
    <FormDialog
      title={texts.importTitle}
      text={texts.importText}
      submit={lines ? say('redirects.importNow', { count: added }) : texts.check}
      form={form}
      blocked={csv === undefined && texts.file}
      wide
      stays
      onClose={onClose}
      onSubmit={lines && added > 0 ? importThem : () => check()}
    >
      <Field
        label={texts.file}
        name="csv"
        type="file"
        accept=".csv,text/csv,text/plain"
        error={isTooLarge ? texts.fileTooLarge : form.errorOf('csv')}
        onChange={({ target }) => read(target.files?.[0])}
      />
      {lines && (
        <div role="status">
          <Summary lines={lines} />
        </div>
      )}
      {lines && leavesSite && (
        <Check
          label={texts.isOtherSiteMeant}
          checked={isOtherSiteMeant}
          onChange={({ target }) => {
            setOtherSiteMeant(target.checked)
            check(target.checked)
          }}
        />
      )}
    </FormDialog>
  )
}

function Summary({ lines }: { lines: Line[] }) {
  const { redirects: texts, 'field-errors': errors, say } = useTexts()
  const countOf = (wanted: Line['outcome']) => lines.filter(({ outcome }) => outcome === wanted).length
  const [added, same] = [countOf('new'), countOf('same')]
  const faulty = lines.filter((line): line is Line & { outcome: Fault } => line.outcome in FAULTS)
  return (
    <>
      <Note>{say('redirects.summary', { added, same, faulty: faulty.length })}</Note>
      {faulty.length > 0 && (
        <Table stacks caption={texts.faults} columns={[texts.line, texts.from, texts.to, texts.fault]}>
          {faulty.slice(0, MAX_SHOWN).map(({ line, from, to, outcome }) => (
            <tr key={line}>
              <th scope="row" data-label={texts.line}>
                {line}
              </th>
              <td className={styles.address}>
                <Ltr>{from}</Ltr>
              </td>
              <td className={styles.address}>
                <Ltr>{to}</Ltr>
              </td>
              <td className="small">{errors[FAULTS[outcome]]}</td>
            </tr>
          ))}
        </Table>
      )}
      {faulty.length > MAX_SHOWN && <p>{say('redirects.moreFaults', { count: faulty.length - MAX_SHOWN })}</p>}
    </>
  )
}
