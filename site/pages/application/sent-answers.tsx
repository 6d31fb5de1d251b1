import { FileText } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { isDateAnswer, isLongAnswer } from '#contract/constants.ts'
import { CV_FIELD } from '#contract/forms.ts'
import type { OpenPage } from '../../application-page.ts'
import { Button, Icon } from '../../components/controls.tsx'
import {
  AnswerField,
  type AnswerName,
  BYTES_IN_MEGABYTE,
  useErrorSentences,
} from '../../components/form/answer-fields.tsx'
import { useSizeInWords } from '../../components/form/cv-field.tsx'
import { Field, TextField } from '../../components/form/field.tsx'
import { useDay, useMoment } from '../../components/prose/day.tsx'
import { useRoot, useTexts } from '../../page-context.tsx'
import { checkCv } from '../../submissions/form-fields.ts'
import { ActForm, StepButtons } from './acts.tsx'
import styles from './application.module.css'

export function SentAnswers({ page }: { page: OpenPage }) {
  const texts = useTexts('application').sent
  const { fields, jobQuestions } = useTexts('forms')
  const sentence = useTranslations('application')
  const { application, step, field: corrected } = page
  const { answers, jobAnswers, correctable, cv, stage } = application
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
        {jobAnswers.map(({ question, kind, answer }) => (
          <div key={question}>
            <dt dir="auto">{question}</dt>
            <dd>
              {kind === 'yes-no' ? (
                jobQuestions[answer as 'yes' | 'no']
              ) : (
                <p className={styles.long} dir={kind === 'link' ? 'ltr' : 'auto'}>
                  {answer}
                </p>
              )}
            </dd>
          </div>
        ))}
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
  const dayOf = useDay()
  if (isDateAnswer(name)) return dayOf(answer)
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
    <ActForm act="correct" hidden={{ field: name }} className={styles.correction}>
      <AnswerField name={name} answer={page.typed ?? answer} broken={page.broken} wide />
      <StepButtons submit={texts.save} cancel={texts.cancel} />
    </ActForm>
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
  const [broken, setBroken] = useState(page.broken)
  const input = useRef<HTMLInputElement>(null)
  const check = async () => setBroken((await checkCv(input.current?.files ?? [], cvMaximumBytes))?.problem)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page wakes: a file may have been chosen before
  useEffect(() => {
    if (input.current?.files?.length) void check()
  }, [])
  return (
    <ActForm act="replace-cv" encType="multipart/form-data" className={styles.correction}>
      <Field
        name={CV_FIELD}
        type="file"
        accept=".pdf"
        label={texts.newCv}
        hint={`${hints.cv} · ${limit}`}
        error={broken && sentenceFor(CV_FIELD, broken)}
        onChange={check}
        ref={input}
        wide
        required
      />
      <StepButtons submit={texts.send} cancel={texts.cancel} />
    </ActForm>
  )
}

type Asked = OpenPage['application']['questions'][number]

export function Questions({ page }: { page: OpenPage }) {
  const sentence = useTranslations('application')
  const { questions } = page.application
  if (questions.length === 0) return null
  const open = questions.filter(({ answer }) => answer === null).length
  return (
    <section className={styles.questions} aria-labelledby="questions">
      <h2 className="d5" id="questions">
        {sentence('questions.title', { count: open })}
      </h2>
      <ol>
        {questions.map((asked) => (
          <li
            key={asked.id}
            id={page.question === asked.id && page.broken ? 'step' : undefined}
            className={asked.answer === null ? styles.asking : undefined}
          >
            <Question page={page} asked={asked} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function Question({ page, asked }: { page: OpenPage; asked: Asked }) {
  const sentence = useTranslations('application')
  const { dayOf } = useMoment()
  const { id, question, language, askedAt, answer, answeredAt } = asked
  return (
    <>
      <p className={styles.question} id={`question-${id}`} dir="auto" lang={language ?? undefined}>
        {question}
      </p>
      <p className={styles.meta}>{sentence('questions.asked', { date: dayOf(askedAt) })}</p>
      {answer === null ? (
        <AnswerForm page={page} id={id} />
      ) : (
        <>
          <p className={styles.long} dir="auto">
            {answer}
          </p>
          <p className={styles.meta}>{sentence('questions.answered', { date: dayOf(answeredAt ?? askedAt) })}</p>
        </>
      )}
    </>
  )
}

function AnswerForm({ page: { question, typed, broken }, id }: { page: OpenPage; id: string }) {
  const texts = useTexts('application').questions
  const sentenceFor = useErrorSentences()
  const isBroken = question === id && broken !== undefined
  return (
    <ActForm act="answer" hidden={{ question: id }} className={styles.correction} aria-describedby={`question-${id}`}>
      <TextField
        name="answer"
        of={id}
        label={texts.answer}
        hint={texts.hint}
        error={isBroken ? sentenceFor('answer', broken) : undefined}
        defaultValue={isBroken ? typed : undefined}
        required
        wide
      />
      <div>
        <Button type="submit">{texts.send}</Button>
      </div>
    </ActForm>
  )
}
