import { describe, expect, test } from 'vitest'
import type { DeskCalls } from '#desk/api/calls.ts'
import type { Database } from '#domain/platform/database/database.ts'
import { DATABASES } from '../../support/databases.ts'
import { deskOn } from '../../support/desk-api.ts'
import { storeApplication } from '../../support/desk-submissions.ts'

type One = Awaited<ReturnType<DeskCalls['GET /submissions/:id']['handle']>>

describe.each(DATABASES)('the desk on %s', (name) => {
  let asked = 0
  const counting = (database: Database): Database => ({
    ...database,
    queries: database.queries.withPlugin({
      transformQuery: ({ node }) => {
        asked++
        return node
      },
      transformResult: async ({ result }) => result,
    }),
  })
  const desk = deskOn(name, { outbox: { mailDomain: 'nuqta.example', wake() {} } }, counting)

  test('a submission with many letters is opened with as many queries as one with a single letter', async () => {
    const { call, person } = await desk.as('recruiter')
    const id = await storeApplication(desk, { fields: { name: 'Salma Adel' } })
    const open = async () => {
      asked = 0
      const one = (await (await call('GET /submissions/:id', { params: { id } })).json()) as One
      return { one, queries: asked }
    }
    const write = async (subject: string) => {
      const { version } = (await open()).one
      const body = { language: 'en', subject, body: 'Dear {name}, about {reference}.', replyTo: 'team', version }
      const { status } = await call('POST /submissions/:id/letters', { params: { id }, body })
      expect(status).toBe(200)
      desk.clock.pass(1000)
    }
    await write('First')
    const single = await open()
    await write('Second')
    await write('Third')
    const several = await open()
    expect(several.one.letters.map(({ subject }) => subject)).toEqual(['Third', 'Second', 'First'])
    const signed = `Dear Salma Adel, about ${id}.\n\n${person.name}\nNuqta`
    expect(new Set(several.one.letters.map(({ body }) => body))).toEqual(new Set([signed]))
    expect(several.queries).toBe(single.queries)
  })
})
