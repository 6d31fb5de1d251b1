import { describe, expect, test } from 'vitest'
import { readPreview } from '#domain/content/previews.ts'
import { listAuditTrail } from '#domain/platform/audit-trail.ts'
import { LANGUAGES, type Language } from '#texts/languages.ts'
import { bodyOf, editing } from '../../support/content-record.ts'
import { DATABASES } from '../../support/databases.ts'
import { type Caller, deskOn } from '../../support/desk-api.ts'

const mayEdit = async () => true

describe.each(DATABASES)('the preview links of a record on %s', (name) => {
  const desk = deskOn(name)

  async function linksOf(call: Caller, type: string, id: number) {
    const params = { type, id: String(id) }
    const { links } = await bodyOf<{ links: Record<Language, string> }>(
      call('GET /content/:type/:id/preview', { params }),
    )
    return LANGUAGES.map((language) => new URL(links[language]).searchParams.get('preview') ?? '')
  }
  const areOpen = (tokens: string[]) =>
    Promise.all(
      tokens.map(async (token) => (await readPreview(desk.database, token, mayEdit, new Date())) !== undefined),
    )
  const end = (call: Caller, type: string, id: number) =>
    call('DELETE /content/:type/:id/preview', { params: { type, id: String(id) } })

  test("all end when an editor ends them, also a colleague's, and other records' links stay", async () => {
    const [one, other] = [await desk.as('editor'), await desk.as('editor')]
    const given = await linksOf(one.call, 'services', 1)
    const elsewhere = await linksOf(one.call, 'services', 2)
    expect((await end(other.call, 'services', 1)).status).toBe(204)
    expect(await areOpen(given)).toEqual([false, false])
    expect(await areOpen(elsewhere)).toEqual([true, true])
    const again = await linksOf(one.call, 'services', 1)
    expect(await areOpen(again)).toEqual([true, true])
    await end(one.call, 'services', 1)
    expect(await areOpen([...given, ...again])).toEqual([false, false, false, false])
    const [, first] = await listAuditTrail(desk.database.queries)
    expect(first).toMatchObject({ action: 'content.end-previews', actor: other.person.id, subject: 'services/1' })
  })

  test('of a record that was removed do not show the next one, which has its number', async () => {
    const { call } = await desk.as('editor')
    const begin = () => bodyOf<{ id: number }>(call('POST /content/:type', { params: { type: 'team' } }))
    const { id } = await begin()
    const given = await linksOf(call, 'team', id)
    expect((await editing(call, 'team', id).remove()).status).toBe(204)
    expect((await begin()).id).toBe(id)
    expect(await areOpen(given)).toEqual([false, false])
    expect(await areOpen(await linksOf(call, 'team', id))).toEqual([true, true])
  })

  test('cannot be ended without the right to change content', async () => {
    const { call } = await desk.as('editor')
    const given = await linksOf(call, 'services', 3)
    expect((await end((await desk.as('recruiter')).call, 'services', 3)).status).toBe(403)
    expect(await areOpen(given)).toEqual([true, true])
  })
})
