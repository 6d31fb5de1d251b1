import { FileText } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { isDateAnswer, isLongAnswer } from '#contract/constants.ts'
import { CV_FIELD } from '#contract/forms.ts'
import type { ApplicationPage } from '../../application-page.ts'
import { Button, ButtonRow, Icon } from '../../components/controls.tsx'
import {
  AnswerField,
  type AnswerName,
  BYTES_IN_MEGABYTE,
  useErrorSentences,
} from '../../components/form/answer-fields.tsx'
import { useSizeInWords } from '../../components/form/cv-field.tsx'
import { Field } from '../../components/form/field.tsx'
import { useRoot, useTexts } from '../../page-context.tsx'
import styles from './application.module.css'
import { useMoment } from './use-moment.ts'

type OpenPage = Extract<ApplicationPage, { state: 'open' }>

export function SentAnswers({ page }: { page: OpenPage }) {
  const texts = useTexts('application').sent
  const { fields } = useTexts('forms')
  const sentence = useTranslations('application')
  const { application, step, field: corrected } = page
  const { answers, correctable, cv, stage } = application
  return (
    <section className={styles.sent} aria-labelledby="what-was-sent">
      <h2 className="d5" id="what-was-sent">
        {texts.title}
      </h2>
      <dl>
        {answers.map(({ field, answer }) => {
          const name = field as AnswerName
          if (step === 'correct' && field === corrected)
            return (
              <div key={field} id="step" className={styles.open}>
                <dt className="vh">{fields[name]}</dt>
                <dd>
                  <Correction page={page} name={name} answer={answer} />
                </dd>
              </div>
            )
          return (
            <div key={field}>
              <dt>{fields[name]}</dt>
              <dd>
                <Answer name={name} answer={answer} />
              </dd>
              {correctable.includes(field) && (
                <dd className={styles.change}>
                  <a
                    href={`?step=correct&field=${field}#step`}
                    aria-label={sentence('sent.correctNamed', { field: fields[name] })}
                  >
                    {texts.correct}
                  </a>
                </dd>
              )}
            </div>
          )
        })}
        {cv && <Cv page={page} cv={cv} />}
      </dl>
      <p className={styles.fine}>
        {correctable.length === 0 ? texts[READING.has(stage) ? 'closed' : 'fixed'] : cv ? texts.untilCv : texts.until}{' '}
        {texts.emailFixed}
      </p>
    </section>
  )
}

const READING: ReadonlySet<OpenPage['application']['stage']> = new Set(['in-review', 'interview'])

function Answer({ name, answer }: { name: AnswerName; answer: string }) {
  const { dateOf } = useMoment()
  if (isDateAnswer(name)) return dateOf(answer)
  if (name === 'email' || name === 'phone') return <bdi dir="ltr">{answer}</bdi>
  if (isLongAnswer(name))
    return (
      <p className={styles.long} dir="auto">
        {answer}
      </p>
    )
  return <bdi>{answer}</bdi>
}

function Correction({ page, name, answer }: { page: OpenPage; name: AnswerName; answer: string }) {
  const texts = useTexts('application').sent
  return (
    <form method="post" action="#step" noValidate className={styles.correction}>
      <input type="hidden" name="act" value="correct" />
      <input type="hidden" name="field" value={name} />
      <AnswerField name={name} answer={page.typed ?? answer} broken={page.broken} wide />
      <ButtonRow>
        <Button type="submit">{texts.save}</Button>
        <a className={styles.quiet} href="?">
          {texts.cancel}
        </a>
      </ButtonRow>
    </form>
  )
}

function Cv({ page, cv }: { page: OpenPage; cv: NonNullable<OpenPage['application']['cv']> }) {
  const texts = useTexts('application').sent
  const { fields } = useTexts('forms')
  const sentence = useTranslations('application')
  const size = useSizeInWords()
  return (
    <div id={page.step === 'replace-cv' ? 'step' : undefined}>
      <dt>{fields.cv}</dt>
      <dd>
        <span className={styles.file}>
          <Icon of={FileText} />
          <span>
            <bdi>{cv.fileName}</bdi>
            <small>
              {size(cv.size)}
              {cv.pages !== null && ` · ${sentence('sent.pages', { count: cv.pages })}`}
            </small>
          </span>
        </span>
        {page.step === 'replace-cv' && <NewCv page={page} />}
      </dd>
      {page.application.correctable.length > 0 && page.step !== 'replace-cv' && (
        <dd className={styles.change}>
          <a href="?step=replace-cv#step" aria-label={texts.replaceNamed}>
            {texts.replace}
          </a>
        </dd>
      )}
    </div>
  )
}

function NewCv({ page }: { page: OpenPage }) {
  const texts = useTexts('application').sent
  const { hints } = useTexts('forms')
  const sentence = useTranslations('forms')
  const { cvMaximumBytes } = useRoot().settings
  const sentenceFor = useErrorSentences()
  const limit = sentence('hints.cvSize', { megabytes: cvMaximumBytes / BYTES_IN_MEGABYTE })
  return (
    <form method="post" action="#step" encType="multipart/form-data" noValidate className={styles.correction}>
      <input type="hidden" name="act" value="replace-cv" />
      <Field
        name={CV_FIELD}
        type="file"
        accept=".pdf"
        label={texts.newCv}
        hint={`${hints.cv} · ${limit}`}
        error={page.broken && sentenceFor(CV_FIELD, page.broken)}
        wide
        required
      />
      <ButtonRow>
        <Button type="submit">{texts.send}</Button>
        <a className={styles.quiet} href="?">
          {texts.cancel}
        </a>
      </ButtonRow>
    </form>
  )
}
