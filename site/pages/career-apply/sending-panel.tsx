import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { classNames } from '../../brand/class-names.ts'
import { Envelope } from '../../brand/scenes/envelope.tsx'
import { Button, ButtonLink, ButtonRow } from '../../components/controls.tsx'
import { useSizeInWords } from '../../components/form/cv-field.tsx'
import { focusInView } from '../../components/form/field.tsx'
import { FollowLink, Reference, useSecondsUntil, Wait } from '../../components/form/submission-status.tsx'
import { Title } from '../../components/headings.tsx'
import { useFormats, useTexts } from '../../page-context.tsx'
import { type OutboxEntry, sendNow, submit, takeBack } from '../../submissions/outbox.ts'
import { KeepAnswers } from './kept-answers.tsx'
import styles from './sending-panel.module.css'

interface SendingPanelProps {
  entry: OutboxEntry | undefined
  sentReference: string | undefined
  onEdit: (entry: OutboxEntry) => void
}

export function SendingPanel({ entry, sentReference, onEdit }: SendingPanelProps) {
  const panel = useRef<HTMLElement>(null)
  const stage = entry ? stageOf(entry) : 'sent'
  const isFirst = useRef(entry === undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each stage
  useEffect(() => {
    if (!isFirst.current && panel.current) focusInView(panel.current, 'start')
    isFirst.current = false
  }, [stage])
  return (
    <section
      className={classNames('wrap', styles.panel, stage === 'failed' && styles.failed)}
      role={stage === 'failed' ? 'alert' : 'status'}
      tabIndex={-1}
      ref={panel}
    >
      <Envelope state={stage} className={styles.envelope} />
      <div className={styles.text}>
        {entry && stage === 'sending' && <Sending entry={entry} />}
        {entry && stage === 'failed' && <Failed entry={entry} onEdit={() => onEdit(entry)} />}
        {stage === 'sent' && <Sent entry={entry} reference={entry?.reference ?? sentReference ?? ''} />}
      </div>
    </section>
  )
}

const isolated = (written: ReactNode) => <bdi>{written}</bdi>

const stageOf = ({ state }: OutboxEntry) => (state === 'sending' || state === 'sent' ? state : 'failed')

function Sending({ entry: { submission, progress, isKept } }: { entry: OutboxEntry }) {
  const texts = useTexts('career-apply').sending
  const sentence = useTranslations('career-apply')
  const format = useFormats()
  const size = useSizeInWords()
  const { cv } = submission
  const part = format.percent(progress)
  return (
    <>
      <h1 className="d1 d1--s">{texts.title}</h1>
      <p className="lead">
        {cv && sentence.rich('sending.text', { file: cv.name, size: size(cv.size), isolated })}{' '}
        {isKept !== undefined && (isKept ? texts.keepOpen : texts.stay)}
      </p>
      <div className={styles.progress}>
        {/* Changes many times a second: seen, not read aloud. */}
        <progress value={progress} max={1} aria-label={texts.title} />
        <p aria-hidden="true">{progress < 1 ? sentence('sending.progress', { part }) : texts.last}</p>
      </div>
    </>
  )
}

function Failed({ entry, onEdit }: { entry: OutboxEntry; onEdit: () => void }) {
  const texts = useTexts('career-apply').failed
  const { problems, keptForLater, stillHere } = useTexts('forms')
  const { jobs } = useTexts('career-apply').sent
  const { submission, state, problem = 'unreachable', isKept, retryAt } = entry
  const isPatient = useSecondsUntil(retryAt) > 0
  const isClosed = problem === 'jobClosed'
  return (
    <>
      <h1 className="d1 d1--s">{texts.title}</h1>
      <p className="lead">{problems[problem]}</p>
      {isClosed ? (
        isKept && <p>{texts.answersKept}</p>
      ) : (
        <p>{state === 'waiting' && isKept ? keptForLater : stillHere}</p>
      )}
      <Wait until={retryAt} />
      <ButtonRow>
        {isClosed ? (
          <ButtonLink to="/jobs">{jobs}</ButtonLink>
        ) : (
          <Button
            disabled={isPatient}
            onClick={() => void (state === 'waiting' ? sendNow(submission.key) : submit(submission))}
          >
            {texts.again}
          </Button>
        )}
        <Button look="ghost" onClick={onEdit}>
          {texts.edit}
        </Button>
        {state === 'waiting' && isKept && (
          <Button look="ghost" onClick={() => void takeBack(submission.key)}>
            {texts.cancel}
          </Button>
        )}
      </ButtonRow>
    </>
  )
}

function Sent({ entry, reference }: { entry: OutboxEntry | undefined; reference: string }) {
  const texts = useTexts('career-apply').sent
  const sentence = useTranslations('career-apply')
  const { answers } = entry?.submission ?? {}
  return (
    <>
      <Title size="d1 d1--s" text={texts.title} />
      <Reference reference={reference} />
      <p className="lead">
        {answers
          ? sentence.rich('sent.text', {
              // All of it: half of a name such as عبد الرحمن is another word.
              name: answers.name?.trim() ?? '',
              email: answers.email ?? '',
              isolated,
            })
          : texts.plain}
      </p>
      <FollowLink kind="career-application" entry={entry} />
      <ButtonRow>
        <ButtonLink to="/jobs">{texts.jobs}</ButtonLink>
      </ButtonRow>
      {answers && <KeepAnswers answers={answers} />}
    </>
  )
}
