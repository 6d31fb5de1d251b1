import { Link, useRevalidator } from 'react-router'
import { api, type ResultOf } from '../../api.ts'
import { Block, Button, Dot, Note } from '../../parts/elements.tsx'
import { useAnnouncements, useSubmit } from '../../parts/work.tsx'
import { useSession } from '../../session.tsx'
import { useTexts } from '../../texts.tsx'
import styles from './today.module.css'

type StuckMail = ResultOf<'GET /mails/stuck'>['mails'][number]

interface MailsProps {
  /** The oldest of those that did not leave. */
  stuck: StuckMail[]
  counted: ResultOf<'GET /today'>['mails']
}

/** Mails that did not leave, each with its reason and one more try. */
export function Mails({ stuck, counted }: MailsProps) {
  const { today: texts, say } = useTexts()
  const withheld = stuck.filter((mail) => mail.withheld !== null).length
  const underWay = counted.owed - counted.stuck
  return (
    <Block title={texts.mails}>
      {stuck.length > 0 ? (
        <>
          <p className={styles.stuck}>
            <Dot colour="cinnabar" />
            {say('today.stuck', { count: counted.stuck + withheld })}
          </p>
          <ul className={styles.mails}>
            {stuck.map((mail) => (
              <Stuck key={mail.id} mail={mail} />
            ))}
          </ul>
        </>
      ) : (
        <p className="second">{texts.mailsFine}</p>
      )}
      {underWay > 0 && <p className="second">{say('today.owed', { count: underWay })}</p>}
    </Block>
  )
}

function Stuck({ mail: { id, reference, kind, tries, because, withheld, createdAt } }: { mail: StuckMail }) {
  const { today: texts, say, formats } = useTexts()
  const announcements = useAnnouncements()
  const { can } = useSession()
  const { revalidate } = useRevalidator()
  const { submit, isBusy, failure } = useSubmit()
  const tryAgain = () =>
    submit(async () => {
      await api('POST /mails/:id/retry', { params: { id } })
      announcements.say(texts.mailIsDue)
    }).finally(revalidate)
  const name = useTexts().submission.mails[kind]
  return (
    <li>
      <span>
        {name}{' '}
        <Link className="link" dir="ltr" to={`/inbox/${reference}`}>
          {reference}
        </Link>
      </span>
      {can('submissions.change') && (
        <Button
          small
          busy={isBusy}
          onClick={tryAgain}
          aria-label={say('today.tryMailAgainLabel', { mail: name, reference })}
        >
          {texts.tryMailAgain}
        </Button>
      )}
      <span className="muted small">
        {withheld ? texts.mailWithheld : say('today.mailRefused', { tries, because })} · {formats.ago(createdAt)}
      </span>
      {failure && <Note kind="wrong">{failure}</Note>}
    </li>
  )
}
