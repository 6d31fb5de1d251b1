import { Paperclip } from 'lucide-react'
import { useState } from 'react'
import { addressOf } from '../../api.ts'
import { Button, Icon, Ltr } from '../../parts/elements.tsx'
import { useColleagues } from '../../submissions/item.tsx'
import { useTexts } from '../../texts.tsx'
import { type Submission, useOpenSubmission } from './open-submission.ts'
import styles from './submission.module.css'

type Reply = Submission['replies'][number]
export type Attachment = Pick<Submission['attachments'][number], 'id' | 'fileName' | 'size' | 'marks'>

export function ReplyHead({ reply }: { reply: Reply }) {
  const { replies: texts, formats, say } = useTexts()
  const { nameOf } = useColleagues()
  const { kind, receivedAt, from, isOtherAddress, authorId } = reply
  return (
    <>
      <b>{texts.kinds[kind]}</b>{' '}
      {kind !== 'pasted' && kind !== 'bounce' && (
        <span className="muted small">
          <Ltr>{from}</Ltr>
        </span>
      )}{' '}
      {isOtherAddress && <span className={styles.wrong}>{texts.otherAddress}</span>}{' '}
      <span className="muted small">
        {kind === 'pasted' && <>{say('replies.pastedBy', { name: nameOf(authorId) })} · </>}
        {formats.moment(receivedAt)}
      </span>
    </>
  )
}

export function ReplyBody({ reply }: { reply: Reply }) {
  const { submission } = useOpenSubmission()
  const { replies: texts } = useTexts()
  const [isWhole, setWhole] = useState(false)
  const { kind, text, wholeText, bounceCode, dropped, id } = reply
  const files = submission.attachments.filter(({ replyId }) => replyId === id)
  const isCut = wholeText !== text
  return (
    <>
      {kind === 'bounce' && <p className={styles.wrong}>{bounceReason(texts.bounces, bounceCode)}</p>}
      {(kind !== 'bounce' || isWhole) && (
        <p className={styles.received} dir="auto">
          {(isWhole ? wholeText : text) || <i className="muted">{texts.noText}</i>}
        </p>
      )}
      {(isCut || kind === 'bounce') && (
        <Button
          look="link"
          small
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
          label={isWhole ? texts.hideWhole : texts.showWhole}
        />
      )}
      <Attachments files={files} of={{ submission: submission.reference }} />
      <Dropped files={dropped} />
    </>
  )
}

type Bounces = ReturnType<typeof useTexts>['replies']['bounces']

/** By the class of RFC 3463. */
export function bounceReason(texts: Bounces, code: string | null) {
  if (/^\d\.1\./.test(code ?? '')) return texts.unknown
  if (/^\d\.2\.2/.test(code ?? '')) return texts.full
  if (/^\d\.2\./.test(code ?? '')) return texts.closed
  if (/^\d\.3\.4|^\d\.2\.3/.test(code ?? '')) return texts.tooLarge
  if (/^\d\.7\./.test(code ?? '')) return texts.refused
  return texts.other
}

export function Attachments({
  files,
  of,
}: {
  files: readonly Attachment[]
  of: { submission: string } | { reply: string }
}) {
  const { submissions: words, formats, replies: texts } = useTexts()
  if (files.length === 0) return null
  return (
    <ul className={styles.files} aria-label={texts.files}>
      {files.map(({ id, fileName, size, marks }) => (
        <li key={id}>
          <a
            className={styles.attached}
            download
            href={
              'submission' in of
                ? addressOf('GET /submissions/:id/attachments/:attachment', {
                    params: { id: of.submission, attachment: id },
                  })
                : addressOf('GET /replies/:id/attachments/:attachment', { params: { id: of.reply, attachment: id } })
            }
          >
            <Icon of={Paperclip} small />
            <span className="own" dir="auto">
              {fileName}
            </span>
            <span className="muted small">{formats.size(size)}</span>
          </a>
          {marks.map((mark) => (
            <p key={mark} className={styles.wrong}>
              {(words.marks as Record<string, string>)[mark] ?? words.marks.other}
            </p>
          ))}
        </li>
      ))}
    </ul>
  )
}

export function Dropped({ files }: { files: readonly { name: string; size: number }[] }) {
  const { replies: texts, formats, say } = useTexts()
  if (files.length === 0) return null
  const names = files.map(({ name, size }) => (name ? `${name} (${formats.size(size)})` : texts.rest))
  return <p className="second small">{say('replies.dropped', { names: formats.list(names) })}</p>
}
