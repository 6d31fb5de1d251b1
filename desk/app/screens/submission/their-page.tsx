import { useState } from 'react'
import { api } from '../../api.ts'
import { FormDialog } from '../../parts/dialog.tsx'
import { Button, Row } from '../../parts/elements.tsx'
import { useAnnouncements, useSubmit } from '../../parts/work.tsx'
import { useSession } from '../../session.tsx'
import { useTexts } from '../../texts.tsx'
import styles from './submission.module.css'
import type { Submission } from './whole-submission.ts'

interface TheirPageProps {
  submission: Submission
  onRefresh(): Promise<void>
}

/** Whether whoever sent it can get in, and what to do where the wrong person can. */
export function TheirPage({ submission: { reference, email, link }, onRefresh }: TheirPageProps) {
  const { submission: texts, say, formats } = useTexts()
  const announcements = useAnnouncements()
  const { can } = useSession()
  const { submit, isBusy, failure } = useSubmit()
  const [asked, setAsked] = useState<'renew' | 'end'>()
  const params = { id: reference }
  const isOpen = link !== null && link.endedAt === null
  const close = () => setAsked(undefined)
  const renew = () =>
    submit(async () => {
      await api('POST /submissions/:id/link', { params })
      close()
      announcements.say(texts.linkRenewed)
      await onRefresh()
    })
  const end = () =>
    submit(async () => {
      await api('DELETE /submissions/:id/link', { params })
      close()
      announcements.say(texts.linkWasEnded)
      await onRefresh()
    })
  return (
    <section className={styles.theirPage}>
      <h2 className="h3">{texts.theirPage}</h2>
      <p className="second">
        {link === null
          ? texts.linkNone
          : link.endedAt === null
            ? say('submission.linkOpen', { when: formats.moment(link.createdAt) })
            : say('submission.linkEnded', { when: formats.ago(link.endedAt) })}
      </p>
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
        <FormDialog
          title={texts.renewLinkTitle}
          text={say('submission.renewLinkText', { email })}
          submit={texts.renewLink}
          isBusy={isBusy}
          failure={failure}
          onClose={close}
          onSubmit={renew}
        />
      )}
      {asked === 'end' && (
        <FormDialog
          title={texts.endLinkTitle}
          text={texts.endLinkText}
          submit={texts.endLink}
          isDanger
          isBusy={isBusy}
          failure={failure}
          onClose={close}
          onSubmit={end}
        />
      )}
    </section>
  )
}
