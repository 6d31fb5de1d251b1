import { useEffect, useState } from 'react'
import type { DeskTexts } from '#texts/desk/en/index.ts'
import type { Language } from '#texts/languages.ts'
import { api } from '../api.ts'
import { Check, Choice, Field } from '../parts/field.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { useSay, useTexts } from '../texts.tsx'
import { type Letter, LetterFields, newLetter, type Templates } from './letter-fields.tsx'

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
export interface DecliningMany {
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

const MOST_DAYS = 10

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
  const [templates, setTemplates] = useState<Templates>()
  const [letter, setLetter] = useState<Letter>()
  const [written, setWrittenTexts] = useState<Texts>()
  const [isWritten, setWritten] = useState(true)
  const [days, setDays] = useState(0)
  useEffect(() => {
    api('GET /letters/templates', { background: true }).then(
      (loaded) => {
        setTemplates(loaded)
        setLetter(newLetter(loaded, 'decline', language))
        setWrittenTexts({ en: newLetter(loaded, 'decline', 'en'), ar: newLetter(loaded, 'decline', 'ar') })
        setDays(loaded.declineWaitsWorkingDays)
      },
      () => {},
    )
  }, [language])
  const canWrite = Boolean(templates?.canSend && letter)
  const change = (changed: Letter) => {
    if (!letter || !written) return
    // What was written in the other language stays as it was.
    if (changed.language !== letter.language) return setLetter({ ...changed, ...written[changed.language] })
    setLetter(changed)
    setWrittenTexts({ ...written, [changed.language]: changed })
  }
  const decline = () => {
    if (!canWrite || !isWritten || !letter || !written) return (onDeclineMany ?? onDecline)?.({ reason })
    const waiting = { replyTo: letter.replyTo, afterWorkingDays: days }
    if (!onDeclineMany) return onDecline?.({ reason, letter: { ...letter, ...waiting } })
    const textOf = ({ subject, body }: Pick<Letter, 'subject' | 'body'>) => ({ subject, body })
    onDeclineMany({ reason, letter: { texts: { en: textOf(written.en), ar: textOf(written.ar) }, ...waiting } })
  }
  return (
    <FormDialog
      title={say('declineTitle', { name })}
      text={texts.declineText}
      submit={texts.decline}
      isBusy={isBusy}
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
      {canWrite && templates && letter && (
        <>
          <Check label={letters.sendLetter} checked={isWritten} onChange={({ target }) => setWritten(target.checked)} />
          {isWritten && (
            <>
              <LetterFields
                templates={templates}
                kind="decline"
                letter={letter}
                onChange={change}
                errorOf={(field) => errorOf?.(field) ?? errorOf?.(`letter.texts.${letter.language}.${field}`)}
              />
              {onDeclineMany && <p className="second small">{letters.eachInOwnLanguage}</p>}
              <Field
                ltr
                type="number"
                min={0}
                max={MOST_DAYS}
                label={letters.afterDays}
                hint={sayLetter('letterWaits', { days })}
                value={days}
                onChange={({ target }) => setDays(Math.min(MOST_DAYS, Math.max(0, Number(target.value))))}
              />
            </>
          )}
        </>
      )}
    </FormDialog>
  )
}
