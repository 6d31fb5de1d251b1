import { type FormEvent, useState } from 'react'
import { useActionData } from 'react-router'
import { QuestionMark } from '../../../brand/words/question-mark.tsx'
import { ArrowLink, Button } from '../../../components/controls.tsx'
import { Field, FormCard, FormFoot, StatusLine, TextField } from '../../../components/form/field.tsx'
import { Breadcrumbs, Title } from '../../../components/headings.tsx'
import { HeadOfPage, PageSections } from '../../../components/page-sections.tsx'
import { type PageHandle, usePage, usePageContent, useRoot, useTexts } from '../../../page-context.tsx'
import type { AnsweredPost } from '../../../submissions/posted.ts'
import { useUnsentResult } from '../../../submissions/use-form.ts'
import { answerPost } from '../../own-page.ts'
import { NothingSent } from '../nothing-sent.tsx'
import styles from './faq.module.css'

export const handle: PageHandle = { texts: ['faq', 'forms'], content: ['questions', 'page-faq'], closing: 'none' }

/** Not wired yet: without a script the page gives the words back and keeps nothing. */
export const action = answerPost

export default function Faq() {
  return (
    <>
      <HeadOfPage of="faq" result={useUnsentResult()} />
      <PageSections
        of="faq"
        opening={
          <div className={`wrap ${styles.faq}`}>
            <Opening />
            <Questions />
          </div>
        }
        sections={{ own: <OwnQuestion /> }}
      />
    </>
  )
}

function Opening() {
  const { crumb } = useTexts('faq')
  const { title, lead } = usePage('faq').words.hero
  const { language } = useRoot()
  return (
    <div className={styles.opening}>
      <Breadcrumbs trail={[{ name: crumb }]} />
      <QuestionMark language={language} className={styles.mark} />
      <Title size="d1 d1--s" text={title} />
      <p className="lead">{lead}</p>
    </div>
  )
}

function Questions() {
  const questions = usePageContent('questions')
  const { empty } = useTexts('faq')
  if (questions.length === 0)
    return (
      <p className="lead" role="status">
        {empty}
      </p>
    )
  return (
    <div className={styles.questions}>
      {questions.map(({ question, answer }, index) => (
        <details key={question} className={styles.question} open={index === 0}>
          <summary>
            <h2 className="d5">{question}</h2>
            <i aria-hidden="true" />
          </summary>
          <p>{answer}</p>
        </details>
      ))}
    </div>
  )
}

function OwnQuestion() {
  const { form } = useTexts('faq')
  const { title, lead } = usePage('faq').words.own
  const { fields, notOpenYet } = useTexts('forms')
  const [isSubmitted, setIsSubmitted] = useState(false)
  const sent = useActionData<AnsweredPost>()
  const isNotOpen = sent !== undefined || isSubmitted
  const written = (name: string) => ({ name, defaultValue: sent?.answers[name] })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsSubmitted(true)
  }

  return (
    <section className={styles.own}>
      <div className={`wrap ${styles.ownColumns}`}>
        <div className={styles.ownHead}>
          <h2 className="d2">{title}</h2>
          <p className="lead">{lead}</p>
          <NothingSent from="faq" />
        </div>
        <FormCard onSubmit={submit}>
          <Field {...written('name')} label={fields.name} autoComplete="name" dir="auto" />
          <Field {...written('email')} type="email" label={fields.email} autoComplete="email" dir="ltr" />
          <Field {...written('phone')} type="tel" label={fields.phone} autoComplete="tel" dir="ltr" />
          <Field {...written('subject')} label={fields.subject} dir="auto" />
          <TextField {...written('message')} label={fields.message} wide />
          <FormFoot>
            <Button type="submit">{form.send}</Button>
            <StatusLine state="under-way">
              {isNotOpen && (
                <>
                  <p>{notOpenYet}</p>
                  <ArrowLink to="/contact">{form.contact}</ArrowLink>
                </>
              )}
            </StatusLine>
          </FormFoot>
        </FormCard>
      </div>
    </section>
  )
}
