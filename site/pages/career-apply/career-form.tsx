import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { QUESTIONS_VERSION_FIELD, questionField } from '#contract/constants.ts'
import type { Job, JobQuestion } from '#contract/entities.ts'
import { CV_FIELD } from '#contract/forms.ts'
import { Cluster, type ClusterCount } from '../../brand/dots/cluster.tsx'
import { Dot } from '../../brand/dots/dot.tsx'
import {
  Answer,
  type AnswerName,
  HeardOf,
  QuestionAnswer,
  useAnswersInForm,
} from '../../components/form/answer-fields.tsx'
import { CvField } from '../../components/form/cv-field.tsx'
import { RESULT_ID } from '../../components/form/field.tsx'
import { AnswersSummary, SubmissionForm, SubmitLines } from '../../components/form/submission-form.tsx'
import { SubmissionStatus } from '../../components/form/submission-status.tsx'
import { useTexts } from '../../page-context.tsx'
import { questionsOf } from '../../submissions/forms.ts'
import type { OutboxEntry } from '../../submissions/outbox.ts'
import type { InitialValues } from '../../submissions/use-answers.ts'
import { useForm, usePosted } from '../../submissions/use-form.ts'
import styles from './career-form.module.css'
import { KeptAnswersOffer } from './kept-answers.tsx'

interface CareerFormProps {
  /** Undefined for a general application. */
  job?: Job
  page: string
  initial: InitialValues | undefined
  /** Taken back, but perhaps not in time. */
  cancelled: OutboxEntry | undefined
}

const KIND = 'career-application'

export function CareerForm({ job, page, initial, cancelled }: CareerFormProps) {
  const texts = useTexts('career-apply')
  const { cv } = useTexts('forms')
  const posted = usePosted(KIND)
  const questions = questionsOf(job ?? {})
  const { answers, onSubmit, isBusy } = useForm(KIND, page, { initial, questions })
  return (
    <SubmissionForm answers={answers} className={styles.form} encType="multipart/form-data" onSubmit={onSubmit}>
      <div className={styles.top}>
        <p className={styles.help}>{questions.length > 0 ? texts.helpWithQuestions : texts.help}</p>
        <div className={styles.summary} id={RESULT_ID}>
          <KeptAnswersOffer />
          <AnswersSummary />
          {(cancelled || posted) && (
            <SubmissionStatus kind={KIND} entry={cancelled} posted={posted} sentReference={undefined} ref={null} />
          )}
          {posted && !cancelled && <p className={styles.cvAgain}>{cv.chooseAgain}</p>}
        </div>
      </div>
      {job && <input type="hidden" name="job_id" value={job.id} />}
      {job?.questions_version && <input type="hidden" name={QUESTIONS_VERSION_FIELD} value={job.questions_version} />}

      <Section name="personal" number={1} fields={['name', 'email', 'phone', 'address', 'date_of_birth']} />
      <Section name="education" number={2} fields={['college', 'major', 'graduation_date']} />
      <Section name="availability" number={3} fields={['notice_period', CV_FIELD]}>
        {questions.length === 0 && <HeardOf />}
      </Section>
      {questions.length > 0 && (
        <Section name="questions" number={4} fields={[]} questions={questions}>
          <HeardOf />
        </Section>
      )}

      <div className={styles.foot}>
        <SubmitLines label={texts.submit} isBusy={isBusy} />
      </div>
    </SubmissionForm>
  )
}

interface SectionProps {
  name: 'personal' | 'education' | 'availability' | 'questions'
  number: ClusterCount
  fields: (AnswerName | typeof CV_FIELD)[]
  questions?: readonly JobQuestion[]
  children?: ReactNode
}

function Section({ name, number, fields, questions = [], children }: SectionProps) {
  const { title, text } = useTexts('career-apply').sections[name]
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot stand in the grid as this heading does
    <div role="group" className={styles.section} aria-labelledby={`section-${name}`}>
      <div className={styles.side}>
        <Cluster count={number} className={styles.cluster} />
        <h2 className="d3" id={`section-${name}`}>
          {title}
        </h2>
        <p>{text}</p>
        <SectionState fields={[...fields, ...questions.map(({ id }) => questionField(id))]} />
      </div>
      <div className={styles.fields}>
        {fields.map((field) =>
          field === CV_FIELD ? (
            <CvField key={field} />
          ) : (
            <Answer key={field} name={field} wide={field === 'name' || field === 'address'} />
          ),
        )}
        {questions.map((question) => (
          <QuestionAnswer key={question.id} question={question} />
        ))}
        {children}
      </div>
    </div>
  )
}

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
