import { endpoints } from '#contract/endpoints.ts'
import { isJobOpen } from '#domain/content/open-jobs.ts'
import { calendarDay } from '#domain/platform/calendar.ts'
import { type ApiInstance, type GuestApi, routeOf } from '../context.ts'
import { MAX_ID } from '../http/address.ts'
import { senderOf } from '../http/rate-limits.ts'
import { readCareerForm } from '../http/read-form.ts'
import { describeUpload } from '../openapi.ts'

export function careerApplicationRoutes(app: ApiInstance, api: GuestApi) {
  const { queries, settings, clock, contentVersion, admitForm, uploads: memory, submit, openCv } = api

  app.register(async (uploads) => {
    uploads.removeAllContentTypeParsers()
    // The body stays a stream, read piece by piece.
    uploads.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null))

    const schema = describeUpload(endpoints.submitCareerApplication, 'Apply for a job, with a CV')
    uploads.post(
      routeOf(endpoints.submitCareerApplication),
      { schema, onRequest: admitForm },
      async (request, reply) => {
        const held = memory.open(senderOf(request))
        try {
          const form = await readCareerForm(request, settings.cvMaximumBytes, held, isOpenToday, openCv)
          const receipt = await submit(request, reply, { kind: 'career-application', ...form })
          return reply.code(201).header('cache-control', 'no-store').send(receipt)
        } finally {
          held.release()
        }
      },
    )
  })

  async function isOpenToday(id: number) {
    return id <= MAX_ID && isJobOpen(queries, id, calendarDay(clock(), contentVersion().timeZone))
  }
}
