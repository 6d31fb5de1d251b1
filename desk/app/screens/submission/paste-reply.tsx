import { ClipboardPaste } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../api.ts'
import { FormDialog } from '../../parts/dialog.tsx'
import { Button } from '../../parts/elements.tsx'
import { TextField } from '../../parts/field.tsx'
import { useAnnouncements, useSubmit } from '../../parts/work.tsx'
import { useTexts } from '../../texts.tsx'
import { useOpenSubmission } from './open-submission.ts'

/** For a reply that arrived in a mailbox. */
export function PasteReply() {
  const { replies: texts } = useTexts()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button small look="quiet" icon={ClipboardPaste} onClick={() => setOpen(true)} label={texts.paste} />
      {isOpen && <PasteDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function PasteDialog({ onClose }: { onClose(): void }) {
  const { submission, refresh } = useOpenSubmission()
  const { replies: texts } = useTexts()
  const { say } = useAnnouncements()
  const form = useSubmit()
  const [id] = useState((): string => crypto.randomUUID())
  const [text, setText] = useState('')
  const paste = () =>
    form.submit(async () => {
      await api('POST /submissions/:id/replies', { params: { id: submission.reference }, body: { id, text } })
      onClose()
      say(texts.pasted)
      await refresh()
    })
  return (
    <FormDialog
      title={texts.paste}
      text={texts.pasteHint}
      submit={texts.pasteSubmit}
      form={form}
      stays
      onClose={onClose}
      onSubmit={paste}
    >
      <TextField
        label={texts.text}
        name="text"
        dir="auto"
        rows={8}
        value={text}
        error={form.errorOf('text')}
        onChange={({ target }) => setText(target.value)}
      />
    </FormDialog>
  )
}
