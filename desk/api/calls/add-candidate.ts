import { createHash } from 'node:crypto'
import * as z from 'zod'
import { careerApplication, cvFileName, cvProblem } from '#contract/forms.ts'
import { isJobOpen } from '#domain/content/published-jobs.ts'
import { addByHand, addCv } from '#domain/hiring/add-by-hand.ts'
import { calendarDay } from '#domain/platform/calendar.ts'
import { ADDED_AS } from '#domain/platform/database/tables.ts'
import { structureProblem } from '#domain/submissions/cv/structure.ts'
import { linkSecretOf } from '#domain/submissions/links.ts'
import { companyCalendar } from '#domain/submissions/promises.ts'
import { call } from '../call.ts'
import { email, language, name, ordinal } from '../fields.ts'
import { Problem } from '../problem.ts'

const MEGABYTE = 1024 * 1024
const MAX_CV_BYTES = 10 * MEGABYTE
const MAX_PHONE_LENGTH = 40

/** As the public form takes it. */
const phone = z
  .string()
  .max(MAX_PHONE_LENGTH, 'tooLong')
  .transform((typed, context) => {
    const read = careerApplication.shape.phone.safeParse(typed)
    if (read.success) return read.data
    context.addIssue({ code: 'custom', message: 'phoneFormat' })
    return z.NEVER
  })

export const addCandidateCalls = {
  'POST /candidates': call('submissions.change', {
    audit: 'candidate.add',
    body: z.object({
      /** Made by the browser, so that a repeated request adds a person once. */
      key: z.uuid(),
      name,
      email,
      phone,
      language,
      jobId: ordinal.nullable(),
      addedAs: z.enum(ADDED_AS),
      /** Mails the person a confirmation with the link of their page. */
      confirms: z.boolean(),
    }),
    async handle({ database, write, settings: { outbox, pageUrl }, now, handling }, { body }) {
      const secret = await linkSecretOf(database)
      const added = await write(
        async (queries) => {
          const { timeZone } = await companyCalendar(queries)
          if (body.jobId !== null && !(await isJobOpen(queries, body.jobId, calendarDay(now, timeZone))))
            throw new Problem('invalid', { errors: { jobId: ['jobNotOpen'] } })
          if (body.confirms && !outbox) throw new Problem('mailOff')
          return addByHand(queries, body, { secret, outbox, handling })
        },
        ({ reference }) => ({ subject: reference }),
      )
      if (body.confirms) outbox?.wake()
      const { reference, link } = added
      return { reference, link: (link && pageUrl?.(link, body.language)) ?? null }
    },
  }),

  /** Of an application that was added by hand. The file passes the checks of the public form, and is inspected. */
  'POST /submissions/:id/cv': call('submissions.change', {
    audit: 'cv.add',
    maxFileBytes: MAX_CV_BYTES,
    query: z.object({ name: z.string().max(1000) }),
    async handle({ database, write, cvPictures, handling }, { params, query, body }) {
      const bytes = body as Buffer
      const file = { name: query.name, size: bytes.length, firstBytes: bytes }
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      const problem = cvProblem(file, MAX_CV_BYTES) ?? structureProblem(bytes)
      const opens = !problem && (await cvPictures.pagesOf({ sha256, read: async () => bytes }))
      if (!opens || opens.pages.length === 0)
        throw new Problem('invalid', { errors: { file: [problem === 'cvNotPdf' ? 'cvNotPdf' : 'cvDamaged'] } })
      const cv = { fileName: cvFileName(query.name), bytes, sha256 }
      await write(async (queries) => {
        const refusal = await addCv(database, queries, params.id, cv, handling)
        if (refusal) throw new Problem(refusal)
      })
      return { fileName: cv.fileName }
    },
  }),
}
