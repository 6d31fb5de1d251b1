import { useTranslations } from 'use-intl'
import type { ApplicationPage } from '../../application-page.ts'
import { Button } from '../../components/controls.tsx'
import { useErrorSentences } from '../../components/form/answer-fields.tsx'
import { TextField } from '../../components/form/field.tsx'
import { useTexts } from '../../page-context.tsx'
import styles from './application.module.css'
import { useMoment } from './use-moment.ts'

type OpenPage = Extract<ApplicationPage, { state: 'open' }>
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
  const { id, question, askedAt, answer, answeredAt } = asked
  return (
    <>
      <p className={styles.question} id={`question-${id}`} dir="auto">
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
    <form method="post" action="#step" noValidate className={styles.correction} aria-describedby={`question-${id}`}>
      <input type="hidden" name="act" value="answer" />
      <input type="hidden" name="question" value={id} />
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
    </form>
  )
}
