import { CalendarPlus, Phone } from 'lucide-react'
import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useNavigate, useSearchParams } from 'react-router'
import { useTimeZone } from 'use-intl'
import { calendarDay, daysAfter } from '#domain/platform/calendar.ts'
import { classNames } from '#site/brand/class-names.ts'
import { api, type ResultOf } from '../../api.ts'
import { currentTime } from '../../clock.ts'
import { useActions } from '../../parts/actions.ts'
import { Dialog, SecretDialog } from '../../parts/dialog.tsx'
import {
  Block,
  Body,
  Button,
  Dot,
  type DotFill,
  Empty,
  Head,
  Note,
  Row,
  Table,
  TextLink,
} from '../../parts/elements.tsx'
import { Choice } from '../../parts/field.tsx'
import { useAnnouncements, useSubmit } from '../../parts/work.tsx'
import { useSession } from '../../session.tsx'
import { About, loadColleagues, SampleMark, useColleagues } from '../../submissions/item.tsx'
import { useTexts } from '../../texts.tsx'
import styles from './interviews.module.css'

type Shown = ResultOf<'GET /interviews'>
type Interview = Shown['interviews'][number]

export async function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const whose = searchParams.get('whose') === 'mine' ? 'mine' : 'all'
  const [shown, colleagues] = await Promise.all([
    api('GET /interviews', { query: { whose }, signal: request.signal }),
    loadColleagues(),
  ])
  return { ...shown, whose, colleagues } as const
}

export function Component() {
  const { interviews, whose } = useLoaderData<typeof loader>()
  const { interviews: texts } = useTexts()
  const [address, setAddress] = useSearchParams()
  const [isFeed, setFeed] = useState(false)
  const look = address.get('look') === 'week' ? 'week' : 'list'
  const change = (name: string, value: string) =>
    setAddress((former) => {
      const next = new URLSearchParams(former)
      next.set(name, value)
      return next
    })
  useActions([{ id: 'feed', label: texts.feed, icon: CalendarPlus, run: () => setFeed(true) }])
  const open = interviews.filter(({ state }) => state !== 'done' && state !== 'cancelled')
  const over = interviews.filter(({ state }) => state === 'done' || state === 'cancelled').toReversed()
  return (
    <>
      <Head
        title={texts.title}
        actions={<Button icon={CalendarPlus} onClick={() => setFeed(true)} label={texts.feed} />}
      />
      <Body>
        <div className={styles.filters}>
          <Choice
            legend={texts.whose}
            name="whose"
            value={whose}
            options={{ all: texts.all, mine: texts.mine }}
            onChange={(value) => change('whose', value)}
          />
          <Choice
            legend={texts.look}
            name="look"
            value={look}
            options={{ list: texts.list, week: texts.week }}
            onChange={(value) => change('look', value)}
          />
        </div>
        <Calls />
        {interviews.length === 0 && <Empty fill="hollow" title={texts.emptyTitle} text={texts.emptyText} />}
        {look === 'week' && interviews.length > 0 ? (
          <ByDay interviews={interviews} />
        ) : (
          <>
            <Listed title={texts.open} interviews={open} />
            <Listed title={texts.over} interviews={over} />
          </>
        )}
        <Waiting />
      </Body>
      {isFeed && <Feed onClose={() => setFeed(false)} />}
    </>
  )
}

const FILLS: Record<Interview['state'], DotFill> = {
  proposed: 'hollow',
  expired: 'hollow',
  chosen: 'half',
  done: 'solid',
  cancelled: 'gone',
  replaced: 'gone',
}

function State({ state }: Pick<Interview, 'state'>) {
  const { interviews: texts } = useTexts()
  const colour = state === 'expired' ? 'accent' : state === 'cancelled' ? 'edge' : 'ink'
  return (
    <span className={styles.state}>
      <Dot fill={FILLS[state]} colour={colour} />
      {texts.states[state]}
    </span>
  )
}

function Listed({ title, interviews }: { title: string; interviews: Interview[] }) {
  const { interviews: texts } = useTexts()
  const { nameOf } = useColleagues()
  const { formats } = useTexts()
  const { name, job, state, when, with: people, last } = texts.columns
  if (interviews.length === 0) return null
  return (
    <Block title={title}>
      <Table stacks caption={title} columns={[name, job, state, when, people, last]}>
        {interviews.map((interview) => (
          <tr key={interview.id}>
            <th scope="row">
              <TextLink to={`/inbox/${interview.submission.reference}`} lang={interview.submission.language}>
                <bdi>{interview.submission.name}</bdi>
              </TextLink>{' '}
              <SampleMark item={interview.submission} />
            </th>
            <td className="second">
              <About item={interview.submission} />
            </td>
            <td>
              <State state={interview.state} />
            </td>
            <td>
              <When interview={interview} />
            </td>
            <td className="second">
              <bdi>{formats.list(interview.people.map(nameOf))}</bdi>
            </td>
            <td>
              <Last interview={interview} />
            </td>
          </tr>
        ))}
      </Table>
    </Block>
  )
}

function When({ interview }: { interview: Interview }) {
  const { say, formats } = useTexts()
  const { startsAt, minutes, place, chooseUntil, offered } = interview
  if (startsAt) return say('interviews.at', { when: formats.moment(startsAt), minutes, place })
  return say('interviews.chooseBy', { count: offered, when: formats.moment(chooseUntil) })
}

function Last({ interview }: { interview: Interview }) {
  const { interviews: texts, say } = useTexts()
  const { needsInterviewer, unsuitable, state, moves, cancelledBy } = interview
  if (needsInterviewer) return <b className={styles.wrong}>{texts.needsInterviewer}</b>
  if (state === 'cancelled') return cancelledBy === 'candidate' ? texts.byCandidate : texts.byStaff
  if (unsuitable && (state === 'proposed' || state === 'expired'))
    return <bdi className={styles.wrong}>{say('interviews.unsuitable', { words: unsuitable })}</bdi>
  if (state === 'proposed') return <span className="second">{texts.noChoice}</span>
  return moves > 0 ? say('interviews.moved', { count: moves }) : null
}

