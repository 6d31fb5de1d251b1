import { useState } from 'react'
import type { Language } from '#texts/languages.ts'
import { api } from '../api.ts'
import { FormDialog } from '../parts/dialog.tsx'
import { type Closing, useDraft } from '../parts/drafts.ts'
import { Check, Choice, Field } from '../parts/field.tsx'
import { LoadFailure, useLoaded, type useSubmit } from '../parts/work.tsx'
import { useSession } from '../session.tsx'
import { useTexts } from '../texts.tsx'
import { type Letter, LetterFields, newLetter, type Templates } from './letter-fields.tsx'

/** The company's own list, with those that were removed. */
export function useDeclineReasons(isWanted = true) {
  const { language } = useTexts()
  const loading = useLoaded(isWanted ? 'decline-reasons' : undefined, (manner) => api('GET /decline-reasons', manner))
  const reasons = loading.result?.reasons ?? []
  return {
    loading,
    offered: Object.fromEntries(
      reasons.filter(({ isRemoved }) => !isRemoved).map(({ id, name }) => [id, name[language]]),
    ),
    nameOf: (wanted: string) => reasons.find(({ id }) => id === wanted)?.name[language] ?? '',
  }
}

interface Waiting {
  replyTo: Letter['replyTo']
  afterWorkingDays: number
}

export interface Declining {
  reason: string
  letter?: Letter & Waiting
}

type Texts = Record<Language, Pick<Letter, 'subject' | 'body'>>

interface DecliningMany {
  reason: string
  letter?: { texts: Texts } & Waiting
}

/** The letter is the template's until it is edited. */
interface Draft {
  /** Empty: the first of the list. */
  reason: string
  sendsLetter: boolean
  letter?: { language: Language; texts: Texts } & Waiting
}

interface DeclineDialogProps extends Closing {
  name: string
  about: string
  language: string
  onDeclineMany?(declining: DecliningMany): void
  form: Pick<ReturnType<typeof useSubmit>, 'isBusy' | 'failure' | 'errorOf'>
  onDecline?(declining: Declining): void
}

const MAX_DAYS = 10

/** The reasons come first: a list that changes under the hand declines for the wrong one. */
export function DeclineDialog(props: DeclineDialogProps) {
  const reasons = useDeclineReasons()
  const { result, failure } = reasons.loading
  return (result || failure) && <DeclineForm {...props} reasons={reasons} />
}

type DeclineFormProps = DeclineDialogProps & { reasons: ReturnType<typeof useDeclineReasons> }

function DeclineForm({ reasons, ...props }: DeclineFormProps) {
  const { name, about, language, form, onDecline, onDeclineMany } = props
  const { submission: texts, letters, say } = useTexts()
  const { can } = useSession()
  const mayWrite = can('submissions.change')
  const loading = useLoaded(mayWrite ? 'templates' : undefined, (manner) => api('GET /letters/templates', manner))
  const templates = loading.result
  const draft = useDraft<Draft>(about, () => ({ reason: '', sendsLetter: true }))
  const sendsLetter = mayWrite && draft.value.sendsLetter
  const reason = draft.value.reason in reasons.offered ? draft.value.reason : (Object.keys(reasons.offered)[0] ?? '')
  const [isMeantWithout, setMeantWithout] = useState(false)
  const letter = draft.value.letter ?? (templates && letterFrom(templates, language))
  const canWrite = Boolean(templates?.canSend)
  const write = ({ language: chosen, replyTo, ...text }: Letter) => {
    if (!letter) return
    const written = chosen === letter.language ? { [chosen]: textOf(text) } : {}
    draft.patch({ letter: { ...letter, language: chosen, replyTo, texts: { ...letter.texts, ...written } } })
  }
  const decline = () => {
    if (!canWrite || !sendsLetter || !letter) return (onDeclineMany ?? onDecline)?.({ reason })
    const { language: chosen, texts: both, ...waiting } = letter
    if (onDeclineMany) onDeclineMany({ reason, letter: { texts: both, ...waiting } })
    else onDecline?.({ reason, letter: { language: chosen, ...both[chosen], ...waiting } })
  }
  return (
    <FormDialog
      title={say('submission.declineTitle', { name })}
      text={texts.declineText}
      submit={texts.decline}
      form={form}
      // A template that is late must not decline people without their letter.
      blocked={sendsLetter && !isMeantWithout && !templates && letters.letterNotHere}
      wide
      stays
      onClose={() => draft.discard(draft.value.letter !== undefined, props)}
      onSubmit={decline}
    >
      <Choice
        legend={texts.declineReason}
        name="reason"
        look="cards"
        value={reason}
        onChange={(chosen) => draft.patch({ reason: chosen })}
        options={reasons.offered}
      />
      <LoadFailure loaded={reasons.loading} />
      <LoadFailure loaded={loading} />
      {loading.failure && !templates && (
        <Check
          label={letters.withoutLetter}
          checked={isMeantWithout}
          onChange={({ target }) => setMeantWithout(target.checked)}
        />
      )}
      {canWrite && templates && letter && (
        <>
          <Check
            label={letters.sendLetter}
            checked={sendsLetter}
            onChange={({ target }) => draft.patch({ sendsLetter: target.checked })}
          />
          {sendsLetter && (
            <>
              <LetterFields
                templates={templates}
                kind="decline"
                letter={{ language: letter.language, replyTo: letter.replyTo, ...letter.texts[letter.language] }}
                onChange={write}
                errorOf={(field) => form.errorOf(field) ?? form.errorOf(`letter.texts.${letter.language}.${field}`)}
              />
              {onDeclineMany && <p className="second small">{letters.eachInOwnLanguage}</p>}
              <Field
                ltr
                type="number"
                min={0}
                max={MAX_DAYS}
                label={letters.afterDays}
                hint={say('letters.letterWaits', { days: letter.afterWorkingDays })}
                value={letter.afterWorkingDays}
                onChange={({ target }) =>
                  draft.patch({
                    letter: { ...letter, afterWorkingDays: Math.min(MAX_DAYS, Math.max(0, Number(target.value))) },
                  })
                }
              />
            </>
          )}
        </>
      )}
    </FormDialog>
  )
}

function letterFrom(templates: Templates, language: string) {
  const textIn = (each: Language) => textOf(newLetter(templates, 'decline', each))
  const { language: spoken, replyTo } = newLetter(templates, 'decline', language)
  const texts: Texts = { en: textIn('en'), ar: textIn('ar') }
  return { language: spoken, replyTo, texts, afterWorkingDays: templates.declineWaitsWorkingDays }
}

const textOf = ({ subject, body }: Pick<Letter, 'subject' | 'body'>) => ({ subject, body })
