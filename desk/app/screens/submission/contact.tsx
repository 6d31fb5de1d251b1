import { MessageCircle, Phone } from 'lucide-react'
import { mailtoOf } from '#contract/mail-address.ts'
import type { ContactChannel } from '#domain/submissions/contacts.ts'
import { api } from '../../api.ts'
import { useActions } from '../../parts/actions.ts'
import { Button, buttonClass, Icon, Ltr, Note, Row } from '../../parts/elements.tsx'
import { useAnnouncements, useSubmit } from '../../parts/work.tsx'
import { useSession } from '../../session.tsx'
import { useTexts } from '../../texts.tsx'
import { useOpenSubmission } from './open-submission.ts'
import styles from './submission.module.css'

/** How to reach the sender outside the desk, and that somebody did. */
export function Contact() {
  const { email, phone, whatsapp } = useOpenSubmission().submission
  const { submission: texts } = useTexts()
  const { can } = useSession()
  const { opened, contacted, failure } = useContacts()
  const mayRecord = can('submissions.change')
  useActions(
    mayRecord && phone
      ? [
          { id: 'telephoned', label: texts.keys.telephone, keys: 'T', icon: Phone, run: () => contacted('telephone') },
          {
            id: 'whatsapp',
            label: texts.keys.whatsapp,
            keys: 'W',
            icon: MessageCircle,
            run: () => contacted('whatsapp'),
          },
        ]
      : [],
  )
  return (
    <section className={styles.contact}>
      <h2 className="h3">{texts.contact}</h2>
      <p className={styles.ways}>
        <a className="link" href={mailtoOf(email)}>
          <Ltr>{email}</Ltr>
        </a>
      </p>
      <div className={styles.ways}>
        {phone ? (
          <a className="link" href={`tel:${phone}`} onClick={() => opened('telephone')}>
            <Icon of={Phone} small /> <Ltr>{phone}</Ltr>
          </a>
        ) : (
          <i className="muted">{texts.noAnswer}</i>
        )}
        {phone && whatsapp && (
          <a
            className={buttonClass({ small: true })}
            href={whatsapp}
            target="_blank"
            rel="noreferrer"
            onClick={() => opened('whatsapp')}
          >
            <Icon of={MessageCircle} small />
            {texts.whatsapp}
          </a>
        )}
      </div>
      {phone && mayRecord && (
        <div className={styles.ways}>
          <span className="second">{texts.contacted}</span>
          <Row>
            <Button
              small
              onClick={() => contacted('telephone')}
              label={[texts.contactedBy.telephone, <kbd key="T">T</kbd>]}
            />
            <Button
              small
              onClick={() => contacted('whatsapp')}
              label={[texts.contactedBy.whatsapp, <kbd key="W">W</kbd>]}
            />
          </Row>
        </div>
      )}
      {failure && <Note kind="wrong">{failure}</Note>}
      {whatsapp && <p className="muted small">{texts.contactNote}</p>}
    </section>
  )
}

function useContacts() {
  const { submission, refresh } = useOpenSubmission()
  const { submissions: words, say } = useTexts()
  const { can } = useSession()
  const announcements = useAnnouncements()
  const { submit, failure } = useSubmit()
  const params = { id: submission.reference }
  /** Records only that the link was opened: the call or chat happens outside the desk. */
  const opened = (by: ContactChannel) => {
    if (!can('submissions.change')) return
    const body = { id: crypto.randomUUID() as string, by, act: 'opened' as const }
    api('POST /submissions/:id/contacts', { params, body, background: true, keepalive: true }).then(refresh, () => {})
  }
  const contacted = (by: ContactChannel) =>
    submit(async () => {
      const id: string = crypto.randomUUID()
      await api('POST /submissions/:id/contacts', { params, body: { id, by, act: 'contacted' } })
      announcements.offerUndo({
        text: say('submission.contactRecorded', { by }),
        async undo() {
          await api('DELETE /submissions/:id/contacts/:contact', { params: { ...params, contact: id } })
          announcements.show(words.undone.done)
          await refresh()
        },
      })
      await refresh()
    })
  return { opened, contacted, failure }
}
