import { describe, expect, test } from 'vitest'
import { anInternshipApplication } from '../../tests/support/builders.ts'
import { apiOn, DATABASES } from '../../tests/support/databases.ts'
import { storedSubmissions } from '../../tests/support/stored.ts'

describe.each(DATABASES)('internship applications on %s', (name) => {
  const api = apiOn(name)

  test('an application is stored and answered with a reference number', async () => {
    const answer = await api.post('Internship', anInternshipApplication())
    expect(answer.status).toBe(201)
    const { reference } = await answer.json()
    const all = await storedSubmissions(api.database.queries)
    const stored = all.filter((each) => each.reference === reference)
    expect(stored).toHaveLength(1)
    expect(stored[0]).toMatchObject(anInternshipApplication())
  })

  test('every field is required', async () => {
    const answer = await api.post('internship', {})
    expect(answer.status).toBe(422)
    expect((await answer.json()).errors).toEqual({
      name: ['nameRequired'],
      email: ['emailRequired'],
      phone: ['phoneRequired'],
      position: ['positionRequired'],
      why_hire_you: ['whyHireYouRequired'],
    })
  })

  test('a key used for another form is refused', async () => {
    const key = { 'idempotency-key': 'both' }
    expect((await api.post('Internship', anInternshipApplication(), key)).status).toBe(201)
    expect(
      (await api.post('contact-us', { ...anInternshipApplication(), subject: 's', message: 'm' }, key)).status,
    ).toBe(422)
  })
})
