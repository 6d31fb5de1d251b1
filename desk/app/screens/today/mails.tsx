import { Link, useRevalidator } from 'react-router'
import { api, type ResultOf } from '../../api.ts'
import { useFormats } from '../../formats.ts'
import { useAnnouncements } from '../../parts/announcements.tsx'
import { Button } from '../../parts/button.tsx'
import { Dot } from '../../parts/dot.tsx'
import { Block, Note } from '../../parts/layout.tsx'
import { useSubmit } from '../../parts/use-submit.ts'
import { useSession } from '../../session.tsx'
import { useSay, useTexts } from '../../texts.tsx'
import styles from './today.module.css'

type StuckMail = ResultOf<'GET /mails/stuck'>['mails'][number]

interface MailsProps {
  /** The oldest of those that did not leave. */
  stuck: StuckMail[]
  counted: ResultOf<'GET /today'>['mails']
}

/** Mails that did not leave, each with its reason and one more try. */
export function Mails({ stuck, counted }: MailsProps) {
  const texts = useTexts('today')
  const say = useSay('today')
  const withheld = stuck.filter((mail) => mail.withheld !== null).length
  const underWay = counted.owed - counted.stuck
  return (
    <Block title={texts.mails}>
      {stuck.length > 0 ? (
        <>
          <p className={styles.stuck}>
            <Dot colour="cinnabar" />
            {say('stuck', { count: counted.stuck + withheld })}
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
      {underWay > 0 && <p className="second">{say('owed', { count: underWay })}</p>}
    </Block>
  )
}

function Stuck({ mail: { id, reference, kind, tries, because, withheld, createdAt } }: { mail: StuckMail }) {
  const texts = useTexts('today')
  const say = useSay('today')
  const formats = useFormats()
  const announcements = useAnnouncements()
  const { can } = useSession()
  const { revalidate } = useRevalidator()
  const { submit, isBusy, failure } = useSubmit()
  const tryAgain = () =>
    submit(async () => {
      await api('POST /mails/:id/retry', { params: { id } })
      announcements.say(texts.mailIsDue)
    }).finally(revalidate)
  const name = useTexts('submission').mails[kind]
  return (
    <li>
      <span>
        {name}{' '}
        <Link className="link" dir="ltr" to={`/inbox/${reference}`}>
          {reference}
        </Link>
      </span>
      {can('submissions.change') && (
        <Button small busy={isBusy} onClick={tryAgain} aria-label={say('tryMailAgainLabel', { mail: name, reference })}>
          {texts.tryMailAgain}
        </Button>
      )}
      <span className="muted small">
        {withheld ? texts.mailWithheld : say('mailRefused', { tries, because })} · {formats.ago(createdAt)}
      </span>
      {failure && <Note kind="wrong">{failure}</Note>}
    </li>
  )
}
