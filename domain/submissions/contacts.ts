import type { Queries } from '../platform/database/database.ts'
import { addEvent, type Handling } from './events.ts'
import { noteFirstAnswer, refreshFirstAnswer } from './first-answer.ts'
import { currentOf } from './handling.ts'
import { fillLetter, type LetterText } from './letters.ts'
import type { SubmissionSummary } from './submissions.ts'

/** Outside the desk, which keeps nothing of what is said there. */
export const CONTACT_CHANNELS = ['telephone', 'whatsapp'] as const
export type ContactChannel = (typeof CONTACT_CHANNELS)[number]

interface Contact {
  id: string
  by: ContactChannel
  /** `opened`: a link was opened, its text unknown. `contacted`: a colleague says that they spoke or wrote. */
  act: 'opened' | 'contacted'
}

/** A known id records nothing. */
export async function recordContact(queries: Queries, reference: string, { id, by, act }: Contact, handling: Handling) {
  const submission = await currentOf(queries, reference, {})
  const known = await queries.selectFrom('submission_events').select('id').where('id', '=', id).executeTakeFirst()
  if (known) return
  await addEvent(queries, submission, act === 'opened' ? 'contact-opened' : 'contacted', handling, { by }, id)
  if (act === 'contacted') await noteFirstAnswer(queries, submission.id, handling.now)
}

/** One's own only. */
export async function takeContactBack(queries: Queries, reference: string, id: string, { actorId }: Handling) {
  const { id: submissionId } = await currentOf(queries, reference, {})
  const { numDeletedRows } = await queries
    .deleteFrom('submission_events')
    .where('id', '=', id)
    .where('submission_id', '=', submissionId)
    .where('kind', '=', 'contacted')
    .where('actor_id', '=', actorId)
    .executeTakeFirstOrThrow()
  if (numDeletedRows > 0n) await refreshFirstAnswer(queries, submissionId)
  return numDeletedRows > 0n
}

const EGYPT = '20'

/** Digits with the country code, as wa.me and other programs take them. */
const internationalNumber = (phone: string) => {
  const digits = phone.replace(/\D/g, '').replace(/^00/, '')
  return digits.startsWith('0') ? EGYPT + digits.slice(1) : digits
}

/** Opens a draft that the colleague may change. The text never holds the sender's own link. */
export function whatsappLink(
  submission: Pick<SubmissionSummary, 'name' | 'phone' | 'reference' | 'about' | 'job_title_ar' | 'kind' | 'language'>,
  text: LetterText,
  filling: Parameters<typeof fillLetter>[2],
): string | null {
  const number = internationalNumber(submission.phone)
  if (!number) return null
  const { body } = fillLetter(text, [submission], { ...filling, page: undefined })
  return `https://wa.me/${number}?text=${encodeURIComponent(body)}`
}