const SHOWN_DAYS = 7

/** A column for each day; on a phone one below the other. */
function ByDay({ interviews }: { interviews: Interview[] }) {
  const { interviews: texts, formats, say } = useTexts()
  const zone = useTimeZone() ?? 'UTC'
  const [from, setFrom] = useState(() => calendarDay(currentTime(), zone))
  const days = Array.from({ length: SHOWN_DAYS }, (_, index) => daysAfter(from, index))
  const until = days.at(-1) as string
  return (
    <section>
      <div className={styles.weekHead}>
        <Button small onClick={() => setFrom(daysAfter(from, -SHOWN_DAYS))} label={texts.previousWeek} />
        <b>{say('interviews.range', { from: formats.calendarDay(from), to: formats.calendarDay(until) })}</b>
        <Button small onClick={() => setFrom(daysAfter(from, SHOWN_DAYS))} label={texts.nextWeek} />
      </div>
      <ol className={styles.agenda}>
        {days.map((day) => {
          const own = interviews.filter(
            ({ startsAt, state }) => startsAt && state !== 'cancelled' && calendarDay(new Date(startsAt), zone) === day,
          )
          return (
            <li key={day}>
              <h3 className={styles.dayName}>{formats.weekdayOf(day)}</h3>
              {own.length === 0 && <p className="muted small">{texts.nothingThisWeek}</p>}
              {own.map((interview) => (
                <p key={interview.id} className={classNames(styles.entry, styles[interview.state])}>
                  <b>{formats.time(String(interview.startsAt))}</b>{' '}
                  <TextLink to={`/inbox/${interview.submission.reference}`}>
                    <bdi>{interview.submission.name}</bdi>
                  </TextLink>
                  <small>
                    <About item={interview.submission} />
                  </small>
                </p>
              ))}
            </li>
          )
        })}
      </ol>
    </section>
  )
}

function Calls() {
  const { calls } = useLoaderData<typeof loader>()
  const { interviews: texts, say, formats } = useTexts()
  const { can } = useSession()
  const { change, failure, isBusy } = useSubmit()
  if (calls.length === 0) return null
  const done = (reference: string) =>
    change(() => api('PUT /submissions/:id/call-request', { params: { id: reference } }), texts.callDone)
  return (
    <Block title={texts.calls}>
      {failure && <Note kind="wrong">{failure}</Note>}
      <ul className={styles.waiting}>
        {calls.map((each) => (
          <li key={each.reference}>
            <TextLink to={`/inbox/${each.reference}`}>
              <bdi>{each.name}</bdi>
            </TextLink>
            <a className="link" href={`tel:${each.callPhone.replace(/[^\d+]/g, '')}`} dir="ltr">
              {each.callPhone}
            </a>
            <span className="second" dir="auto">
              {each.times}
            </span>
            <span className="muted small">{formats.ago(each.askedAt)}</span>
            {can('interviews.plan') && (
              <Button
                small
                icon={Phone}
                busy={isBusy}
                aria-label={say('interviews.callMadeNamed', { name: each.name })}
                onClick={() => done(each.reference)}
                label={texts.callMade}
              />
            )}
          </li>
        ))}
      </ul>
    </Block>
  )
}

function Waiting() {
  const { waiting } = useLoaderData<typeof loader>()
  const { interviews: texts, say, formats } = useTexts()
  const { can } = useSession()
  const navigate = useNavigate()
  return (
    <Block title={texts.waiting}>
      {waiting.length === 0 && <p className="second">{texts.waitingNone}</p>}
      <ul className={styles.waiting}>
        {waiting.map((each) => (
          <li key={each.reference}>
            <TextLink to={`/inbox/${each.reference}`}>
              <bdi>{each.name}</bdi>
            </TextLink>
            <span className="second">
              <About item={each} />
            </span>
            <span className="muted small">{say('interviews.since', { when: formats.day(each.stageSince) })}</span>
            {can('interviews.plan') && (
              <Button
                small
                aria-label={say('interviews.proposeFor', { name: each.name })}
                onClick={() => navigate(`/interviews/${each.reference}`)}
                label={texts.propose}
              />
            )}
          </li>
        ))}
      </ul>
    </Block>
  )
}

function Feed({ onClose }: { onClose(): void }) {
  const { feedSince } = useLoaderData<typeof loader>()
  const { interviews: texts, say, formats } = useTexts()
  const { show } = useAnnouncements()
  const { change, failure, isBusy } = useSubmit()
  const [address, setAddress] = useState<string>()
  if (address)
    return (
      <SecretDialog title={texts.feed} text={texts.feedShown} secret={address} done={texts.done} onClose={onClose} />
    )
  const make = () => change(async () => setAddress((await api('POST /account/calendar')).address))
  const end = () =>
    change(async () => {
      await api('DELETE /account/calendar')
      onClose()
      show(texts.feedEnded)
    })
  return (
    <Dialog title={texts.feed} text={texts.feedText} onClose={onClose}>
      {feedSince && <p className="second">{say('interviews.feedSince', { when: formats.moment(feedSince) })}</p>}
      {failure && <Note kind="wrong">{failure}</Note>}
      <Row>
        <Button look="primary" busy={isBusy} onClick={make} label={feedSince ? texts.feedRenew : texts.feedNew} />
        {feedSince && <Button busy={isBusy} onClick={end} label={texts.feedEnd} />}
      </Row>
    </Dialog>
  )
}
