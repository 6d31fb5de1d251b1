import { describe, expect, test } from 'vitest'
import type { DeskCalls } from '#desk/api/calls.ts'
import { DATABASES } from '../../support/databases.ts'
import { type Caller, deskOn } from '../../support/desk-api.ts'
import { storeApplication } from '../../support/desk-submissions.ts'
import { changePublished, removePublishedJobs } from '../../support/published-content.ts'

type ResultOf<Key extends keyof DeskCalls> = Awaited<ReturnType<DeskCalls[Key]['handle']>>

describe.each(DATABASES)('jobs at the desk on %s', (name) => {
  const desk = deskOn(name)
  const list = async (call: Caller) => ((await (await call('GET /jobs')).json()) as ResultOf<'GET /jobs'>).jobs

  test('are listed with their applications, closed ones as long as they have some', async () => {
    const { call } = await desk.as('reader')
    const { queries } = desk.database
    const before = await list(call)
    expect(before.length).toBeGreaterThan(2)
    expect(before.every(({ isOpen, applications }) => isOpen && applications === 0)).toBe(true)
    const [closed, empty] = before.map(({ id }) => id) as [number, number]
    await storeApplication(desk, { fields: { job_id: closed } })
    for (const id of [closed, empty])
      await changePublished(queries, 'jobs', id, { shared: { closes_on: '2020-01-31' } })
    const after = await list(call)
    expect(after.find(({ id }) => id === closed)).toMatchObject({
      isOpen: false,
      closesOn: '2020-01-31',
      applications: 1,
      stages: { new: 1 },
    })
    expect(after.some(({ id }) => id === empty)).toBe(false)
    const today = (await (await call('GET /today')).json()) as ResultOf<'GET /today'>
    expect(today.jobs.some(({ id }) => id === closed)).toBe(false)
    expect(today.content.closedUndecided).toMatchObject([{ id: closed, undecided: 1 }])
  })

  test('one that is gone from the content renames none of its applications', async () => {
    const { call } = await desk.as('recruiter')
    const { queries } = desk.database
    const job = (await list(call)).find(({ isOpen }) => isOpen)
    if (!job) throw new Error('No job is open')
    desk.clock.pass(1000)
    const reference = await storeApplication(desk, { fields: { job_id: job.id } })
    await removePublishedJobs(queries, (id) => id === job.id)
    expect((await list(call)).find(({ id }) => id === job.id)).toMatchObject({
      title: job.title,
      closesOn: null,
      isOpen: false,
      applications: 1,
    })
    const { items } = (await (
      await call('GET /submissions', { query: { job: String(job.id) } })
    ).json()) as ResultOf<'GET /submissions'>
    expect(items).toMatchObject([{ reference, about: job.title.en, aboutInArabic: job.title.ar }])
    const [exported] = (await (
      await call('POST /export', { body: { references: [reference], format: 'json' } })
    ).json()) as object[]
    expect(exported).toMatchObject({ job: job.title.en })
  })
})
