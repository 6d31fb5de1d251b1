import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { hasCv } from '../../submissions/forms.ts'
import { useTexts } from '../../texts.tsx'
import { useAnswersInForm } from './answer-fields.tsx'
import { fieldId } from './field.tsx'
import styles from './submission-status.module.css'

/** Says that the answers are kept, or have come back, and lets the visitor clear them. */
export function DraftLine({ onClear }: { onClear?: () => void }) {
  const texts = useTexts('forms').draft
  const sentence = useTranslations('forms')
  const format = useFormatter()
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
                  // In the visitor's time, wherever the company is: only a browser draws this line.
                  time: format.dateTime(foundFrom, {
                    hour: 'numeric',
                    minute: '2-digit',
                    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
                  }),
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
