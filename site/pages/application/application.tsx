import { useLoaderData } from 'react-router'
import { useTranslations } from 'use-intl'
import type { ApplicationPage, OpenPage, ShownApplication, ShownInterview } from '../../application-page.ts'
import { ButtonLink, ButtonRow } from '../../components/controls.tsx'
import { StatusLine } from '../../components/form/field.tsx'
import { Title } from '../../components/headings.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { useMoment } from '../../components/prose/day.tsx'
import { type PageHandle, useTexts } from '../../page-context.tsx'
import { loadDocument, loadOwn } from '../own-page.ts'
import { Acts } from './acts.tsx'
import styles from './application.module.css'
import { Call, Interview, useInterviewLead } from './interview.tsx'
import { Questions, SentAnswers } from './sent-answers.tsx'
import progress from './stages.module.css'

export const handle: PageHandle = {
  texts: ['application', 'forms', 'form-errors'],
  closing: 'none',
  isPrivate: true,
}

export const loader = loadOwn('application')
export const clientLoader = loadDocument
export const action = () => null

export default function Application() {
  const page = useLoaderData<typeof loader>()
  return page.state === 'open' ? <Open page={page} /> : <Gone page={page} />
}

function Open({ page }: { page: OpenPage }) {
  const { application, done, problem } = page
  const texts = useTexts('application')
  const { results } = useTexts('states')
  const isMessage = application.kind === 'contact-message'
  return (
    <div className={`wrap ${styles.page}`}>
      <PageHead
        title={isMessage ? texts.meta.titleMessage : texts.meta.title}
        result={problem || page.broken ? results.notDone : done && results.done}
        description={texts.meta.description}
        hidden
      />
      <div className={styles.head}>
        <p className={styles.meta}>
          <bdi dir="ltr">{application.reference}</bdi>
          {' · '}
          <bdi>{application.about || texts.general}</bdi>
        </p>
        <Title size="d2" text={titleOf(application, texts)} />
        {application.interview ? (
          <InterviewLead interview={application.interview} />
        ) : (
          <Next application={application} />
        )}
        <News page={page} />
      </div>
      <Interview page={page} />
      <Questions page={page} />
      <Stages application={application} />
      <div className={styles.columns}>
        <SentAnswers page={page} />
        <Acts page={page}>
          <Call page={page} />
        </Acts>
      </div>
    </div>
  )
}

function InterviewLead({ interview }: { interview: ShownInterview }) {
  return <p className="lead">{useInterviewLead(interview)}</p>
}

function titleOf({ kind, stage, outcome, interview }: ShownApplication, { titles, interview: { titles: own } }: Words) {
  if (interview) return own[interview.state]
  if (stage === 'received') return titles.received[kind === 'contact-message' ? 'message' : 'application']
  return stage === 'decision' ? titles[outcome ?? 'declined'] : titles[stage]
}

type Words = ReturnType<typeof useTexts<'application'>>

function Next({ application }: { application: ShownApplication }) {
  const { next } = useTexts('application')
  const sentence = useTranslations('application')
  const { dayOf } = useMoment()
  const { kind, stage, isWritten, answeredBy, outcome, dueAt, isLate } = application
  const date = dueAt ? dayOf(dueAt) : ''
  const words = () => {
    if (isLate) return sentence('next.late', { date })
    if (answeredBy && ANSWERED_IN.includes(stage))
      return sentence('next.answeredBy', { by: answeredBy.channel, date: dayOf(answeredBy.at) })
    if (stage === 'received' && dueAt)
      return sentence(kind === 'contact-message' ? 'next.received.message' : 'next.received.application', { date })
    if (stage === 'in-review' && dueAt) return sentence('next.in-review', { date })
    if (stage === 'received' || stage === 'in-review') return isWritten ? next.written : next.unwritten
    // No letter is claimed that has not left.
    if (stage === 'interview') return isWritten ? next.written : next.interview
    if (stage === 'answered') return isWritten ? next.answered : next.unwritten
    if (stage !== 'decision') return next[stage]
    if (outcome === 'offered') return isWritten ? next.offered : next.unwritten
    return next.declined
  }
  return <p className="lead">{words()}</p>
}

const ANSWERED_IN: ShownStage[] = ['received', 'in-review', 'interview', 'answered']

