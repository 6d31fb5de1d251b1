import * as z from 'zod'
import { renderLetter } from '#domain/mail/templates.ts'
import { change, changeStage, currentOf } from '#domain/submissions/handling.ts'
import {
  ANSWER_WAITS_MILLISECONDS,
  DECLINE_WAITS_WORKING_DAYS,
  declineSendAt,
  fillLetter,
  type LetterText,
  type NewLetter,
  oweLetter,
  PLACEHOLDERS,
  withdrawLetter,
} from '#domain/submissions/letters.ts'
import { mayMove } from '#domain/submissions/stages.ts'
import type { SubmissionSummary } from '#domain/submissions/submissions.ts'
import { textsIn } from '#texts/index.ts'
import { LANGUAGES } from '#texts/languages.ts'
import { call, type StaffContext } from '../call.ts'
import { language } from '../fields.ts'
import { handled } from '../handled.ts'
import { Problem } from '../problem.ts'

const MAX_SUBJECT_LENGTH = 200
const MAX_BODY_LENGTH = 20_000
const MAX_WAIT_DAYS = 10

const letterText = {
  language,
  subject: z.string().trim().min(1, 'subjectRequired').max(MAX_SUBJECT_LENGTH, 'tooLong'),
  body: z.string().trim().min(1, 'letterRequired').max(MAX_BODY_LENGTH, 'tooLong'),
}
const replyTo = z.enum(['me', 'team'])

/** The letter that goes with declining; it waits, and undoing sends nothing. */
export const declineLetter = z.object({
  ...letterText,
  replyTo,
  afterWorkingDays: z.number().int().min(0).max(MAX_WAIT_DAYS).optional(),
})

/** Writing to visitors. Notes have no way in here: a letter is its own text, typed for the person who gets it. */
export const letterCalls = {
  /** Texts to begin with, in both languages; what stands in braces is filled in. */
  'GET /letters/templates': call({
    access: 'submissions.change',
    background: true,
    async handle({ settings }) {
      const templates = LANGUAGES.flatMap((each) =>
        Object.entries(textsIn(each).mail.letters.templates).map(([id, { name, subject, body }]) => ({
          id,
          kind: id === 'decline' ? ('decline' as const) : ('answer' as const),
          language: each,
          name,
          subject,
          body,
        })),
      )
      return {
        templates,
        placeholders: PLACEHOLDERS,
        canSend: settings.outbox !== undefined,
        teamAddress: settings.teamAddress ?? null,
        declineWaitsWorkingDays: DECLINE_WAITS_WORKING_DAYS,
      }
    },
  }),

  /** As it will arrive. */
  'POST /submissions/:id/letters/preview': call({
    access: 'submissions.change',
    withoutEntry: 'shows what a letter would say and keeps nothing',
    body: z.object(letterText),
    async handle({ queries }, { params, body }) {
      const submission = await handled({}, () => currentOf(queries, params.id as string, {}))
      const { unfilled, ...filled } = fillLetter(body, [submission])
      return { ...renderLetter(filled, body.language), to: submission.email, unfilled }
    },
  }),

  'POST /submissions/:id/letters': call({
    access: 'submissions.change',
    audit: 'letter.write',
    body: z.object({ ...letterText, replyTo }),
    async handle({ write, person, settings, now }, { params, body }) {
      const { outbox } = settings
      if (!outbox) throw new Problem('mailOff')
      const reference = params.id as string
      const doing = { actorId: person.id, now }
      const sent = await write(
        (queries) =>
          handled({}, async () => {
            const submission = await currentOf(queries, reference, {})
            refuseUnfilled(body, submission)
            const letter: NewLetter = {
              ...body,
              kind: 'answer',
              sendAt: new Date(now.getTime() + ANSWER_WAITS_MILLISECONDS),
            }
            const owed = await oweLetter(queries, submission, letter, outbox, doing)
            const current = mayMove(submission.kind, submission.stage, 'answered')
              ? await changeStage(queries, reference, { to: 'answered' }, doing)
              : submission
            const answered = await change(queries, current, { answered_at: current.answered_at ?? now.toISOString() })
            return { ...owed, version: answered.version }
          }),
        { subject: reference },
      )
      setTimeout(outbox.wake, ANSWER_WAITS_MILLISECONDS).unref()
      return sent
    },
  }),

  /** Before it is sent. */
  'DELETE /submissions/:id/letters/:letter': call({
    access: 'submissions.change',
    audit: 'letter.withdraw',
    async handle({ write, person, now }, { params }) {
      const reference = params.id as string
      await write(
        (queries) =>
          handled({}, async () => {
            const submission = await currentOf(queries, reference, {})
            const doing = { actorId: person.id, now }
            if (!(await withdrawLetter(queries, params.letter as string, submission, doing)))
              throw new Problem('letterGone')
          }),
        { subject: reference },
      )
    },
  }),
}

/** From what the desk sends along; undefined where no letter is wished. */
export async function toDeclineLetter(
  { queries, settings, now }: Pick<StaffContext, 'queries' | 'settings' | 'now'>,
  given: z.infer<typeof declineLetter> | undefined,
  submissions: SubmissionSummary[],
): Promise<NewLetter | undefined> {
  if (!given) return undefined
  if (!settings.outbox) throw new Problem('mailOff')
  for (const submission of submissions) refuseUnfilled(given, submission)
  const { afterWorkingDays = DECLINE_WAITS_WORKING_DAYS, ...text } = given
  return { ...text, kind: 'decline', sendAt: await declineSendAt(queries, now, afterWorkingDays) }
}

function refuseUnfilled(text: LetterText, submission: SubmissionSummary) {
  const { unfilled } = fillLetter(text, [submission])
  if (unfilled.length > 0)
    throw new Problem('invalid', { errors: { body: ['placeholderEmpty'] }, details: { unfilled } })
}
