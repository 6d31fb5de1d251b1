import { Eye } from 'lucide-react'
import { useState } from 'react'
import { LANGUAGES } from '#texts/languages.ts'
import { api, type ResultOf } from '../../api.ts'
import { CopyButton, Dialog } from '../../parts/dialog.tsx'
import { Button, buttonClass, Row } from '../../parts/elements.tsx'
import { useSubmit } from '../../parts/work.tsx'
import { useTexts } from '../../texts.tsx'
import styles from './content.module.css'
import { useOpenRecord } from './open-record.ts'

type Links = ResultOf<'GET /content/:type/:id/preview'>

// Without the page's own window as its opener, and as wide as a phone.
const PHONE_WINDOW = 'noopener,width=390,height=844'

export function Preview() {
  const { draft } = useOpenRecord()
  const { content } = useTexts()
  const { submit, isBusy, failure } = useSubmit()
  const [links, setLinks] = useState<Links>()
  const look = () =>
    submit(async () => {
      if (!(await draft.saveNow())) return
      setLinks(await api('GET /content/:type/:id/preview', { params: draft.params }))
    })
  return (
    <>
      {failure && (
        <span className={styles.failure} role="alert">
          {failure}
        </span>
      )}
      <Button
        look="quiet"
        icon={Eye}
        busy={isBusy}
        blocked={draft.isNew && content.editor.notStored}
        onClick={look}
        label={content.editor.preview}
      />
      {links && <PreviewDialog links={links} onClose={() => setLinks(undefined)} />}
    </>
  )
}

function PreviewDialog({ links: { links, expiresAt }, onClose }: { links: Links; onClose(): void }) {
  const { params } = useOpenRecord().draft
  const { content, shell, say, formats } = useTexts()
  const { submit, isBusy, failure } = useSubmit()
  const [areEnded, setEnded] = useState(false)
  const end = () =>
    submit(async () => {
      await api('DELETE /content/:type/:id/preview', { params })
      setEnded(true)
    }, content.editor.previewsEnded)
  if (areEnded)
    return (
      <Dialog
        title={content.editor.preview}
        text={content.editor.previewsEnded}
        onClose={onClose}
        close={shell.close}
      />
    )
  return (
    <Dialog
      title={content.editor.preview}
      text={say('content.editor.previewText', { when: formats.moment(expiresAt) })}
      onClose={onClose}
      actions={
        <>
          <Button look="danger" busy={isBusy} onClick={end} label={content.editor.endPreviews} />
          <Button onClick={onClose} label={shell.close} />
        </>
      }
    >
      <ul className={styles.previews}>
        {LANGUAGES.map((language) => (
          <li key={language}>
            <p className={styles.name}>{content.parts[language]}</p>
            <Row>
              <a
                className={buttonClass({ look: 'primary' })}
                href={links[language]}
                target="_blank"
                rel="noopener"
                aria-label={say('content.editor.previewOpenIn', { language: content.parts[language] })}
              >
                {content.editor.previewOpen}
              </a>
              <Button
                aria-label={say('content.editor.previewPhoneIn', { language: content.parts[language] })}
                onClick={() => window.open(links[language], '', PHONE_WINDOW)}
                label={content.editor.previewPhone}
              />
              <CopyButton text={links[language]} label={content.editor.previewCopy} />
            </Row>
          </li>
        ))}
      </ul>
      <p className="muted small">{content.editor.endPreviewsText}</p>
      {failure && <p role="alert">{failure}</p>}
    </Dialog>
  )
}
