import { useState } from 'react'
import { save } from '../../api.ts'
import { FormDialog } from '../../parts/dialog.tsx'
import { Choice } from '../../parts/field.tsx'
import { useSubmit } from '../../parts/work.tsx'
import type { Filters } from '../../submissions/item.tsx'
import { useTexts } from '../../texts.tsx'

const FORMATS = ['xlsx', 'csv-with-mark', 'csv', 'json', 'cvs'] as const
type Format = (typeof FORMATS)[number]

interface ExportDialogProps {
  /** Those of the list, or the references that were selected. */
  wanted: Filters | { references: string[] }
  count: string
  onClose(): void
}

/** A file of what the list shows. It needs a fresh proof and is written down. */
export function ExportDialog({ wanted, count, onClose }: ExportDialogProps) {
  const { inbox: texts, say } = useTexts()
  const { submit, isBusy, failure } = useSubmit()
  const [format, setFormat] = useState<Format>('xlsx')
  const run = () =>
    submit(async () => {
      await save('POST /export', { body: { ...wanted, format } })
      onClose()
    })
  return (
    <FormDialog
      title={texts.exportTitle}
      text={say('inbox.exportText', { found: count })}
      submit={texts.export}
      isBusy={isBusy}
      failure={failure}
      onClose={onClose}
      onSubmit={run}
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
    </FormDialog>
  )
}
