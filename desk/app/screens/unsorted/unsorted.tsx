import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { ConfirmDialog } from '../../parts/dialog.tsx'
import { Body, Button, Empty, Head, Ltr, Note, Row, TextLink } from '../../parts/elements.tsx'
import { Field } from '../../parts/field.tsx'
import { useAnnouncements, useSubmit } from '../../parts/work.tsx'
import { useTexts } from '../../texts.tsx'
import { Attachments, Dropped } from '../submission/reply-item.tsx'
import styles from './unsorted.module.css'

export const loader = () => api('GET /replies/unsorted')

type Mail = Awaited<ReturnType<typeof loader>>['mails'][number]

/** Mails that matched no record: assigned or discarded by hand. */
export function Component() {
  const { mails, count } = useLoaderData<typeof loader>()
  const { replies: texts, say } = useTexts()
  return (
    <>
      <Head title={texts.unsorted} note={texts.unsortedNote} />
      <Body>
        {mails.length === 0 && (
          <Empty title={texts.unsortedEmpty} actions={<TextLink to="/inbox">{texts.toInbox}</TextLink>} />
        )}
        {count > mails.length && <Note>{say('replies.more', { count: count - mails.length })}</Note>}
        <ol className={styles.mails}>
          {mails.map((mail) => (
            <UnsortedMail key={mail.id} mail={mail} />
          ))}
        </ol>
      </Body>
    </>
  )
}

function UnsortedMail({ mail }: { mail: Mail }) {
  const { replies: texts, formats } = useTexts()
  const [isDiscarding, setDiscarding] = useState(false)
  const { revalidate } = useRevalidator()
  const { id, from, fromName, subject, text, receivedAt, heldBecause, attachments, dropped, kind } = mail
  return (
    <li className={styles.mail}>
      <header>
        <h2 className="h3" dir="auto">
          {subject || texts.noSubject}
        </h2>
        <p className="muted small">
          <bdi>{fromName}</bdi> <Ltr>{from}</Ltr> · {formats.moment(receivedAt)} · {texts.kinds[kind]}
        </p>
        <p className="second small">{texts.held[heldBecause ?? 'unknown']}</p>
      </header>
      {heldBecause !== 'unreadable' && (
        <p className={styles.text} dir="auto">
          {text || <i className="muted">{texts.noText}</i>}
        </p>
      )}
      <Attachments files={attachments} of={{ reply: id }} />
      <Dropped files={dropped} />
      <Assigning mail={mail} />
      <Row>
        <Button small look="quiet" icon={Trash2} onClick={() => setDiscarding(true)} label={texts.discard} />
      </Row>
      {isDiscarding && (
        <ConfirmDialog
          title={texts.discardTitle}
          text={texts.discardText}
          submit={texts.discard}
          said={texts.discarded}
          isDanger
          onConfirm={() => api('DELETE /replies/:id', { params: { id } })}
          onClose={() => setDiscarding(false)}
          onDone={revalidate}
        />
      )}
    </li>
  )
}

/** Records of the same address are offered; any other by its reference. */
function Assigning({ mail: { id, records } }: { mail: Mail }) {
  const { replies: texts, submissions: words, say } = useTexts()
  const { show } = useAnnouncements()
  const { revalidate } = useRevalidator()
  const form = useSubmit()
  const [typed, setTyped] = useState('')
  const assign = (reference: string) =>
    form.submit(async () => {
      await api('PUT /replies/:id/submission', { params: { id }, body: { reference } })
      show(say('replies.assigned', { reference }))
      await revalidate()
    })
  return (
    <div className={styles.assigning}>
      {records.map(({ reference, name, about, kind }) => (
        <Button
          key={reference}
          small
          busy={form.isBusy}
          onClick={() => assign(reference)}
          label={
            <span>
              <bdi>{name}</bdi> · <bdi>{about || words.kinds[kind]}</bdi> · <Ltr>{reference}</Ltr>
            </span>
          }
        />
      ))}
      <form
        className={styles.byReference}
        onSubmit={(event) => {
          event.preventDefault()
          if (typed.trim()) assign(typed.trim().toUpperCase())
        }}
      >
        <Field ltr label={texts.reference} value={typed} onChange={({ target }) => setTyped(target.value)} />
        <Button type="submit" busy={form.isBusy} label={texts.assign} />
      </form>
      {form.failure && <Note kind="wrong">{form.failure}</Note>}
    </div>
  )
}
