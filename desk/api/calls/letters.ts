import * as z from 'zod'
import { BEFORE_CONTENT, companyImprint, findCompany } from '#domain/content/company.ts'
import { interviewInWords } from '#domain/hiring/interviews/in-words.ts'
import { renderLetter } from '#domain/notifications/mail/templates.ts'
import { answerBy, takeAnswerBack } from '#domain/submissions/answer-by-letter.ts'
import { MAX_ATTACHMENT_BYTES, MAX_ATTACHMENTS } from '#domain/submissions/attachments.ts'
import type { DeclineLetters } from '#domain/submissions/bulk.ts'
import { currentOf } from '#domain/submissions/handling.ts'
import {
  changeTemplate,
  createTemplate,
  findTemplate,
  listTemplates,
  removeTemplate,
  type TemplateText,
  unknownPlaceholders,
} from '#domain/submissions/letter-templates.ts'
import {
  ANSWER_WAITS_MILLISECONDS,
  DECLINE_WAITS_WORKING_DAYS,
  declineSendAt,
  fillLetter,
  type LetterText,
  type NewLetter,
  PLACEHOLDERS,
  placeholderValues,
  withdrawLetter,
} from '#domain/submissions/letters.ts'
import { maskedLinkOf } from '#domain/submissions/links.ts'
import type { SubmissionSummary } from '#domain/submissions/submissions.ts'
import { LANGUAGES, type Language } from '#texts/languages.ts'
import { call, type StaffContext } from '../call.ts'
import { language, ordinal, seenVersion } from '../fields.ts'
import { found, Problem } from '../problem.ts'

const MAX_NAME_LENGTH = 80
const MAX_SUBJECT_LENGTH = 200
const MAX_BODY_LENGTH = 20_000
const MAX_WAIT_DAYS = 10

const textOnly = {
  subject: z.string().trim().min(1, 'subjectRequired').max(MAX_SUBJECT_LENGTH, 'tooLong'),
  body: z.string().trim().min(1, 'letterRequired').max(MAX_BODY_LENGTH, 'tooLong'),
}
const letterText = { language, ...textOnly }
const replyTo = z.enum(['me', 'team'])

const templateText = z.object({
  name: z.string().trim().min(1, 'nameRequired').max(MAX_NAME_LENGTH, 'tooLong'),
  ...textOnly,
})
const template = { kind: z.enum(['answer', 'decline']), texts: z.object({ en: templateText, ar: templateText }) }

/** Waits after declining, so undo can stop it. */
export const declineLetter = z.object({
  ...letterText,
  replyTo,
  afterWorkingDays: z.number().int().min(0).max(MAX_WAIT_DAYS).optional(),
})

export const bilingualDeclineLetter = z.object({
  texts: z.object({ en: z.object(textOnly), ar: z.object(textOnly) }),
  replyTo,
  afterWorkingDays: declineLetter.shape.afterWorkingDays,
})

type GivenLetter = z.infer<typeof declineLetter> | z.infer<typeof bilingualDeclineLetter>

