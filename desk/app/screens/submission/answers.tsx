import { isDateAnswer, isLongAnswer } from '#contract/constants.ts'
import { mailtoOf } from '#contract/mail-address.ts'
import type { DeskTexts } from '#texts/desk/index.ts'
import { currentTime } from '../../clock.ts'
import { Fact, Ltr } from '../../parts/elements.tsx'
import { useTexts } from '../../texts.tsx'
import { useOpenSubmission } from './open-submission.ts'
import styles from './submission.module.css'

type FieldName = keyof DeskTexts['submission']['fields']

const ABOUT = ['subject', 'position']

export function Answers() {
  const { submission } = useOpenSubmission()
  const { submission: texts, submissions: words, formats } = useTexts()
  const { email, phone, answers, createdAt, reference, language } = submission
  const long = Object.entries(answers).filter(([field]) => isLongAnswer(field))
  const short = Object.entries(answers).filter(([field]) => !isLongAnswer(field) && !ABOUT.includes(field))
  return (
    <>
      {long.map(([field, answer]) => (
        <section key={field} className={styles.long}>
          <h2 className="vh">{labelOf(field, texts.fields)}</h2>
          <p dir="auto" lang={language}>
            {answer || <i className="muted">{texts.noAnswer}</i>}
          </p>
        </section>
      ))}
      <dl className={styles.facts}>
        <Fact label={texts.fields.email}>
          <a className="link" href={mailtoOf(email)}>
            <Ltr>{email}</Ltr>
          </a>
        </Fact>
        <Fact label={texts.fields.phone}>
          {phone ? (
            <a href={`tel:${phone}`}>
              <Ltr>{phone}</Ltr>
            </a>
          ) : (
            <i className="muted">{texts.noAnswer}</i>
          )}
        </Fact>
        {short.map(([field, answer]) => (
          <Fact key={field} label={labelOf(field, texts.fields)}>
            <Answer field={field} answer={answer} language={language} />
          </Fact>
        ))}
        <Fact label={texts.fields.language}>{words.languages[language === 'ar' ? 'ar' : 'en']}</Fact>
        <Fact label={texts.fields.received}>
          <time dateTime={createdAt}>{formats.moment(createdAt)}</time>
        </Fact>
        <Fact label={texts.fields.reference}>
          <Ltr>{reference}</Ltr>
        </Fact>
      </dl>
    </>
  )
}

const labelOf = (field: string, labels: DeskTexts['submission']['fields']) => labels[field as FieldName] ?? field

function Answer({ field, answer, language }: { field: string; answer: string; language: string }) {
  const { submission, say, formats } = useTexts()
  if (!answer) return <i className="muted">{submission.noAnswer}</i>
  if (isDateAnswer(field) && /^\d{4}-\d\d-\d\d$/.test(answer))
    return (
      <>
        {formats.calendarDay(answer)}
        {field === 'date_of_birth' && (
          <span className="muted">
            {' '}
            · {say('submission.age', { count: yearsSince(answer, formats.dayKey(currentTime())) })}
          </span>
        )}
      </>
    )
  return (
    <span dir="auto" lang={language} className={styles.typed}>
      {answer}
    </span>
  )
}

function yearsSince(day: string, today: string) {
  const years = Number(today.slice(0, 4)) - Number(day.slice(0, 4))
  return today.slice(5) < day.slice(5) ? years - 1 : years
}
