import { describe, expect, test } from 'vitest'
import { findInvitation } from '#domain/people/invitations.ts'
import { checkSetupCode } from '#domain/people/set-up.ts'
import { listAuditTrail } from '#domain/platform/audit-trail.ts'
import { openDatabase } from '#domain/platform/database/connection.ts'
import { DATABASES, freshDatabaseOf } from '../../tests/support/databases.ts'
import { atTheDesk } from '../../tests/support/desk.ts'
import { makePerson, makeSession } from '../../tests/support/desk-people.ts'
import { duringTests } from '../../tests/support/during-tests.ts'
import { findRows } from '../../tests/support/rows.ts'
import { commandLineActor } from './command.ts'

describe.each(DATABASES)('npm run desk -- people, on %s', (name) => {
  const now = new Date()
  const settings = duringTests(freshDatabaseOf(name))
  const database = duringTests(() => openDatabase(settings))

  const people = (...args: string[]) => atTheDesk(settings, ['people', ...args], { now })
  const secretIn = (output: string) => /\/join#(\S+)/.exec(output)?.[1] ?? ''

  test('a new set-up code replaces the former one, until there is an owner', async () => {
    const first = (await people('setup-code')).output.trim()
    const second = (await people('setup-code')).output.trim()
    await expect(checkSetupCode(database.queries, first, now)).rejects.toMatchObject({ reason: 'setupCodeWrong' })
    await expect(checkSetupCode(database.queries, second, now)).resolves.toBeTruthy()
    await makePerson(database, 'owner', { name: 'Karim Nabil' })
    expect((await people('setup-code')).code).not.toBe(0)
  })

  test('an invitation prints a link that opens once, for the person and the roles given', async () => {
    const { code, output } = await people(
      'invite',
      'Nadia@Nuqta.example',
      '--name',
      'نادية فؤاد',
      '--role',
      'recruiter,editor',
    )
    expect(code).toBe(0)
    const invitation = await findInvitation(database.queries, secretIn(output), now)
    expect(invitation).toMatchObject({ name: 'نادية فؤاد', roles: ['recruiter', 'editor'], language: 'en' })
    expect(invitation.email.toLowerCase()).toBe('nadia@nuqta.example')
  })

  test('an invitation without a name, a role or an address says what is missing', async () => {
    for (const args of [
      ['invite'],
      ['invite', 'nobody'],
      ['invite', 'a@b.example', '--role', 'reader'],
      ['invite', 'a@b.example', '--name', 'A'],
      ['invite', 'a@b.example', '--name', 'A', '--role', 'king'],
      ['invite', 'a@b.example', '--name', 'A', '--role', 'reader,king'],
      ['invite', 'a@b.example', '--name', 'A', '--role', 'reader', '--language', 'fr'],
      ['dance'],
      ['constructor'],
    ])
      expect([args, (await people(...args)).code]).not.toEqual([args, 0])
  })

  test('the list names all people with their roles and sign-in method', async () => {
    const reader = await makePerson(database, 'reader', { name: 'Rana Helmy' })
    const { output } = await people('list')
    expect(output).toContain('Rana Helmy')
    expect(output).toContain(reader.email)
    const asJson = JSON.parse((await people('list', '--json')).output) as { email: string }[]
    expect(asJson).toContainEqual(expect.objectContaining({ email: reader.email, roles: ['reader'] }))
  })

  test('a reset prints a link for a colleague, and for no one else', async () => {
    const person = await makePerson(database, 'editor')
    const invitation = await findInvitation(
      database.queries,
      secretIn((await people('reset', person.email)).output),
      now,
    )
    expect(invitation).toMatchObject({ kind: 'reset', personId: person.id })
    expect((await people('reset', 'stranger@nuqta.example')).code).not.toBe(0)
  })

  test('a removed person is signed out at once; the only owner cannot be removed', async () => {
    const person = await makePerson(database, 'reader')
    await makeSession(database, person)
    expect((await people('remove', person.email)).code).not.toBe(0)
    expect((await people('remove', person.email, '--yes')).code).toBe(0)
    const sessions = await findRows(database.queries, 'sessions', { person_id: person.id })
    expect(sessions).toEqual([])
    const [entry] = await listAuditTrail(database.queries)
    expect(entry).toMatchObject({ action: 'person.remove', subject: person.id, actor: commandLineActor() })
    const owners = JSON.parse((await people('list', '--json')).output) as { email: string; roles: string[] }[]
    const [owner] = owners.filter(({ roles }) => roles.includes('owner'))
    expect((await people('remove', owner?.email ?? '', '--yes')).code).not.toBe(0)
  })
})