function News({ page: { done, problem, step } }: { page: OpenPage }) {
  const texts = useTexts('application')
  // A post leads to the open step, or here.
  const id = step ? undefined : 'step'
  if (problem)
    return (
      <StatusLine state="failed" id={id}>
        {texts.problems[problem]}
      </StatusLine>
    )
  return done ? (
    <StatusLine state="done" id={id}>
      {texts.done[done]}
    </StatusLine>
  ) : null
}

function Gone({ page }: { page: Exclude<ApplicationPage, { state: 'open' }> }) {
  const { gone, meta } = useTexts('application')
  const counts = page.state === 'erased' ? page.counts : undefined
  const isEnded = page.state === 'ended'
  const title = isEnded ? gone.endedTitle : counts ? gone.receiptTitle : gone.erasedTitle
  const text = isEnded ? gone.endedText : counts ? gone.receiptText : gone.erasedText
  return (
    <section className={`wrap ${styles.gone}`}>
      <PageHead title={title.replace(/\.$/, '')} description={meta.description} hidden />
      <Title size="d2" text={title} />
      <p className="lead">{text}</p>
      {counts && <Receipt counts={counts} />}
      <ButtonRow>
        {isEnded ? (
          <ButtonLink to="/application" reloadDocument>
            {gone.ask}
          </ButtonLink>
        ) : (
          <ButtonLink to="/jobs">{gone.jobs}</ButtonLink>
        )}
      </ButtonRow>
    </section>
  )
}

function Receipt({ counts }: { counts: Record<string, number> }) {
  const { receipt } = useTexts('application').gone
  const sentence = useTranslations('application')
  return (
    <ul className={styles.receipt}>
      <li>{receipt.submission}</li>
      {counts.cv && <li>{receipt.cv}</li>}
      {counts.mail && <li>{sentence('gone.receipt.mail', { count: counts.mail })}</li>}
      <li>{receipt.rest}</li>
    </ul>
  )
}

const APPLICATION_STAGES = ['received', 'in-review', 'interview', 'decision'] as const
const MESSAGE_STAGES = ['received', 'answered'] as const
type ShownStage = ShownApplication['stage']

function Stages({ application }: { application: ShownApplication }) {
  const texts = useTexts('application').stages
  const noteOf = useNotes(application)
  const isMessage = application.kind === 'contact-message'
  const stages = stagesOf(application)
  const current = stages.indexOf(application.stage)
  return (
    <ol
      className={stages.length > 2 ? progress.stages : `${progress.stages} ${progress.short}`}
      aria-label={isMessage ? texts.labelMessage : texts.label}
    >
      {stages.map((each, index) => {
        const isDone = index < current
        const isCurrent = index === current
        const look = isDone ? progress.done : isCurrent ? progress.current : progress.ahead
        return (
          <li key={each} className={look} aria-current={isCurrent ? 'step' : undefined}>
            <i aria-hidden="true" />
            <b>
              {(isDone || isCurrent) && <span className="vh">{isDone ? texts.done : texts.now} </span>}
              {(isCurrent && application.stageName) || texts[each]}
            </b>
            <span>{noteOf(each, isCurrent)}</span>
          </li>
        )
      })}
    </ol>
  )
}

function stagesOf({ kind, stage, hadInterview }: ShownApplication): readonly ShownStage[] {
  if (stage === 'withdrawn' || stage === 'closed') return ['received', stage]
  if (kind === 'contact-message') return MESSAGE_STAGES
  // A decision without an interview shows none.
  const isSkipped = (each: ShownStage) => each === 'interview' && stage === 'decision' && !hadInterview
  return APPLICATION_STAGES.filter((each) => !isSkipped(each))
}

function useNotes({ createdAt, since, dueAt, isLate, stage }: ShownApplication) {
  const texts = useTexts('application').stages
  const sentence = useTranslations('application')
  const { dayOf, momentOf } = useMoment()
  return (each: ShownStage, isCurrent: boolean) => {
    if (each === 'received') return momentOf(createdAt)
    if (isCurrent) return sentence('stages.since', { date: dayOf(since) })
    if (each === 'interview' && stage !== 'decision') return texts.maybe
    const date = dueAt && !isLate ? dayOf(dueAt) : undefined
    if (each === 'answered' && date) return sentence('stages.by', { date })
    // The promise is the first reply; the decision may need an interview before it.
    if (each === 'in-review' && stage === 'received' && date) return sentence('stages.reply', { date })
    return each === 'decision' ? texts.later : ''
  }
}
