import { describe, expect, test } from 'vitest'
import { DATABASES } from '../../tests/support/databases.ts'
import { deskOn } from '../../tests/support/desk-api.ts'
import { PASSWORD } from '../../tests/support/desk-people.ts'
import { makeSoftwarePasskey } from '../../tests/support/software-passkey.ts'
import { removePasskey } from './account.ts'
import { codeAt } from './one-time-codes.ts'
import { passkeyToUse } from './passkeys.ts'
import { hashPassword } from './passwords.ts'
import { storeFactor } from './people.ts'
import { Refused } from './refusal.ts'
import { examineProof } from './sign-in.ts'

describe.each(DATABASES)('a proof that was right a moment ago on %s', (name) => {
  const desk = deskOn(name)
  const party = () => ({ origin: desk.url, name: 'Nuqta' })
  const source = { address: '127.0.0.1', device: undefined }

  test('is worth nothing once its passkey is removed', async () => {
    const { database, clock } = desk
    const { person } = await desk.as('reader')
    const passkey = await makeSoftwarePasskey(database, person.id, desk.url, clock.now)
    const { challengeId, options } = await passkeyToUse(database, party(), clock.now)
    const proof = { kind: 'passkey' as const, challengeId, response: passkey.answer(options.challenge) }
    const accepted = await examineProof(database, party(), proof, source, clock.now)
    await database.write((queries) => removePasskey(queries, person.id, passkey.id))
    await expect(database.write((queries) => accepted.consume(queries, clock.now))).rejects.toThrow(Refused)
  })

  test('is worth nothing once its password is another', async () => {
    const { database, clock } = desk
    const { person } = await desk.as('reader')
    const code = await codeAt(person.oneTimeSecret, clock.now)
    const proof = { kind: 'password' as const, email: person.email, password: PASSWORD, code }
    const accepted = await examineProof(database, party(), proof, source, clock.now)
    const other = await hashPassword('another sentence nobody guesses')
    const factor = { kind: 'password' as const, passwordHash: other, secret: person.oneTimeSecret, step: 0 }
    await database.write((queries) => storeFactor(queries, person.id, factor, clock.now))
    await expect(database.write((queries) => accepted.consume(queries, clock.now))).rejects.toThrow(Refused)
  })
})
