import { Link, useLoaderData } from 'react-router'
import { classNames } from '#site/brand/class-names.ts'
import { api, type ResultOf } from '../../api.ts'
import { currentTime } from '../../clock.ts'
import { Block, Body, Button, Dot, Note, TextLink } from '../../parts/elements.tsx'
import { LoadFailure, useLoaded, useSubmit } from '../../parts/work.tsx'
import { useSession } from '../../session.tsx'
import {
  About,
  AssigneeInitial,
  Due,
  loadColleagues,
  PromiseDots,
  SampleMark,
  StageDot,
  useColleagues,
} from '../../submissions/item.tsx'
import { useTexts } from '../../texts.tsx'
import { ContentWork } from './content-work.tsx'
import styles from './today.module.css'

export async function loader() {
  const [today, colleagues] = await Promise.all([api('GET /today'), loadColleagues()])
  // A team sees nothing of the queue.
  const queue = today.seesQueue ? await api('GET /queue/stuck') : undefined
  return { today, colleagues, queue }
}

type Today = Awaited<ReturnType<typeof loader>>['today']

export function Component() {
  const { today, queue } = useLoaderData<typeof loader>()
  const { today: texts, say, company, formats } = useTexts()
  const { unread, waiting } = today
  const fresh = Object.values(unread).reduce((sum, count) => sum + count, 0)
  return (
    <>
      <title>{`${texts.title} · ${company}`}</title>
      <Body className={styles.today}>
        <header className={styles.head}>
          <p className="muted">{formats.weekday(currentTime())}</p>
          <h1 className={styles.headline} tabIndex={-1}>
            {say('today.headline', { fresh, figure: formats.figure(fresh), late: waiting.late })}
            <Dot fill="solid" colour="cinnabar" />
          </h1>
          <Figures today={today} />
        </header>
        <Conditions />
        <div className={styles.columns}>
          <div className={styles.main}>
            <Notices today={today} />
            <Unsorted today={today} />
            <Waiting today={today} />
            <ThirtyDays today={today} />
            <ContentWork today={today} />
          </div>
          <div className={styles.aside}>
            <Jobs today={today} />
            {queue && <StuckJobs queue={queue} />}
          </div>
        </div>
      </Body>
    </>
  )
}

/** Mails that name no record. */
function Unsorted({ today: { unsorted } }: { today: Today }) {
  const { say } = useTexts()
  const { can } = useSession()
  if (unsorted === 0 || !can('submissions.change')) return null
  return (
    <p className={styles.unsorted}>
      <Dot colour="cinnabar" /> <TextLink to="/replies">{say('replies.unsortedCount', { count: unsorted })}</TextLink>
    </p>
  )
}

function Figures({ today: { unread, mine, marked } }: { today: Today }) {
  const { say, formats } = useTexts()
  const figures = [
    ['applications', unread['career-application'], '?form=career-application&read=no'],
    ['messages', unread['contact-message'], '?form=contact-message&read=no'],
    ['internships', unread['internship-application'], '?form=internship-application&read=no'],
    ['mine', mine, '?person=me&waiting=yes'],
    ['marked', marked, '?marked=yes&read=no'],
  ] as const
  return (
    <ul className={styles.figures}>
      {figures.map(([name, count, search]) => (
        <li key={name}>
          <Dot fill={count > 0 ? 'hollow' : 'solid'} colour={count > 0 ? 'cinnabar' : 'edge'} />
          <TextLink to={`/inbox${search}`}>{say(`today.${name}`, { count, figure: formats.figure(count) })}</TextLink>
        </li>
      ))}
    </ul>
  )
}

/** Mentions and assignments of this person, until they open the record. */
function Notices({ today: { notices } }: { today: Today }) {
  const { today: texts, submissions: words, say, formats } = useTexts()
  const { nameOf } = useColleagues()
  if (notices.count === 0) return null
  const more = notices.count - notices.items.length
  return (
    <Block
      title={texts.notices}
      aside={
        <Link className="link small" to="/inbox?person=me">
          {texts.allMine}
        </Link>
      }
    >
      <ul className={styles.waiting}>
        {notices.items.map(({ id, kind, actorId, at, submission }) => {
          if (!submission) return null
          return (
            <li key={id}>
              <Dot colour="cinnabar" />
              <Link className={classNames('own', styles.name)} dir="auto" to={`/inbox/${submission.reference}`}>
                {submission.name}
              </Link>
              <span className={styles.about}>
                <span className="muted small">{words.kinds[submission.kind]}</span>
                <About item={submission} />
                <SampleMark item={submission} />
              </span>
              <span className={styles.reason}>
                <b>{texts[kind === 'assignment' ? 'assignment' : 'mention']}</b>{' '}
                <span className="muted small">
                  <bdi>{say('today.noticeBy', { name: nameOf(actorId) })}</bdi> · {formats.ago(at)}
                </span>
              </span>
            </li>
          )
        })}
      </ul>
      {more > 0 && <p className="second">{say('today.moreNotices', { count: more })}</p>}
    </Block>
  )
}

