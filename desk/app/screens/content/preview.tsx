import { Eye } from 'lucide-react'
import { useState } from 'react'
import { LANGUAGES } from '#texts/languages.ts'
import { api, type ResultOf } from '../../api.ts'
import { useFormats } from '../../formats.ts'
import { Button, buttonClass } from '../../parts/button.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Row } from '../../parts/layout.tsx'
import { useSubmit } from '../../parts/use-submit.ts'
import { useSay, useTexts } from '../../texts.tsx'
import styles from './content.module.css'
import type { ContentRecord, Draft } from './draft.ts'

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
      {links && <PreviewDialog links={links} onClose={() => setLinks(undefined)} />}
    </>
  )
}

function PreviewDialog({ links: { links, expiresAt }, onClose }: { links: Links; onClose(): void }) {
  const { editor, parts } = useTexts('content')
  const { close } = useTexts('shell')
  const say = useSay('content')
  const formats = useFormats()
  return (
    <Dialog
      title={editor.preview}
      text={say('editor.previewText', { when: formats.moment(expiresAt) })}
      onClose={onClose}
      actions={<Button onClick={onClose}>{close}</Button>}
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
    </Dialog>
  )
}