export const letterCalls = {
  'GET /letters/templates': call('submissions.change', {
    background: true,
    async handle({ queries, settings }) {
      return {
        templates: await listTemplates(queries),
        placeholders: PLACEHOLDERS,
        canSend: settings.outbox !== undefined,
        teamAddress: settings.teamAddress ?? null,
        declineWaitsWorkingDays: DECLINE_WAITS_WORKING_DAYS,
        maxAttachments: MAX_ATTACHMENTS,
        maxAttachmentBytes: MAX_ATTACHMENT_BYTES,
        /** Otherwise they go to a mailbox. */
        repliesArriveHere: settings.repliesArriveHere === true,
      }
    },
  }),

  'POST /letters/templates': call('submissions.change', {
    audit: 'template.create',
    body: z.object(template),
    async handle({ write, person, now }, { body }) {
      refuseUnknownPlaceholders(body.texts)
      const id = await write(
        (queries) => createTemplate(queries, body, { personId: person.id, now }),
        (made) => ({ subject: made }),
      )
      return { id, version: 1 }
    },
  }),

  'PUT /letters/templates/:id': call('submissions.change', {
    audit: 'template.change',
    body: z.object({ ...template, version: ordinal }),
    async handle({ write, person, now }, { params, body: { version, ...changed } }) {
      refuseUnknownPlaceholders(changed.texts)
      const { id } = params
      return write(async (queries) => {
        const stored = await changeTemplate(queries, { id, version }, changed, { personId: person.id, now })
        if (stored !== undefined) return { version: stored }
        const current = found(await findTemplate(queries, id))
        throw new Problem('conflict', { details: { current, wanted: changed } })
      })
    },
  }),

  'DELETE /letters/templates/:id': call('submissions.change', {
    audit: 'template.remove',
    query: z.object({ version: seenVersion }),
    async handle({ write }, { params: { id }, query: { version } }) {
      await write(
        async (queries) => {
          const current = found(await findTemplate(queries, id))
          if (!(await removeTemplate(queries, { id, version }))) throw new Problem('conflict', { details: { current } })
          return current
        },
        ({ texts }) => ({ words: { name: texts.en.name } }),
      )
    },
  }),

  /** The values of placeholders in a letter by this person. */
  'GET /submissions/:id/letters/values': call('submissions.change', {
    background: true,
    async handle({ queries, person, settings, now }, { params }) {
      const submission = await currentOf(queries, params.id, {})
      const company = await findCompany(queries)
      const valuesIn = async (language: Language) => {
        const page = await maskedLinkOf(queries, settings.pageUrl, submission, language)
        const interview = await interviewInWords(queries, submission.reference, language, now)
        return placeholderValues(language, [submission], { company, author: person.name, page, interview })
      }
      return { en: await valuesIn('en'), ar: await valuesIn('ar') }
    },
  }),

  'POST /submissions/:id/letters/preview': call('submissions.change', {
    withoutEntry: 'shows what a letter would say and keeps nothing',
    body: z.object(letterText),
    async handle({ queries, person, settings, now }, { params, body }) {
      const submission = await currentOf(queries, params.id, {})
      const company = await findCompany(queries)
      const page = await maskedLinkOf(queries, settings.pageUrl, submission, body.language)
      const interview = await interviewInWords(queries, submission.reference, body.language, now)
      const filling = { company, author: person.name, page, interview }
      const { unfilled, ...filled } = fillLetter(body, [submission], filling)
      const imprint = await companyImprint(queries, body.language)
      const speaking = { company, language: body.language, imprint, site: settings.pageUrl?.('/', body.language) }
      return { ...renderLetter(filled, speaking), to: submission.email, unfilled }
    },
  }),

  'POST /submissions/:id/letters': call('submissions.change', {
    audit: 'letter.write',
    body: z.object({
      /** Made by the client, so that a repeated request mails it once. */
      id: z.uuid().optional(),
      ...letterText,
      replyTo,
      attachments: z.array(z.string().max(100)).max(MAX_ATTACHMENTS, 'tooManyFiles').optional(),
      version: z.number().int(),
    }),
    async handle({ write, settings, now, handling }, { params, body: { version, ...body } }) {
      const { outbox } = settings
      if (!outbox) throw new Problem('mailOff')
      const sendAt = new Date(now.getTime() + ANSWER_WAITS_MILLISECONDS)
      const sent = await write(async (queries) => {
        const submission = await currentOf(queries, params.id, {})
        refuseUnfilled(body, submission, {
          page: await maskedLinkOf(queries, settings.pageUrl, submission, body.language),
          interview: await interviewInWords(queries, submission.reference, body.language, now),
        })
        const letter = { ...body, kind: 'answer', sendAt } as const
        return answerBy(queries, params.id, letter, outbox, { ...handling, version })
      })
      setTimeout(outbox.wake, ANSWER_WAITS_MILLISECONDS).unref()
      return sent
    },
  }),

  'DELETE /submissions/:id/letters/:letter': call('submissions.change', {
    audit: 'letter.withdraw',
    handle: ({ write, handling }, { params }) =>
      write(async (queries) => {
        const submission = await currentOf(queries, params.id, {})
        if (!(await withdrawLetter(queries, params.letter, submission, handling))) throw new Problem('letterGone')
        await takeAnswerBack(queries, params.letter, submission, handling)
      }),
  }),
}

export async function toDeclineLetters(
  { queries, settings, now }: Pick<StaffContext, 'queries' | 'settings' | 'now'>,
  given: GivenLetter | undefined,
  submissions: SubmissionSummary[],
): Promise<DeclineLetters | undefined> {
  if (!given) return undefined
  if (!settings.outbox) throw new Problem('mailOff')
  const { afterWorkingDays = DECLINE_WAITS_WORKING_DAYS, replyTo } = given
  const sendAt = await declineSendAt(queries, now, afterWorkingDays)
  const letterIn = (own: Language): NewLetter => ({
    ...('texts' in given
      ? { ...given.texts[own], language: own }
      : { language: given.language, subject: given.subject, body: given.body }),
    replyTo,
    kind: 'decline',
    sendAt,
  })
  const letters = { en: letterIn('en'), ar: letterIn('ar') }
  for (const submission of submissions) {
    const page = await maskedLinkOf(queries, settings.pageUrl, submission, submission.language)
    const interview = await interviewInWords(queries, submission.reference, submission.language, now)
    refuseUnfilled(letters[submission.language], submission, { page, interview })
  }
  return letters
}

function refuseUnknownPlaceholders(texts: Record<Language, TemplateText>) {
  const faulty = LANGUAGES.filter((each) => unknownPlaceholders(texts[each]).length > 0)
  if (faulty.length === 0) return
  throw new Problem('invalid', {
    errors: Object.fromEntries(faulty.map((each) => [`texts.${each}.body`, ['placeholderUnknown']])),
    details: { unfilled: faulty.flatMap((each) => unknownPlaceholders(texts[each])) },
  })
}

interface KnownValues {
  page: string | undefined
  interview: string | undefined
}

function refuseUnfilled(text: LetterText, submission: SubmissionSummary, known: KnownValues) {
  // The names of company and author are always known.
  const { unfilled } = fillLetter(text, [submission], { company: BEFORE_CONTENT, author: 'author', ...known })
  if (unfilled.length > 0)
    throw new Problem('invalid', { errors: { body: ['placeholderEmpty'] }, details: { unfilled } })
}
