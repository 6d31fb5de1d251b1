import { describe, expect, test } from 'vitest'
import { responses } from '#contract/shapes.ts'
import { aCareerApplication } from '../../tests/support/builders.ts'
import { apiOn, DATABASES } from '../../tests/support/databases.ts'

describe.each(DATABASES)('jobs on %s', (name) => {
  let now = new Date('2026-03-01T12:00:00Z')
  const api = apiOn(name, { clock: () => now })
  const list = async () => responses.jobs.parse(await (await api.get('job')).json()).data

  test('the open jobs are listed with what each asks for', async () => {
    const jobs = await list()
    expect(jobs).toHaveLength(6)
    expect(jobs[0]?.requirements.length).toBeGreaterThan(1)
  })

  test('one job is found by its id', async () => {
    expect(responses.job.parse(await (await api.get('job/1')).json()).data.id).toBe(1)
    expect((await api.get('job/99')).status).toBe(404)
  })

  test('a job has its place, pay and requirements', async () => {
    const [first, , , remote, hidden] = (await (await api.get('job')).json()).data
    expect(Object.keys(first).join()).toBe(
      'id,title,description,requirements,location,employment_type,country,remote,posted_on,closes_on,seats,' +
        'requisition,workplace,team,city,region,street,postal_code,salary,experience,education,benefits,contact_email,other_cities',
    )
    expect(first).toMatchObject({
      requisition: 'J-1001',
      workplace: 'hybrid',
      remote: false,
      team: { key: 'engineering', name: 'Engineering' },
      city: { key: 'cairo', name: 'Cairo' },
      postal_code: '11728',
      salary: { minimum: 55_000, maximum: 75_000, currency: 'EGP', period: 'MONTH' },
      experience: { level: 'mid_senior', months: 60 },
      education: 'none',
    })
    expect(remote).toMatchObject({ workplace: 'remote', remote: true, city: null, street: null })
    expect(hidden.salary).toBeNull()
    const arabic = (await (await api.get('job/1', { 'accept-language': 'ar' })).json()).data
    expect([arabic.team.key, arabic.city.key]).toEqual(['engineering', 'cairo'])
    expect(arabic.team.name).toMatch(/[\u0600-\u06ff]/)
    expect(arabic.benefits).toHaveLength(first.benefits.length)
  })

  test('a job may be applied for on its last day in Cairo, and is gone the day after', async () => {
    const [first] = (await list()).sort((a, b) => a.closes_on.localeCompare(b.closes_on))
    const { id, closes_on } = first as { id: number; closes_on: string }

    now = new Date(`${closes_on}T20:00:00Z`)
    await expect.poll(async () => (await list()).map((job) => job.id)).toContain(id)
    expect((await api.postForm('Form', aCareerApplication({ fields: { job_id: String(id) } }))).status).toBe(201)

    // 23:30 UTC is the next day in Cairo, summer and winter.
    now = new Date(`${closes_on}T23:30:00Z`)
    await expect.poll(async () => (await api.get(`job/${id}`)).status).toBe(404)
    expect((await list()).map((job) => job.id)).not.toContain(id)
    expect((await (await api.get(`job/${id}`)).json()).closed).toBe(true)
    expect((await (await api.get('job/99')).json()).closed).toBeUndefined()
    const refused = await api.postForm('Form', aCareerApplication({ fields: { job_id: String(id) } }))
    expect(refused.status).toBe(422)
    expect((await refused.json()).errors).toEqual({ job_id: ['jobNotOpen'] })
  })
})
