import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { type Language, localeOf } from '#texts/languages.ts'
import { hasCv } from '../../submissions/forms.ts'
import { useLanguage, useTexts } from '../../texts.tsx'
import { useAnswersInForm } from './answer-fields.tsx'
import { fieldId } from './field.tsx'
import styles from './submission-status.module.css'

/** Says that the answers are kept, or have come back, and lets the visitor clear them. */
export function DraftLine({ onClear }: { onClear?: () => void }) {
  const texts = useTexts('forms').draft
  const sentence = useTranslations('forms')
  const language = useLanguage()
  const { form, element, foundFrom, hasDraft, clear } = useAnswersInForm()
  const [isCleared, setCleared] = useState(false)
  const isShown = hasDraft || foundFrom !== undefined
  return (
    <div role="status">
      {isShown && (
        <>
          <p className={styles.comfort}>
            {foundFrom === undefined
              ? texts[hasCv(form) ? 'keptWithoutCv' : 'kept']
              : sentence(isToday(foundFrom) ? 'draft.back' : 'draft.backYesterday', {
                  time: timeInBrowser(foundFrom, language),
                })}
            {foundFrom !== undefined && hasCv(form) && ` ${texts.cvAgain}`}
          </p>
          <button
            type="button"
            className={styles.action}
            onClick={() => {
              clear()
              onClear?.()
              setCleared(true)
              element.current?.querySelector<HTMLElement>(`#${fieldId('name')}`)?.focus()
            }}
          >
            {texts.clear}
          </button>
        </>
      )}
      {isCleared && !isShown && <p className={styles.comfort}>{texts.cleared}</p>}
    </div>
  )
}

/** Drafts are kept for a day, so another one is yesterday. */
const isToday = (moment: number) => new Date(moment).toDateString() === new Date().toDateString()

/** In the visitor's time, wherever the company is: only a browser draws this line. Some cannot name their zone, but all know the time in it. */
const timeInBrowser = (moment: number, language: Language) =>
  new Intl.DateTimeFormat(localeOf(language), { hour: 'numeric', minute: '2-digit' }).format(moment)
