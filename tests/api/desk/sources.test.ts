import { describe, expect, test } from 'vitest'
import { exportJson } from '#domain/submissions/export/export.ts'
import { DATABASES } from '../../support/databases.ts'
import { deskOn } from '../../support/desk-api.ts'
import { storeApplication, storeMessage } from '../../support/desk-submissions.ts'

describe.each(DATABASES)('the source of a submission on %s', (name) => {
  const desk = deskOn(name)

  test('stands on the record, finds it in the inbox and is exported', async () => {
    const { call } = await desk.as('recruiter')
    const cameBy = {
      source: 'linkedin',
      campaign: 'spring',
      referring_site: 'linkedin.com',
      heard_of: 'friend',
    } as const
    const reference = await storeApplication(desk, { cameBy })
    const other = await storeMessage(desk, { cameBy: { source: 'blog.example' } })
    const unknown = await storeMessage(desk)
    const read = await (await call('GET /submissions/:id', { params: { id: reference } })).json()
    expect(read.cameBy).toEqual({ source: 'linkedin', campaign: 'spring', site: 'linkedin.com', heardOf: 'friend' })
    const found = async (query: Record<string, string | string[]>) => {
      const { items } = await (await call('GET /submissions', { query })).json()
      return items.map((item: { reference: string }) => item.reference).toSorted()
    }
    expect(await found({ source: 'linkedin' })).toEqual([reference])
    expect(await found({ source: 'none' })).toEqual([unknown])
    expect(await found({ source: ['blog.example', 'none'] })).toEqual([unknown, other].toSorted())
    expect(await found({ heard: 'friend' })).toEqual([reference])
    expect(await found({ source: "'; drop table submissions" })).toEqual([])
    const refused = await call('GET /submissions', { query: { heard: 'a bird' } })
    expect(refused.status).toBe(422)
    const { sources } = await (await call('GET /sources')).json()
    expect(sources).toEqual(['blog.example', 'linkedin'])
    let exported = ''
    for await (const part of exportJson(desk.database.queries, { references: [reference] })) exported += part
    expect(JSON.parse(exported)[0]).toMatchObject(cameBy)
  })
})
