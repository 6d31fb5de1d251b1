import { useState } from 'react'
import { save } from '../../api.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Choice } from '../../parts/field.tsx'
import { Note } from '../../parts/layout.tsx'
import { useSubmit } from '../../parts/use-submit.ts'
import type { Filters } from '../../submissions/item.ts'
import { useSay, useTexts } from '../../texts.tsx'

const FORMATS = ['xlsx', 'csv-with-mark', 'csv', 'json', 'cvs'] as const
type Format = (typeof FORMATS)[number]

interface ExportDialogProps {
  /** Those of the list, or the references that were selected. */
  wanted: Filters | { reference: string[] }
  count: string
  onClose(): void
}

/** A file of what the list shows. It needs a fresh proof and is written down. */
export function ExportDialog({ wanted, count, onClose }: ExportDialogProps) {
  const texts = useTexts('inbox')
  const { cancel } = useTexts('shell')
  const say = useSay('inbox')
  const { submit, isBusy, failure } = useSubmit()
  const [format, setFormat] = useState<Format>('xlsx')
  const run = () =>
    submit(async () => {
      await save('GET /export', { query: { ...wanted, format } })
      onClose()
    })
  return (
    <Dialog
      title={texts.exportTitle}
      text={say('exportText', { count })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          <Button look="primary" busy={isBusy} onClick={run}>
            {texts.export}
          </Button>
        </>
      }
    >
      <Choice
        legend={texts.exportFormat}
        name="format"
        look="cards"
        value={format}
        onChange={setFormat}
        options={FORMATS.map((value) => ({
          value,
          label: texts.exportFormats[value].name,
          text: texts.exportFormats[value].text,
        }))}
      />
      {failure && <Note kind="wrong">{failure}</Note>}
    </Dialog>
  )
}
