import { CalendarClock, Phone } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { HOUR } from '#domain/platform/durations.ts'
import { api } from '../../api.ts'
import { useActions } from '../../parts/actions.ts'
import { ConfirmDialog } from '../../parts/dialog.tsx'
import { Button, Note, Row } from '../../parts/elements.tsx'
import { useAnnouncements, useSubmit } from '../../parts/work.tsx'
import { useSession } from '../../session.tsx'
import { useColleagues } from '../../submissions/item.tsx'
import { useTexts } from '../../texts.tsx'
import { type Submission, useOpenSubmission } from './open-submission.ts'
import styles from './submission.module.css'

type Interview = Submission['interviews'][number]

/** Its state, and what comes next. */
export function Interviews() {
  const { submission } = useOpenSubmission()
  const { interviews: texts } = useTexts()
  const { can } = useSession()
  const navigate = useNavigate()
  const { kind, reference, interviews, stage } = submission
  const [isCancelling, setCancelling] = useState(false)
  const interview = interviews.findLast(({ state }) => state !== 'replaced')
  const isApplication = kind !== 'contact-message'
  const mayChange = can('interviews.plan') && isApplication
  const isOpen = interview?.state === 'proposed' || interview?.state === 'chosen'
  const propose = () => navigate(`/interviews/${reference}`)
  useActions(mayChange ? [{ id: 'interview', label: texts.propose, keys: 'I', icon: CalendarClock, run: propose }] : [])
  if (!isApplication || (!interview && OVER.includes(stage))) return null
  const label = interview?.state === 'chosen' ? texts.edit : isOpen ? texts.other : texts.propose
  return (
    <section className={styles.theirPage}>
      <h2 className="h3">{texts.title}</h2>
      {interview ? <State interview={interview} /> : <p className="second">{texts.none}</p>}
      <CallRequest />
      {mayChange && (
        <Row>
          <Button small icon={CalendarClock} onClick={propose} label={label} />
          {isOpen && (
            <Button
              small
              look="quiet"
              onClick={() => setCancelling(true)}
              label={interview.state === 'chosen' ? texts.cancel : texts.withdraw}
            />
          )}
        </Row>
      )}
      {isCancelling && interview && <Cancelling interview={interview} onClose={() => setCancelling(false)} />}
    </section>
  )
}

const OVER: Submission['stage'][] = ['hired', 'declined', 'withdrawn']

function State({ interview }: { interview: Interview }) {
  const { interviews: texts, say, formats } = useTexts()
  const { nameOf } = useColleagues()
  const { state, startsAt, chooseUntil, changeHours, minutes, place, people, unsuitable, cancelledBy, times } =
    interview
  const until = startsAt ? new Date(Date.parse(startsAt) - changeHours * HOUR).toISOString() : chooseUntil
  const shown = state === 'replaced' ? 'cancelled' : state
  return (
    <>
      <p>
        <b>{texts.states[state]}</b>
        {cancelledBy && ` · ${cancelledBy === 'candidate' ? texts.byCandidate : texts.byStaff}`}
      </p>
      <p className="second">
        {startsAt
          ? say('interviews.at', { when: formats.moment(startsAt), minutes, place })
          : say('interviews.chooseBy', { count: times.length, when: formats.moment(chooseUntil) })}
      </p>
      <p className="second">
        <bdi>{formats.list(people.map(nameOf))}</bdi>
      </p>
      {unsuitable && (state === 'proposed' || state === 'expired') && (
        <Note>
          <bdi dir="auto">{say('interviews.unsuitable', { words: unsuitable })}</bdi>
        </Note>
      )}
      <p className="muted small">{say(`interviews.next.${shown}`, { when: formats.moment(until) })}</p>
    </>
  )
}

function CallRequest() {
  const { submission, refresh } = useOpenSubmission()
  const { interviews: texts, say, formats } = useTexts()
  const { can } = useSession()
  const { submit, failure, isBusy } = useSubmit()
  const { callRequest, reference } = submission
  if (!callRequest) return null
  const { phone, times, doneAt } = callRequest
  const done = () =>
    submit(async () => {
      await api('PUT /submissions/:id/call-request', { params: { id: reference } })
      await refresh()
    }, texts.callDone)
  if (doneAt) return <p className="muted small">{say('interviews.callWasMade', { when: formats.ago(doneAt) })}</p>
  return (
    <>
      {failure && <Note kind="wrong">{failure}</Note>}
      <p dir="auto">{say('interviews.callAsked', { times })}</p>
      <Row>
        <a className="link" href={`tel:${phone.replace(/[^\d+]/g, '')}`} dir="ltr">
          {phone}
        </a>
        {can('interviews.plan') && <Button small icon={Phone} busy={isBusy} onClick={done} label={texts.callMade} />}
      </Row>
    </>
  )
}

function Cancelling({ interview, onClose }: { interview: Interview; onClose(): void }) {
  const { submission, refresh } = useOpenSubmission()
  const { interviews: texts, say } = useTexts()
  const announcements = useAnnouncements()
  const { id, version, state } = interview
  const { name } = submission
  const isChosen = state === 'chosen'
  const cancel = async () => {
    const { undoUntil } = await api('DELETE /interviews/:id', { params: { id }, query: { version } })
    await refresh()
    if (undoUntil === null) return announcements.show(texts.undone)
    announcements.offerUndo({
      text: texts.cancelled,
      async undo() {
        await api('DELETE /interviews/:id/last-change', { params: { id } })
        announcements.show(texts.undone)
        await refresh()
      },
    })
  }
  return (
    <ConfirmDialog
      title={say(isChosen ? 'interviews.cancelTitle' : 'interviews.withdrawTitle', { name })}
      text={texts.cancelText}
      submit={isChosen ? texts.cancelConfirm : texts.withdrawConfirm}
      isDanger
      onConfirm={cancel}
      onClose={onClose}
    />
  )
}
