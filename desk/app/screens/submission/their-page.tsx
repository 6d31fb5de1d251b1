import { useState } from 'react'
import { api } from '../../api.ts'
import { ConfirmDialog } from '../../parts/dialog.tsx'
import { Button, Row } from '../../parts/elements.tsx'
import { useSession } from '../../session.tsx'
import { useTexts } from '../../texts.tsx'
import { useOpenSubmission } from './open-submission.ts'
import styles from './submission.module.css'

export function TheirPage() {
  const { submission, refresh } = useOpenSubmission()
  const { submission: texts, say, formats } = useTexts()
  const { can } = useSession()
  const [asked, setAsked] = useState<'renew' | 'end'>()
  const { reference, email, link } = submission
  const params = { id: reference }
  const isOpen = link !== null && link.endedAt === null
  const stateOf = ({ createdAt, endedAt }: NonNullable<typeof link>) =>
    endedAt === null
      ? say('submission.linkOpen', { when: formats.moment(createdAt) })
      : say('submission.linkEnded', { when: formats.ago(endedAt) })
  const closing = { onClose: () => setAsked(undefined), onDone: refresh }
  return (
    <section className={styles.theirPage}>
      <h2 className="h3">{texts.theirPage}</h2>
      <p className="second">{link ? stateOf(link) : texts.linkNone}</p>
      {can('submissions.change') && (
        <Row>
          <Button small onClick={() => setAsked('renew')}>
            {texts.renewLink}
          </Button>
          {isOpen && (
            <Button small look="quiet" onClick={() => setAsked('end')}>
              {texts.endLink}
            </Button>
          )}
        </Row>
      )}
      {asked === 'renew' && (
        <ConfirmDialog
          title={texts.renewLinkTitle}
          text={say('submission.renewLinkText', { email })}
          submit={texts.renewLink}
          said={texts.linkRenewed}
          onConfirm={() => api('POST /submissions/:id/link', { params })}
          {...closing}
        />
      )}
      {asked === 'end' && (
        <ConfirmDialog
          title={texts.endLinkTitle}
          text={texts.endLinkText}
          submit={texts.endLink}
          said={texts.linkWasEnded}
          isDanger
          onConfirm={() => api('DELETE /submissions/:id/link', { params })}
          {...closing}
        />
      )}
    </section>
  )
}