function Waiting({ today: { waiting } }: { today: Today }) {
  const { today: texts, submissions: words, say, formats } = useTexts()
  const list = '?waiting=yes&order=waiting'
  return (
    <Block
      title={texts.waiting}
      aside={
        <Link className="link small" to={`/inbox${list}`}>
          {say('today.allWaiting', { count: waiting.count, figure: formats.figure(waiting.count) })}
        </Link>
      }
    >
      {waiting.items.length === 0 && <p className="second">{texts.nobodyWaits}</p>}
      <ul className={styles.waiting}>
        {waiting.items.map((item) => (
          <li key={item.reference}>
            <Dot colour={item.isRead ? 'ink' : 'cinnabar'} label={item.isRead ? words.read : words.unread} />
            <Link className={classNames('own', styles.name)} dir="auto" to={`/inbox/${item.reference}${list}`}>
              {item.name}
            </Link>
            <span className={styles.about}>
              <span className="muted small">{words.kinds[item.kind]}</span>
              <About item={item} />
              <SampleMark item={item} />
            </span>
            <span className={styles.promise}>
              <PromiseDots item={item} />
              <Due item={item} />
            </span>
            <AssigneeInitial id={item.assigneeId} />
          </li>
        ))}
      </ul>
    </Block>
  )
}

const MAX_DOTS = 12

function ThirtyDays({ today: { days } }: { today: Today }) {
  const { today: texts, say, formats } = useTexts()
  const counted = days.map(({ day, counts }) => ({
    day,
    count: Object.values(counts).reduce((sum, count) => sum + count, 0),
  }))
  const highest = Math.max(1, ...counted.map(({ count }) => count))
  const total = counted.reduce((sum, { count }) => sum + count, 0)
  const dotsFor = (count: number) => (highest <= MAX_DOTS ? count : Math.ceil((count / highest) * MAX_DOTS))
  return (
    <Block title={texts.days} aside={<span className="muted small">{say('today.daysTotal', { count: total })}</span>}>
      <Link className={classNames('link', styles.daysLink)} to={`/inbox?since=${counted[0]?.day ?? ''}`}>
        {texts.daysLink}
      </Link>
      <ol className={styles.days}>
        {counted.map(({ day, count }) => (
          <li key={day}>
            <Link
              to={`/inbox?since=${day}&until=${day}`}
              aria-label={say('today.dayLabel', { day: formats.calendarDay(day), count })}
              title={say('today.dayLabel', { day: formats.calendarDay(day), count })}
            >
              {Array.from({ length: dotsFor(count) }, (_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: dots that never change places
                <Dot key={index} fill="solid" />
              ))}
              {count === 0 && <span className={styles.none} aria-hidden />}
            </Link>
          </li>
        ))}
      </ol>
      <p className={styles.scale} aria-hidden>
        <span>{formats.day(counted[0]?.day ?? currentTime())}</span>
        <span>{formats.day(currentTime())}</span>
      </p>
    </Block>
  )
}

const OPEN_STAGES = ['new', 'in-review', 'interview', 'offer'] as const

