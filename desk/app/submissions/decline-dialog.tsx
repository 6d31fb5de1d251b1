import { useEffect, useState } from 'react'
import type { DeskTexts } from '#texts/desk/en/index.ts'
import type { Language } from '#texts/languages.ts'
import { api } from '../api.ts'
import { Check, Choice, Field } from '../parts/field.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { LoadFailure, useLoaded } from '../parts/use-loaded.tsx'
import { useSay, useTexts } from '../texts.tsx'
import { type Letter, LetterFields, newLetter } from './letter-fields.tsx'

export type DeclineReason = keyof DeskTexts['submissions']['reasons']

interface Waiting {
  replyTo: Letter['replyTo']
  afterWorkingDays: number
}

export interface Declining {
  reason: DeclineReason
  letter?: Letter & Waiting
}

type Texts = Record<Language, Pick<Letter, 'subject' | 'body'>>

/** Many at once: each gets the letter in the language in which they wrote. */
interface DecliningMany {
  reason: DeclineReason
  letter?: { texts: Texts } & Waiting
}

interface DeclineDialogProps {
  name: string
  /** Of the submission: the letter is written in it. */
  language: string
  /** Instead of `onDecline`, for several people. */
  onDeclineMany?(declining: DecliningMany): void
  isBusy: boolean
  failure?: string | undefined
  errorOf?(field: string): string | undefined
  onClose(): void
  onDecline?(declining: Declining): void
}

const MAX_DAYS = 10

/** Declining takes a reason, which stays at the desk, and may take a letter, which waits. */
export function DeclineDialog({
  name,
  language,
  isBusy,
  failure,
  errorOf,
  onClose,
  onDecline,
  onDeclineMany,
}: DeclineDialogProps) {
  const texts = useTexts('submission')
  const letters = useTexts('letters')
  const say = useSay('submission')
  const sayLetter = useSay('letters')
  const { reasons } = useTexts('submissions')
  const [reason, setReason] = useState<DeclineReason>('not-a-match')
  const loading = useLoaded('templates', (manner) => api('GET /letters/templates', manner))
  const templates = loading.result
  const [draft, setDraft] = useState<{ language: Language; replyTo: Letter['replyTo']; texts: Texts }>()
  const [sendsLetter, setSendsLetter] = useState(true)
  const [days, setDays] = useState(0)
  useEffect(() => {
    if (!templates) return
    const { language: spoken, replyTo } = newLetter(templates, 'decline', language)
    const textIn = (each: Language) => textOf(newLetter(templates, 'decline', each))
    setDraft({ language: spoken, replyTo, texts: { en: textIn('en'), ar: textIn('ar') } })
    setDays(templates.declineWaitsWorkingDays)
    setSendsLetter(true)
  }, [templates, language])
  const canWrite = Boolean(templates?.canSend)
  // What was written in the other language stays as it was.
  const change = ({ language: chosen, replyTo, ...text }: Letter) =>
    setDraft((before) =>
      before && chosen === before.language
        ? { language: chosen, replyTo, texts: { ...before.texts, [chosen]: textOf(text) } }
        : before && { ...before, language: chosen, replyTo },
    )
  const decline = () => {
    if (!canWrite || !sendsLetter || !draft) return (onDeclineMany ?? onDecline)?.({ reason })
    const { language: chosen, replyTo, texts: both } = draft
    const waiting = { replyTo, afterWorkingDays: days }
    if (onDeclineMany) onDeclineMany({ reason, letter: { texts: both, ...waiting } })
    else onDecline?.({ reason, letter: { language: chosen, ...both[chosen], ...waiting } })
  }
  return (
    <FormDialog
      title={say('declineTitle', { name })}
      text={texts.declineText}
      submit={texts.decline}
      isBusy={isBusy}
      // Nobody is declined without a letter because its text has not come yet.
      blocked={sendsLetter && !templates && letters.letterNotHere}
      failure={failure}
      wide
      stays
      onClose={onClose}
      onSubmit={decline}
    >
      <Choice
        legend={texts.declineReason}
        name="reason"
        look="cards"
        value={reason}
        onChange={setReason}
        options={(Object.keys(reasons) as DeclineReason[]).map((value) => ({ value, label: reasons[value] }))}
      />
      <LoadFailure loaded={loading} />
      {loading.failure && !templates && (
        <Check
          label={letters.withoutLetter}
          checked={!sendsLetter}
          onChange={({ target }) => setSendsLetter(!target.checked)}
        />
      )}
      {canWrite && templates && draft && (
        <>
          <Check
            label={letters.sendLetter}
            checked={sendsLetter}
            onChange={({ target }) => setSendsLetter(target.checked)}
          />
          {sendsLetter && (
            <>
              <LetterFields
                templates={templates}
                kind="decline"
                letter={{ language: draft.language, replyTo: draft.replyTo, ...draft.texts[draft.language] }}
                onChange={change}
                errorOf={(field) => errorOf?.(field) ?? errorOf?.(`letter.texts.${draft.language}.${field}`)}
              />
              {onDeclineMany && <p className="second small">{letters.eachInOwnLanguage}</p>}
              <Field
                ltr
                type="number"
                min={0}
                max={MAX_DAYS}
                label={letters.afterDays}
                hint={sayLetter('letterWaits', { days })}
                value={days}
                onChange={({ target }) => setDays(Math.min(MAX_DAYS, Math.max(0, Number(target.value))))}
              />
            </>
          )}
        </>
      )}
    </FormDialog>
  )
}

const textOf = ({ subject, body }: Pick<Letter, 'subject' | 'body'>) => ({ subject, body })
