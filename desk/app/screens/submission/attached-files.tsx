import { Paperclip, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { api, upload } from '../../api.ts'
import { Button, Icon, IconButton, Note } from '../../parts/elements.tsx'
import { useSubmit } from '../../parts/work.tsx'
import type { AttachedFile, Templates } from '../../submissions/letter-fields.tsx'
import { useTexts } from '../../texts.tsx'
import { useOpenSubmission } from './open-submission.ts'
import styles from './submission.module.css'

interface AttachedFilesProps {
  templates: Templates
  files: readonly AttachedFile[]
  onChange(next: (files: readonly AttachedFile[]) => AttachedFile[]): void
}

/** PDFs that leave with the letter. They are stored at once, and taken back while it is not sent. */
export function AttachedFiles({
  templates: { maxAttachments, maxAttachmentBytes },
  files,
  onChange,
}: AttachedFilesProps) {
  const { submission } = useOpenSubmission()
  const { letters: texts, formats, say } = useTexts()
  const chooser = useRef<HTMLInputElement>(null)
  const { submit, isBusy, failure } = useSubmit()
  const [tooLarge, setTooLarge] = useState<string>()
  const params = { id: submission.reference }
  const add = (file: File) => {
    const isTooLarge = file.size > maxAttachmentBytes
    setTooLarge(isTooLarge ? file.name : undefined)
    if (isTooLarge) return
    submit(async () => {
      const { signal } = new AbortController()
      const query = { name: file.name }
      const added = await upload('POST /submissions/:id/attachments', { params, query, file, signal, onProgress() {} })
      onChange((former) => [...former, added])
    })
  }
  const remove = ({ id }: AttachedFile) =>
    submit(async () => {
      onChange((former) => former.filter((each) => each.id !== id))
      await api('DELETE /submissions/:id/attachments/:attachment', { params: { ...params, attachment: id } })
    })
  return (
    <div className={styles.attach}>
      {files.length > 0 && (
        <ul className={styles.files}>
          {files.map((file) => (
            <li key={file.id} className={styles.attached}>
              <Icon of={Paperclip} small />
              <span className="own" dir="auto">
                {file.fileName}
              </span>
              <span className="muted small">{formats.size(file.size)}</span>
              <IconButton
                icon={X}
                label={say('letters.detach', { file: file.fileName })}
                onClick={() => remove(file)}
              />
            </li>
          ))}
        </ul>
      )}
      {files.length < maxAttachments && (
        <>
          <input
            ref={chooser}
            type="file"
            accept="application/pdf,.pdf"
            className="vh"
            tabIndex={-1}
            aria-label={texts.attach}
            onChange={({ target }) => {
              const [file] = target.files ?? []
              target.value = ''
              if (file) add(file)
            }}
          />
          <Button
            small
            look="quiet"
            icon={Paperclip}
            busy={isBusy}
            onClick={() => chooser.current?.click()}
            label={texts.attach}
          />
          <span className="muted small">
            {say('letters.attachHint', { count: maxAttachments, size: formats.size(maxAttachmentBytes) })}
          </span>
        </>
      )}
      {tooLarge && (
        <Note kind="wrong">
          {say('letters.attachTooLarge', { file: tooLarge, size: formats.size(maxAttachmentBytes) })}
        </Note>
      )}
      {failure && <Note kind="wrong">{failure}</Note>}
    </div>
  )
}