function Jobs({ today: { jobs } }: { today: Today }) {
  const { today: texts, submissions: words, say, formats, language } = useTexts()
  return (
    <Block
      title={texts.jobs}
      aside={
        <Link className="link small" to="/stages">
          {texts.allStages}
        </Link>
      }
    >
      <ul className={styles.jobs}>
        {jobs.map(({ id, title, closesOn, applications, stages }) => (
          <li key={id}>
            <TextLink to={`/stages/${id}`}>{title[language]}</TextLink>
            <span className={styles.number}>{formats.number(applications)}</span>
            <StageDots stages={stages} />
            <span className="muted small">
              {[
                applications === 0 && texts.noApplications,
                say('today.closes', { when: formats.calendarDay(closesOn) }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
      {jobs.some(({ applications }) => applications > 0) && (
        <p className={styles.legend}>
          {OPEN_STAGES.map((stage) => (
            <span key={stage}>
              <StageDot stage={stage} /> {words.stages[stage]}
            </span>
          ))}
        </p>
      )}
    </Block>
  )
}

const MAX_STAGE_DOTS = 6

/** One dot per open application; from seven on one dot with a number. */
function StageDots({ stages }: { stages: Today['jobs'][number]['stages'] }) {
  const { submissions: words, formats } = useTexts()
  const counted = OPEN_STAGES.map((stage) => ({ stage, count: stages[stage] ?? 0 })).filter(({ count }) => count > 0)
  if (counted.length === 0) return null
  const spoken = counted.map(({ stage, count }) => `${words.stages[stage]}: ${formats.number(count)}`).join(', ')
  return (
    <span className={styles.stages} role="img" aria-label={spoken} title={spoken}>
      {counted.map(({ stage, count }) => (
        <span key={stage}>
          {Array.from({ length: count > MAX_STAGE_DOTS ? 1 : count }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: dots that never change places
            <StageDot key={index} stage={stage} />
          ))}
          {count > MAX_STAGE_DOTS && <small>{formats.number(count)}</small>}
        </span>
      ))}
    </span>
  )
}

function Conditions() {
  const { today: texts, say } = useTexts()
  const { can } = useSession()
  const loading = useLoaded(can('settings.change') ? 'conditions' : undefined, (manner) =>
    api('GET /conditions', manner),
  )
  const conditions = loading.result?.conditions ?? []
  if (loading.failure) return <LoadFailure loaded={loading} />
  if (conditions.length === 0) return null
  return (
    <Note kind="wrong" title={texts.conditions}>
      <ul className={styles.conditions}>
        {conditions.map((condition) => (
          <li key={`${condition.name} ${condition.values.folder ?? ''}`}>
            {say(`today.condition_${condition.name}`, condition.values as never)}
          </li>
        ))}
      </ul>
    </Note>
  )
}

type Queue = ResultOf<'GET /queue/stuck'>
type StuckJob = Queue['jobs'][number]

function StuckJobs({ queue: { jobs, count, mailsWaiting } }: { queue: Queue }) {
  const { today: texts, say } = useTexts()
  return (
    <Block title={texts.queue}>
      {jobs.length > 0 ? (
        <>
          <p className={styles.stuck}>
            <Dot colour="cinnabar" />
            {say('today.stuck', { count })}
          </p>
          <ul className={styles.mails}>
            {jobs.map((job) => (
              <Stuck key={job.id} job={job} />
            ))}
          </ul>
          {count > jobs.length && <p className="second">{say('today.moreStuck', { count: count - jobs.length })}</p>}
          {jobs.filter(({ isHeld }) => !isHeld).length > 1 && <TryAll />}
        </>
      ) : (
        <p className="second">{texts.queueFine}</p>
      )}
      {mailsWaiting > 0 && <p className="second">{say('today.owed', { count: mailsWaiting })}</p>}
    </Block>
  )
}

function TryAll() {
  const { today: texts, say } = useTexts()
  const { change, isBusy, failure } = useSubmit()
  const retry = () =>
    change(
      () => api('POST /queue/retry'),
      ({ count }) => say('today.allAreDue', { count }),
    )
  const { can } = useSession()
  if (!can('submissions.change')) return null
  return (
    <>
      <Button small busy={isBusy} onClick={retry} label={texts.tryAll} />
      {failure && <Note kind="wrong">{failure}</Note>}
    </>
  )
}

function Stuck({ job: { id, kind, subject, payload, tries, because, isHeld, createdAt } }: { job: StuckJob }) {
  const { today: texts, submission, say, formats } = useTexts()
  const { can } = useSession()
  const { change, isBusy, failure } = useSubmit()
  const retry = () => change(() => api('POST /queue/:id/retry', { params: { id } }), texts.jobIsDue)
  const { mails } = submission
  const name = kind === 'mail' ? mails[payload.mail as keyof typeof mails] : texts.jobKinds[kind]
  const reference = kind === 'alert-link' || kind === 'job-alert' ? null : subject
  return (
    <li>
      <span>
        {name}{' '}
        {reference && (
          <TextLink dir="ltr" to={`/inbox/${reference}`}>
            {reference}
          </TextLink>
        )}
      </span>
      {can('submissions.change') && (
        <Button
          small
          busy={isBusy}
          onClick={retry}
          aria-label={say('today.tryAgainLabel', { job: [name, reference].filter(Boolean).join(' ') })}
          label={texts.tryAgain}
        />
      )}
      <span className="muted small">
        {isHeld ? texts.mailWithheld : say('today.jobFailed', { tries, because })} · {formats.ago(createdAt)}
      </span>
      {failure && <Note kind="wrong">{failure}</Note>}
    </li>
  )
}
