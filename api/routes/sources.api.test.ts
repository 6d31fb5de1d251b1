import { describe, expect, test } from 'vitest'
import { aCareerApplication, aContactMessage } from '../../tests/support/builders.ts'
import { apiOn, DATABASES } from '../../tests/support/databases.ts'

describe.each(DATABASES)('how a sender came, on %s', (name) => {
  const api = apiOn(name)

  const stored = async (reference: string) =>
    api.database.queries
      .selectFrom('submissions')
      .select(['source', 'campaign', 'referring_site', 'heard_of'])
      .where('reference', '=', reference)
      .executeTakeFirstOrThrow()

  async function send(fields: Record<string, unknown>) {
    const answer = await api.post('contact-us', aContactMessage(fields))
    expect(answer.status).toBe(201)
    return stored((await answer.json()).reference)
  }

  async function apply(fields: Record<string, string>) {
    const answer = await api.postForm('Form', aCareerApplication({ fields }))
    expect(answer.status).toBe(201)
    return stored((await answer.json()).reference)
  }

  test('is stored with every form, in one spelling', async () => {
    const cameBy = { source: ' LinkedIn ', campaign: 'Spring\u200b  2026', referring_site: 'www.Example.com' }
    const kept = { source: 'linkedin', campaign: 'spring 2026', referring_site: 'example.com', heard_of: null }
    expect(await send(cameBy)).toEqual(kept)
    expect(await apply({ ...cameBy, heard_of: 'employee' })).toEqual({ ...kept, heard_of: 'employee' })
  })

  test('is named by the site where the link had no word', async () => {
    expect(await send({ referring_site: 'eg.indeed.com' })).toMatchObject({ source: 'indeed' })
    expect(await send({ referring_site: 'www.google.com.eg' })).toMatchObject({ source: 'google' })
    expect(await send({ referring_site: 'mail.google.com' })).toMatchObject({ source: 'gmail' })
    expect(await send({ referring_site: 'blog.example' })).toMatchObject({ source: 'blog.example' })
  })

  test('is not asked for', async () => {
    const nothing = { source: null, campaign: null, referring_site: null, heard_of: null }
    expect(await send({})).toEqual(nothing)
    expect(await apply({ source: '', heard_of: '' })).toEqual(nothing)
  })

  test.each([
    ['an object', { source: { a: 1 }, campaign: ['x'], referring_site: 7 }],
    ['a person', { source: 'mona@mail.example', campaign: '01012345678' }],
    ['control characters', { source: '\u0000\u202e\u0007', referring_site: 'a b.example' }],
    ['a host that is none', { referring_site: '<script>.example' }],
    ['half of a pair', { source: '\ud800' }],
  ])('is dropped, and the form is taken, where it is %s', async (_name, cameBy) => {
    expect(await send(cameBy)).toMatchObject({ source: null, campaign: null, referring_site: null })
  })

  test('is cut', async () => {
    const { source, campaign, referring_site } = await send({
      source: '😀'.repeat(10_000),
      campaign: 'x'.repeat(300),
      referring_site: `${'a'.repeat(200)}.example`,
    })
    expect([...(source ?? '')]).toHaveLength(60)
    expect(campaign).toHaveLength(60)
    expect(referring_site).toBeNull()
  })

  test('does not make the same form another one', async () => {
    const key = { 'idempotency-key': `sources-${name}` }
    const first = await (await api.postForm('Form', aCareerApplication({ fields: { source: 'a' } }), key)).json()
    const again = await api.postForm('Form', aCareerApplication({ fields: { source: 'b' } }), key)
    expect((await again.json()).reference).toBe(first.reference)
  })
})
