import { describe, expect, test } from 'vitest'
import { listAuditTrail, verifyAuditTrail } from '#domain/platform/audit-trail.ts'
import { DATABASES } from '../../support/databases.ts'
import { deskOn } from '../../support/desk-api.ts'
import { storeMessage } from '../../support/desk-submissions.ts'

describe.each(DATABASES)('the audit trail of the desk on %s', (name) => {
  const desk = deskOn(name)

  test('names the person who called, and what it was done to', async () => {
    const { person, call } = await desk.as('owner')
    const { person: colleague } = await desk.as('recruiter')
    expect(
      (await call('PATCH /people/:id', { params: { id: colleague.id }, body: { role: 'owner', seen: colleague.role } }))
        .ok,
    ).toBe(true)
    const { queries } = desk.database
    const [entry] = await listAuditTrail(queries)
    expect(entry).toMatchObject({
      actor: person.id,
      action: 'person.change-role',
      subject: colleague.id,
      words: { role: 'owner' },
    })
    expect((await verifyAuditTrail(queries)).broken).toBeUndefined()
    const { entries, names } = (await (await call('GET /activity')).json()) as {
      entries: { actor: string }[]
      names: Record<string, string>
    }
    expect(names[entries[0]?.actor ?? '']).toBe(person.name)
  })

  test('shows what was done to one submission, by its reference, and to no other', async () => {
    const { call } = await desk.as('owner')
    const [reference, other] = [await storeMessage(desk), await storeMessage(desk)]
    for (const id of [reference, other]) await call('GET /submissions/:id', { params: { id } })
    const activity = await call('GET /activity', { query: { reference } })
    const { entries } = (await activity.json()) as { entries: { action: string }[] }
    expect(entries.map(({ action }) => action)).toEqual(['submission.open'])
    expect(JSON.stringify(entries)).not.toContain(reference)
  })

  test('a call that is refused leaves no entry', async () => {
    const { call } = await desk.as('owner')
    const before = (await listAuditTrail(desk.database.queries)).length
    expect(
      (await call('PATCH /people/:id', { params: { id: 'nobody' }, body: { role: 'owner', seen: 'reader' } })).ok,
    ).toBe(false)
    expect(await listAuditTrail(desk.database.queries)).toHaveLength(before)
  })
})
