import { describe, expect, test } from 'vitest'
import type * as z from 'zod'
import type { AnyCall } from '#desk/api/call.ts'
import { calls } from '#desk/api/calls.ts'
import { CONTENT_TYPES, definitionOf } from '#domain/content/types/index.ts'
import { editing } from '../../support/content-record.ts'
import { DATABASES } from '../../support/databases.ts'
import { deskOn } from '../../support/desk-api.ts'
import { storeApplication } from '../../support/desk-submissions.ts'

const FAR = ['0000-01-01', '0000-12-31', '0001-01-01', '2999-12-31', '9999-01-01', '9999-12-31']
const HOSTILE = [
  ...FAR,
  '275760-09-13',
  '275761-01-01',
  '+275761-01-01',
  '-000001-12-31',
  '2026-02-30',
  '2026-00-00',
  '2026-1-1',
  '1e400',
  '9007199254740991',
  'NaN',
  '٢٠٢٦-٠١-٠١',
  '2026-01-01\0',
]

/** Query parameters that take a day, a moment, a number or a cursor. */
const NAMES = ['since', 'until', 'after', 'before', 'at', 'job']

describe.each(DATABASES)('no day makes the desk fail on %s', (name) => {
  const desk = deskOn(name)

  test('in an address', async () => {
    const { call } = await desk.as('owner')
    const id = await storeApplication(desk)
    const failures: string[] = []
    const reading = Object.entries(calls as Record<string, AnyCall>).flatMap(([key, { query }]) =>
      NAMES.some((each) => Object.hasOwn((query as z.ZodObject | undefined)?.shape ?? {}, each)) ? [key] : [],
    )
    expect(reading).toEqual(expect.arrayContaining(['GET /activity', 'GET /submissions']))
    for (const key of reading)
      for (const day of HOSTILE) {
        const query = Object.fromEntries(NAMES.map((each) => [each, day]))
        // Each alone too: one refusal hides the others.
        for (const asked of [query, { since: day }, { until: day }, { job: day }]) {
          const { status } = await call(key, { params: { id }, query: asked })
          if (status >= 500) failures.push(`${key} ${JSON.stringify(asked)}: ${status}`)
        }
      }
    expect(failures).toEqual([])
  })

  test('in the filters of what is done to many', async () => {
    const { call } = await desk.as('owner')
    const action = { kind: 'assign', assigneeId: null }
    for (const day of HOSTILE)
      for (const asked of [{ since: day }, { until: day }, { job: day }]) {
        const { status } = await call('POST /export', { body: { ...asked, format: 'json' } })
        expect([asked, status >= 500]).toEqual([asked, false])
      }
    for (const day of HOSTILE)
      for (const key of ['POST /submissions/bulk/preview', 'POST /submissions/bulk']) {
        const { status } = await call(key, { body: { filters: { since: day, until: day }, action, count: 0 } })
        expect([key, day, status >= 500]).toEqual([key, day, false])
      }
  })

  test('a list of maximum size finds everything', async () => {
    const { call } = await desk.as('owner')
    await storeApplication(desk)
    const found = async (query: Record<string, string>) => {
      const response = await call('GET /submissions', { query })
      return ((await response.json()) as { items: unknown[] }).items.length
    }
    const all = await found({})
    expect(all).toBeGreaterThan(0)
    expect(await found({ since: '0000-01-01', until: '9999-12-31' })).toBe(all)
    expect(await found({ since: '9999-12-31' })).toBe(0)
    expect(await found({ until: '0000-01-01' })).toBe(0)
  })

  test('in the content, or in the time at which it is to be published', async () => {
    const { call } = await desk.as('editor')
    for (const type of CONTENT_TYPES)
      for (const field of definitionOf(type).fields.filter(({ kind }) => kind === 'date'))
        for (const day of HOSTILE) {
          const one = editing(call, type, 1)
          await one.save('shared', { [field.name]: day.slice(0, 10) })
          for (const response of [
            await call('GET /content/:type/:id', { params: one.params }),
            await one.schedule(`${day}T10:00`, 'shared'),
            await one.schedule(day, 'shared'),
            ...(FAR.includes(day) ? [] : [await one.publish('shared')]),
          ])
            expect([type, field.name, day, response.status >= 500]).toEqual([type, field.name, day, false])
          await one.unschedule()
          await one.discard('shared')
        }
  })
})
