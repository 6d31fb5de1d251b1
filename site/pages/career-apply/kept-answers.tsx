import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { LIFETIMES } from '#contract/lifetimes.ts'
import { Button, ButtonRow } from '../../components/controls.tsx'
import { useAnswersInForm } from '../../components/form/answer-fields.tsx'
import { useFormats, useTexts } from '../../page-context.tsx'
import type { Answers } from '../../submissions/forms.ts'
import {
  endOf,
  eraseKeptAnswers,
  type KeptAnswers,
  keepAnswers,
  readKeptAnswers,
} from '../../submissions/kept-answers.ts'
import styles from './kept-answers.module.css'

/** Beside the receipt: keeps the answers for another job if the candidate asks for it. */
export function KeepAnswers({ answers }: { answers: Answers }) {
  const texts = useTexts('career-apply').keep
  const sentence = useTranslations('career-apply')
  const format = useFormats()
  const [kept, setKept] = useState(readKeptAnswers)
  const [said, setSaid] = useState('')
  const keep = () => {
    setSaid(keepAnswers(answers) ? '' : texts.failed)
    setKept(readKeptAnswers())
  }
  const erase = () => {
    eraseKeptAnswers()
    setKept(undefined)
    setSaid(texts.erased)
  }
  return (
    <section className={styles.kept}>
      <h2 className="d5">{texts.title}</h2>
      <p>
        {kept ? sentence('keep.kept', { date: format.day(endOf(kept.savedAt)) }) : sentence('keep.text', LIFETIMES)}
      </p>
      <Button look="ghost" onClick={kept ? erase : keep}>
        {kept ? texts.erase : texts.keep}
      </Button>
      <p role="status">{said}</p>
    </section>
  )
}

/** Above an awake form: fills in nothing by itself. */
export function KeptAnswersOffer() {
  const texts = useTexts('career-apply').keep
  const sentence = useTranslations('career-apply')
  const { fillIn } = useAnswersInForm()
  const format = useFormats()
  const [kept, setKept] = useState<KeptAnswers>()
  const [said, setSaid] = useState('')
  useEffect(() => setKept(readKeptAnswers()), [])
  const use = () => {
    if (!kept) return
    fillIn(kept.answers)
    setSaid(texts.used)
  }
  const erase = () => {
    eraseKeptAnswers()
    setKept(undefined)
    setSaid(texts.erased)
  }
  return (
    <div className={kept || said ? styles.offer : undefined}>
      {kept && (
        <>
          <p>{sentence('keep.offer', { date: format.day(kept.savedAt) })}</p>
          <ButtonRow>
            <Button onClick={use}>{texts.use}</Button>
            <Button look="ghost" onClick={erase}>
              {texts.erase}
            </Button>
          </ButtonRow>
        </>
      )}
      <p role="status">{said}</p>
    </div>
  )
}
