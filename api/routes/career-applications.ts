import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { calendarDay } from '#domain/calendar.ts'
import { isJobOpen } from '#domain/catalogue/jobs.ts'
import { insertCareerApplication } from '#domain/submissions/career-applications.ts'
import { type GuestApi, routeOf } from '../context.ts'
import { readCareerForm } from '../http/read-form.ts'
import { largestUpload } from '../http/read-upload.ts'
import { LARGEST_ID } from '../http/record-id.ts'
import { limitUploadMemory } from '../http/upload-memory.ts'

export function careerApplicationRoutes(app: FastifyInstance, api: GuestApi) {
  const { queries, settings, clock, contentVersion, limits, submit } = api
  const memory = limitUploadMemory(largestUpload(settings.cvMaximumBytes))

  app.register(async (uploads) => {
    uploads.removeAllContentTypeParsers()
    // The body stays a stream: the upload is read piece by piece, within its own limits.
    uploads.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null))

    uploads.post(routeOf(endpoints.submitCareer), { onRequest: limits.countAttempt }, async (request, reply) => {
      const held = memory.open()
      try {
        const { values, cv, ...form } = await readCareerForm(request, settings.cvMaximumBytes, held, isOpenToday)
        const receipt = await submit(request, {
          kind: 'career-application',
          form,
          email: values.email,
          insert: (transaction, columns) => insertCareerApplication(transaction, columns, values, cv),
        })
        return reply.code(201).header('cache-control', 'no-store').send(receipt)
      } finally {
        held.letGo()
      }
    })
  })

  async function isOpenToday(id: number) {
    return id <= LARGEST_ID && isJobOpen(queries, id, calendarDay(clock(), contentVersion().timeZone))
  }
}
