import { useState } from 'react'
import { save } from '../../api.ts'
import { FormDialog } from '../../parts/dialog.tsx'
import { Choice } from '../../parts/field.tsx'
import { useSubmit } from '../../parts/work.tsx'
import type { Filters } from '../../submissions/item.tsx'
import { useTexts } from '../../texts.tsx'

interface ExportDialogProps {
  wanted: Filters | { references: string[] }
  count: string
  onClose(): void
}

export function ExportDialog({ wanted, count, onClose }: ExportDialogProps) {
  const { inbox: texts, say } = useTexts()
  const { submit, ...form } = useSubmit()
  const [format, setFormat] = useState<keyof typeof texts.exportFormats>('xlsx')
  return (
    <FormDialog
      title={texts.exportTitle}
      text={say('inbox.exportText', { found: count })}
      submit={texts.export}
      form={form}
      onClose={onClose}
      onSubmit={() => submit(() => save('POST /export', { body: { ...wanted, format } }).then(onClose))}
    >
      <Choice
        legend={texts.exportFormat}
        name="format"
        look="cards"
        value={format}
        onChange={setFormat}
        options={texts.exportFormats}
      />
    </FormDialog>
  )
}
