import { Flag } from 'lucide-react'
import { useState } from 'react'
import { isDateAnswer, isLongAnswer } from '#contract/constants.ts'
import { nameOfSource } from '#contract/sources.ts'
import type { DeskTexts } from '#texts/desk/index.ts'
import { api } from '../../api.ts'
import { currentTime } from '../../clock.ts'
import { ConfirmDialog } from '../../parts/dialog.tsx'
import { Button, Fact, Icon, Ltr, Row, TextLink } from '../../parts/elements.tsx'
import { useSession } from '../../session.tsx'
import { StageName, useAbout } from '../../submissions/item.tsx'
import { useTexts } from '../../texts.tsx'
import { useOpenSubmission } from './open-submission.ts'
import styles from './submission.module.css'

type FieldName = keyof DeskTexts['submission']['fields']

const ABOUT = ['subject', 'position']

/** A message, or why somebody applies: read before anything else. */
export function LongAnswers() {
  const { answers, language } = useOpenSubmission().submission
  const { submission: texts } = useTexts()
  const long = Object.entries(answers).filter(([field]) => isLongAnswer(field))
  return long.map(([field, answer]) => (
    <section key={field} className={styles.long}>
      <h2 className="vh">{labelOf(field, texts.fields)}</h2>
      <p dir="auto" lang={language}>
        {answer || <i className="muted">{texts.noAnswer}</i>}
      </p>
    </section>
  ))
}

export function Answers() {
  const { submission } = useOpenSubmission()
  const { submission: texts, submissions: words, formats } = useTexts()
  const { answers, createdAt, reference, language } = submission
  const short = Object.entries(answers).filter(([field]) => !isLongAnswer(field) && !ABOUT.includes(field))
  return (
    <section id="answers">
      <h2 className="h3">{texts.answers}</h2>
      <dl className={styles.facts}>
        {short.map(([field, answer]) => (
          <Fact key={field} label={labelOf(field, texts.fields)}>
            <Answer field={field} answer={answer} language={language} />
          </Fact>
        ))}
        <CameBy />
        <Fact label={texts.fields.language}>{words.languages[language === 'ar' ? 'ar' : 'en']}</Fact>
        <Fact label={texts.fields.received}>
          <time dateTime={createdAt}>{formats.moment(createdAt)}</time>
        </Fact>
        <Fact label={texts.fields.reference}>
          <Ltr>{reference}</Ltr>
        </Fact>
      </dl>
    </section>
  )
}

/** Only what is known. */
function CameBy() {
  const { source, campaign, site, heardOf } = useOpenSubmission().submission.cameBy
  const { submission: texts } = useTexts()
  const facts = [
    [texts.source, source && nameOfSource(source, texts.sourceNames)],
    [texts.campaign, campaign],
    [texts.referringSite, site],
    [texts.heardOfLabel, heardOf && texts.heardOf[heardOf]],
  ]
  return facts.map(
    ([label, word]) =>
      word && (
        <Fact key={label} label={label as string}>
          <bdi>{word}</bdi>
        </Fact>
      ),
  )
}

/** With the questions as they were asked. */
export function JobAnswers() {
  const { jobAnswers, language } = useOpenSubmission().submission
  const { submission: texts } = useTexts()
  if (jobAnswers.length === 0) return null
  return (
    <section className={styles.jobAnswers} aria-labelledby="job-answers">
      <h2 className="h3" id="job-answers">
        {texts.jobAnswers}
      </h2>
      <dl>
        {jobAnswers.map(({ id, question, kind, answer, isKnockOut }) => (
          <div key={id} className={isKnockOut ? styles.knockOut : undefined}>
            <dt dir="auto" lang={language}>
              {isKnockOut && <Icon of={Flag} small />} {question}
            </dt>
            <dd dir="auto" lang={language}>
              {kind === 'link' ? (
                <a className="link" dir="ltr" href={answer} target="_blank" rel="noopener noreferrer nofollow">
                  {answer}
                </a>
              ) : kind === 'yes-no' ? (
                texts[answer === 'yes' ? 'yes' : 'no']
              ) : (
                answer
              )}
            </dd>
            {isKnockOut && <dd className="muted small">{texts.knockOut}</dd>}
          </div>
        ))}
      </dl>
    </section>
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

export function Marks() {
  const { marks } = useOpenSubmission().submission
  const { submission: texts, submissions: words } = useTexts()
  if (marks.length === 0) return null
  const reasonOf = (mark: string) => words.marks[mark as keyof DeskTexts['submissions']['marks']] ?? words.marks.other
  return (
    <section className={styles.findings}>
      <h2>
        <Icon of={Flag} small /> {texts.marks}
      </h2>
      <ul>
        {marks.map((mark) => (
          <li key={mark}>{reasonOf(mark)}</li>
        ))}
      </ul>
    </section>
  )
}

export function Duplicates() {
  const { duplicates } = useOpenSubmission().submission
  const { submission: texts, submissions: words, formats } = useTexts()
  const aboutOf = useAbout()
  if (duplicates.length === 0) return null
  return (
    <section className={styles.duplicates}>
      <h2 className="h3">{texts.duplicates}</h2>
      <ul>
        {duplicates.map((other) => (
          <li key={other.reference}>
            <TextLink to={`/inbox/${other.reference}`}>
              <bdi>{other.name}</bdi>
            </TextLink>{' '}
            <span className="muted small">
              {words.kinds[other.kind]} · <bdi>{aboutOf(other).text}</bdi> · {formats.day(other.createdAt)}
            </span>
            <span className={styles.reasons}>
              <StageName stage={other.stage} />
              <span className="small">{other.reasons.map((reason) => texts.duplicateReasons[reason]).join(' · ')}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

export function TheirPage() {
  const { submission, refresh } = useOpenSubmission()
  const { submission: texts, say, formats } = useTexts()
  const { can } = useSession()
  const [asked, setAsked] = useState<'renew' | 'end'>()
  const { reference, email, link } = submission
  const params = { id: reference }
  const isOpen = link !== null && link.endedAt === null
  const stateOf = ({ createdAt, endedAt }: NonNullable<typeof link>) =>
    endedAt === null
      ? say('submission.linkOpen', { when: formats.moment(createdAt) })
      : say('submission.linkEnded', { when: formats.ago(endedAt) })
  const closing = { onClose: () => setAsked(undefined), onDone: refresh }
  return (
    <section className={styles.theirPage}>
      <h2 className="h3">{texts.theirPage}</h2>
      <p className="second">{link ? stateOf(link) : texts.linkNone}</p>
      {can('submissions.change') && (
        <Row>
          <Button small onClick={() => setAsked('renew')} label={texts.renewLink} />
          {isOpen && <Button small look="quiet" onClick={() => setAsked('end')} label={texts.endLink} />}
        </Row>
      )}
      {asked === 'renew' && (
        <ConfirmDialog
          title={texts.renewLinkTitle}
          text={say('submission.renewLinkText', { email })}
          submit={texts.renewLink}
          said={texts.linkRenewed}
          onConfirm={() => api('POST /submissions/:id/link', { params })}
          {...closing}
        />
      )}
      {asked === 'end' && (
        <ConfirmDialog
          title={texts.endLinkTitle}
          text={texts.endLinkText}
          submit={texts.endLink}
          said={texts.linkWasEnded}
          isDanger
          onConfirm={() => api('DELETE /submissions/:id/link', { params })}
          {...closing}
        />
      )}
    </section>
  )
}
