import { useEffect, useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useTranslations } from 'use-intl'
import { formatsIn } from '#texts/dates-and-numbers.ts'
import { FullStop } from '../../../brand/dots/full-stop.tsx'
import { Tally } from '../../../brand/dots/tally.tsx'
import { Button, ButtonLink } from '../../../components/controls.tsx'
import { Field, StatusLine } from '../../../components/form/field.tsx'
import { Title } from '../../../components/headings.tsx'
import { PageHead } from '../../../components/page-head.tsx'
import { type PageHandle, useFormats, useLanguage, usePageContent, useRoot, useTexts } from '../../../page-context.tsx'
import { siteRequest } from '../../../request-context.ts'
import { useUnsentResult } from '../../../submissions/use-form.ts'
import { answerPost } from '../../own-page.ts'
import { NothingSent } from '../nothing-sent.tsx'
import { useUnwiredForm } from '../unwired-form.ts'
import styles from './coming-soon.module.css'
import counting from './countdown.module.css'
import notify from './notify-form.module.css'
import opened from './open.module.css'
import { NO_TIME_LEFT, type TimeLeft, timeLeftAt } from './time-left.ts'
import timing from './timer.module.css'

export const handle: PageHandle = {
  texts: ['coming-soon', 'forms', 'form-errors'],
  content: ['countdown'],
  closing: 'none',
  ground: 'cinnabar',
}

/** Never later than the date: after it the page is the same for every visitor. */
export const loader = async ({ context }: LoaderFunctionArgs) => ({
  now: Math.min(Date.now(), context.get(siteRequest).pageTexts.content.countdown.opensAt),
})
export const clientLoader = async () => ({ now: Date.now() })

export const action = answerPost

export default function ComingSoon() {
  const { meta } = useTexts('coming-soon')
  const { opensAt } = usePageContent('countdown')
  const now = useNow(opensAt)
  const isOpen = now >= opensAt
  return (
    <div className={isOpen ? styles.open : styles.counting}>
      <PageHead {...meta} result={useUnsentResult()} />
      <div className={`wrap ${styles.page}`}>
        {isOpen ? <Open /> : <Countdown left={timeLeftAt(now, opensAt)} />}
        <SocialLinks />
      </div>
    </div>
  )
}

/** The server's clock until the page wakes, then the visitor's, until the date. */
function useNow(opensAt: number) {
  const [now, setNow] = useState(useLoaderData<typeof loader>().now)

  useEffect(() => {
    let nextTick: ReturnType<typeof setTimeout>
    const tick = () => {
      const current = Date.now()
      setNow(current)
      if (current < opensAt) nextTick = setTimeout(tick, (opensAt - current) % SECOND || SECOND)
    }
    tick()
    return () => clearTimeout(nextTick)
  }, [opensAt])

  return now
}

const SECOND = 1000

function Countdown({ left }: { left: TimeLeft }) {
  const { title, email } = useTexts('coming-soon').before
  const sentence = useTranslations('coming-soon.before')
  const opening = useOpeningDate()
  return (
    <>
      <div className={counting.announcement}>
        <Title size="d1" text={title} />
        <div className={counting.side}>
          <p className="lead">{sentence('lead', opening)}</p>
          <NotifyForm label={email} />
        </div>
      </div>
      <div className={counting.timer} data-wake="visible">
        <Timer left={left} hasDots />
      </div>
      {/* For browsers without a script, which cannot count. */}
      <p className={counting.fixedDate}>
        <b>{opening.date}</b>
        <span>{opening.time}</span>
      </p>
    </>
  )
}

function Open() {
  const { title, enter, email } = useTexts('coming-soon').after
  const sentence = useTranslations('coming-soon.after')
  return (
    <div className={opened.text}>
      <div className={opened.dot} aria-hidden="true" />
      <div className={opened.news} role="status">
        <h1 className="d1">
          <FullStop text={title} className={opened.stop} />
        </h1>
        <p className="lead">{sentence('lead', useOpeningDate())}</p>
      </div>
      <Timer left={NO_TIME_LEFT} />
      <ButtonLink to="/" look="ink">
        {enter}
      </ButtonLink>
      <NotifyForm label={email} />
    </div>
  )
}

function useOpeningDate() {
  const { opensAt, timeZone, zoneName } = usePageContent('countdown')
  const format = formatsIn(useLanguage(), timeZone)
  return {
    date: format.day(opensAt),
    time: format.time(opensAt),
    zone: zoneName,
  }
}

function NotifyForm({ label }: { label: string }) {
  const { emailRequired, submit } = useTexts('coming-soon')
  const { notOpenYet } = useTexts('forms')
  const { form, fieldOf, isAnswered } = useUnwiredForm({ email: emailRequired })
  return (
    <>
      <NothingSent from="coming-soon" />
      <form {...form} className={notify.form}>
        <Field {...fieldOf('email')} type="email" label={label} autoComplete="email" dir="ltr" />
        <Button type="submit">{submit}</Button>
        <StatusLine state="under-way">{isAnswered && notOpenYet}</StatusLine>
      </form>
    </>
  )
}

/** Not read aloud every second. */
function Timer({ left, hasDots = false }: { left: TimeLeft; hasDots?: boolean }) {
  const { timer } = useTexts('coming-soon')
  const format = useFormats()
  const sentence = useTranslations('coming-soon.units')
  const dots = {
    days: fieldOfDays(left.days),
    hours: { total: 24, columns: 6 },
    minutes: { total: 60, columns: 10 },
    seconds: { total: 60, columns: 10 },
  }
  return (
    <div className={hasDots ? timing.dots : timing.figures} role="timer" aria-live="off" aria-label={timer}>
      {(['days', 'hours', 'minutes', 'seconds'] as const).map((unit) => (
        <p key={unit}>
          {hasDots && <Tally left={Math.min(left[unit], dots[unit].total)} {...dots[unit]} />}
          <b>{format.number(left[unit])}</b>
          <span>{sentence(unit, { count: left[unit] })}</span>
        </p>
      ))}
    </div>
  )
}

/** At least a month of dots, at most a year: a page cannot hold more. */
function fieldOfDays(days: number) {
  if (days <= 30) return { total: 30, columns: 6 }
  return { total: Math.min(days, 366), columns: days <= 100 ? 10 : 20 }
}

function SocialLinks() {
  const { follow } = useTexts('coming-soon')
  const links = useRoot().contactInfo?.social_links
  if (!links?.length) return null
  return (
    <div className={styles.social}>
      <p id="follow">{follow}</p>
      <ul aria-labelledby="follow">
        {links.map(({ name, url }) => (
          <li key={url}>
            <a href={url}>{name}</a>
          </li>
        ))}
      </ul>
    </div>
  )
}
