import { Eye } from 'lucide-react'
import { useState } from 'react'
import { LANGUAGES } from '#texts/languages.ts'
import { api, type ResultOf } from '../../api.ts'
import { useFormats } from '../../formats.ts'
import { useAnnouncements } from '../../parts/announcements.tsx'
import { Button, buttonClass } from '../../parts/button.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Row } from '../../parts/layout.tsx'
import { useSubmit } from '../../parts/use-submit.ts'
import { useSay, useTexts } from '../../texts.tsx'
import styles from './content.module.css'
import type { ContentRecord, Draft } from './draft-state.ts'

type Links = ResultOf<'GET /content/:type/:id/preview'>

// Without the page's own window as its opener, and as wide as a phone.
const PHONE_WINDOW = 'noopener,width=390,height=844'

/** The real page with the draft in it, in every language, and its link for others. */
export function Preview({ record, draft }: { record: ContentRecord; draft: Draft }) {
  const { editor } = useTexts('content')
  const { submit, isBusy, failure } = useSubmit()
  const [links, setLinks] = useState<Links>()
  const look = () =>
    submit(async () => {
      if (!(await draft.saveNow())) return
      const params = { type: record.type, id: String(record.id) }
      setLinks(await api('GET /content/:type/:id/preview', { params }))
    })
  return (
    <>
      {failure && (
        <span className={styles.failure} role="alert">
          {failure}
        </span>
      )}
      <Button look="quiet" icon={Eye} busy={isBusy} onClick={look}>
        {editor.preview}
      </Button>
      {links && <PreviewDialog record={record} links={links} onClose={() => setLinks(undefined)} />}
    </>
  )
}

interface PreviewDialogProps {
  record: ContentRecord
  links: Links
  onClose(): void
}

function PreviewDialog({ record, links: { links, expiresAt }, onClose }: PreviewDialogProps) {
  const { editor, parts } = useTexts('content')
  const { close } = useTexts('shell')
  const say = useSay('content')
  const formats = useFormats()
  const announcements = useAnnouncements()
  const { submit, isBusy, failure } = useSubmit()
  const [areEnded, setEnded] = useState(false)
  const end = () =>
    submit(async () => {
      await api('DELETE /content/:type/:id/preview', { params: { type: record.type, id: String(record.id) } })
      setEnded(true)
      announcements.say(editor.previewsEnded)
    })
  if (areEnded)
    return (
      <Dialog
        title={editor.preview}
        text={editor.previewsEnded}
        onClose={onClose}
        actions={<Button onClick={onClose}>{close}</Button>}
      />
    )
  return (
    <Dialog
      title={editor.preview}
      text={say('editor.previewText', { when: formats.moment(expiresAt) })}
      onClose={onClose}
      actions={
        <>
          <Button look="danger" busy={isBusy} onClick={end}>
            {editor.endPreviews}
          </Button>
          <Button onClick={onClose}>{close}</Button>
        </>
      }
    >
      <ul className={styles.previews}>
        {LANGUAGES.map((language) => (
          <li key={language}>
            <p className={styles.name}>{parts[language]}</p>
            <Row>
              <a
                className={buttonClass({ look: 'primary' })}
                href={links[language]}
                target="_blank"
                rel="noopener"
                aria-label={say('editor.previewOpenIn', { language: parts[language] })}
              >
                {editor.previewOpen}
              </a>
              <Button
                aria-label={say('editor.previewPhoneIn', { language: parts[language] })}
                onClick={() => window.open(links[language], '', PHONE_WINDOW)}
              >
                {editor.previewPhone}
              </Button>
              <CopyButton text={links[language]} label={editor.previewCopy} />
            </Row>
          </li>
        ))}
      </ul>
      <p className="muted small">{editor.endPreviewsText}</p>
      {failure && <p role="alert">{failure}</p>}
    </Dialog>
  )
}
