import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { CV_FIELD } from '#contract/forms.ts'
import { Cluster, type ClusterCount } from '../../brand/dots/cluster.tsx'
import { Dot } from '../../brand/dots/dot.tsx'
import { Answer, AnswersProvider, RobotTrap, useAnswersInForm } from '../../components/form/answer-fields.tsx'
import { AnswersSummary } from '../../components/form/answers-summary.tsx'
import { CvField } from '../../components/form/cv-field.tsx'
import { DraftLine } from '../../components/form/draft-line.tsx'
import { RESULT_ID, TO_RESULT } from '../../components/form/form-card.tsx'
import { MISSING_LINE_ID, MissingLine } from '../../components/form/missing-line.tsx'
import { PrivacyLine } from '../../components/form/privacy-line.tsx'
import { SubmissionStatus } from '../../components/form/submission-status.tsx'
import { SubmitButton } from '../../components/form/submit-button.tsx'
import type { OutboxEntry } from '../../submissions/outbox.ts'
import type { Beginning } from '../../submissions/use-answers.ts'
import { useForm, usePosted } from '../../submissions/use-form.ts'
import { useTexts } from '../../texts.tsx'
import styles from './career-form.module.css'

interface CareerFormProps {
  jobId: number
  page: string
  /** What the visitor had written before the form gave way to the panel. */
  beginning: Beginning | undefined
  /** What was taken back and may have arrived. */
  cancelled: OutboxEntry | undefined
}

export function CareerForm({ jobId, page, beginning, cancelled }: CareerFormProps) {
  const texts = useTexts('career-apply')
  const forms = useTexts('forms')
  const posted = usePosted('career')
  const { answers, onSubmit, isBusy } = useForm('career', page, undefined, beginning)
  return (
    <AnswersProvider answers={answers}>
      <form
        className={styles.form}
        method="post"
        action={TO_RESULT}
        encType="multipart/form-data"
        noValidate
        data-awake={answers.isAwake || undefined}
        ref={answers.element}
        onInput={answers.onInput}
        onBlur={answers.onBlur}
        onSubmit={onSubmit}
      >
        <div className={styles.top}>
          <p className={styles.help}>{texts.help}</p>
          <div className={styles.summary} id={RESULT_ID}>
            <AnswersSummary />
            {(cancelled || posted) && (
              <SubmissionStatus form="career" entry={cancelled} posted={posted} sentReference={undefined} ref={null} />
            )}
            {posted && !cancelled && <p className={styles.cvAgain}>{forms.cv.chooseAgain}</p>}
          </div>
        </div>
        <input type="hidden" name="job_id" value={jobId} />
        <RobotTrap />

        <Section name="personal" number={1} fields={['name', 'email', 'phone', 'address', 'date_of_birth']}>
          <Answer name="name" wide />
          <Answer name="email" />
          <Answer name="phone" />
          <Answer name="address" wide />
          <Answer name="date_of_birth" />
        </Section>
        <Section name="education" number={2} fields={['college', 'major', 'graduation_date']}>
          <Answer name="college" />
          <Answer name="major" />
          <Answer name="graduation_date" />
        </Section>
        <Section name="availability" number={3} fields={['notice_period', CV_FIELD]}>
          <Answer name="notice_period" />
          <CvField />
        </Section>

        <div className={styles.foot}>
          <SubmitButton
            disabled={answers.isAwake && (answers.missing.length > 0 || isBusy)}
            describedBy={answers.missing.length > 0 ? MISSING_LINE_ID : undefined}
          >
            {texts.submit}
          </SubmitButton>
          <MissingLine />
          <DraftLine />
          <PrivacyLine />
        </div>
      </form>
    </AnswersProvider>
  )
}

interface SectionProps {
  name: 'personal' | 'education' | 'availability'
  number: ClusterCount
  fields: string[]
  children: ReactNode
}

function Section({ name, number, fields, children }: SectionProps) {
  const { title, text } = useTexts('career-apply').sections[name]
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset takes its name from a legend, which cannot stand in the grid as the heading does
    <div role="group" className={styles.section} aria-labelledby={`section-${name}`}>
      <div className={styles.side}>
        <Cluster count={number} className={styles.cluster} />
        <h2 className="d3" id={`section-${name}`}>
          {title}
        </h2>
        <p>{text}</p>
        <SectionState fields={fields} />
      </div>
      <div className={styles.fields}>{children}</div>
    </div>
  )
}

/** How far this part of the form is; said once the page is interactive. */
function SectionState({ fields }: { fields: string[] }) {
  const texts = useTexts('career-apply').sectionState
  const sentence = useTranslations('career-apply')
  const { isAwake, missing, errorOf } = useAnswersInForm()
  if (!isAwake) return null
  const toFix = fields.filter((name) => errorOf(name)).length
  const left = fields.filter((name) => missing.includes(name)).length
  if (toFix > 0)
    return (
      <p className={`${styles.state} ${styles.toFix}`}>
        <Dot />
        {sentence('sectionState.toFix', { count: toFix })}
      </p>
    )
  return (
    <p className={styles.state}>
      <i className={left > 0 ? styles.hollow : styles.solid} aria-hidden="true" />
      {left > 0 ? sentence('sectionState.left', { count: left }) : texts.done}
    </p>
  )
}
