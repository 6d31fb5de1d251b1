import { describe, expect, test } from 'vitest'
import { RIGHTS, type Right, ROLES, type Role } from '#domain/people/rights.ts'
import { DATABASES } from '../../support/databases.ts'
import { deskOn, type RunningDesk } from '../../support/desk-api.ts'
import { updateRows } from '../../support/rows.ts'

/** Every set of roles, from none to all. */
const SETS = ROLES.reduce<Role[][]>((sets, role) => sets.concat(sets.map((set) => [...set, role])), [[]])

type Change = Record<'roles' | 'seen', Role[]>

describe.each(DATABASES)('several roles of one person on %s', (name) => {
  const desk = deskOn(name)

  test('give the rights of each of them, and none gives none', async () => {
    for (const roles of SETS) {
      const { call } = await desk.as(roles)
      const { rights } = (await (await call('GET /session')).json()) as { rights: Right[] }
      const expected = (Object.keys(RIGHTS) as Right[]).filter((right) =>
        RIGHTS[right].some((role) => roles.some((held) => held === role)),
      )
      expect([roles, rights]).toEqual([roles, expected])
    }
  })

  test('an HR manager who recruits and edits reads the inbox and changes the jobs', async () => {
    const { call } = await desk.as(['recruiter', 'editor'])
    for (const key of ['GET /submissions', 'GET /content', 'GET /pictures'])
      expect([key, (await call(key)).status]).toEqual([key, 200])
    expect((await call('GET /people')).status).toBe(403)
  })

  test('are given with an invitation and taken away one by one', async () => {
    const owner = await desk.as('owner')
    const { person } = await desk.as('reader')
    const change = (body: Change) => owner.call('PATCH /people/:id', { params: { id: person.id }, body })
    expect((await change({ roles: ['editor', 'recruiter', 'editor'], seen: ['reader'] })).status).toBe(204)
    expect(await rolesOf(owner, person.id)).toEqual(['recruiter', 'editor'])
    // In whichever order they were read; another set is a conflict.
    expect((await change({ roles: ['reader'], seen: ['recruiter'] })).status).toBe(409)
    expect((await change({ roles: ['recruiter'], seen: ['recruiter', 'editor'] })).status).toBe(204)
    expect((await change({ roles: [], seen: ['recruiter'] })).status).toBe(204)
    expect(await rolesOf(owner, person.id)).toEqual([])
    const invited = { name: 'Nour', email: 'nour@roles.example', roles: ['recruiter', 'editor'], language: 'en' }
    expect((await owner.call('POST /people/invitations', { body: invited })).status).toBe(200)
    const { invitations } = (await (await owner.call('GET /people')).json()) as { invitations: { roles: Role[] }[] }
    expect(invitations[0]?.roles).toEqual(['recruiter', 'editor'])
  })

  test('end every session when they change', async () => {
    const owner = await desk.as('owner')
    const { person, call } = await desk.as(['recruiter', 'editor'])
    const body = { roles: ['editor'], seen: ['recruiter', 'editor'] }
    expect((await owner.call('PATCH /people/:id', { params: { id: person.id }, body })).status).toBe(204)
    expect((await call('GET /submissions')).status).toBe(401)
  })
})

describe.each(DATABASES)('the last owner on %s', (name) => {
  const desk = deskOn(name)

  test('stays an owner, whatever other roles they have', async () => {
    const owner = await desk.as(['owner', 'editor'])
    await desk.as(['recruiter', 'editor', 'reader'])
    const { id } = owner.person
    const change = (body: Change) => owner.call('PATCH /people/:id', { params: { id }, body })
    const seen: Role[] = ['owner', 'editor']
    for (const roles of [['editor'], ['recruiter', 'editor', 'reader'], []] as Role[][])
      expect((await change({ roles, seen })).status).toBe(409)
    expect((await owner.call('DELETE /people/:id', { params: { id } })).status).toBe(409)
    expect((await change({ roles: ['owner'], seen })).status).toBe(204)
  })

  test('is not made up for by a role that this release does not know', async () => {
    const owner = await desk.as('owner')
    const { person } = await desk.as('reader')
    await desk.database.write((queries) =>
      updateRows(queries, 'people', { id: person.id }, { role: 'co-owner reader' }),
    )
    expect(await rolesOf(owner, person.id)).toEqual(['reader'])
    const { id } = owner.person
    const others = ((await (await owner.call('GET /people')).json()) as { people: { id: string; roles: Role[] }[] })
      .people
    for (const other of others.filter((each) => each.id !== id && each.roles.includes('owner')))
      await owner.call('DELETE /people/:id', { params: { id: other.id } })
    expect((await owner.call('DELETE /people/:id', { params: { id } })).status).toBe(409)
  })
})

async function rolesOf({ call }: Awaited<ReturnType<RunningDesk['as']>>, id: string) {
  const { people } = (await (await call('GET /people')).json()) as { people: { id: string; roles: Role[] }[] }
  return people.find((person) => person.id === id)?.roles
}
