import { randomUUID } from 'node:crypto'
import { hashPassword } from '#domain/people/passwords.ts'
import { createPerson } from '#domain/people/people.ts'
import type { Role } from '#domain/people/rights.ts'
import { startSession } from '#domain/people/sessions.ts'
import type { Database } from '#domain/platform/database/database.ts'
import type { Language } from '#texts/languages.ts'

export const PASSWORD = 'a sentence nobody guesses'

export interface TestPerson {
  id: string
  name: string
  email: string
  roles: readonly Role[]
  /** Base32; `codeAt(secret, now)` of domain/people/one-time-codes.ts computes the current code. */
  oneTimeSecret: string
  recoveryCodes: string[]
}

let passwordHash: Promise<string> | undefined
let made = 0

/** A member of the staff, of one role, several or none, with a password and a one-time secret. */
export async function makePerson(
  database: Database,
  held: Role | readonly Role[],
  changes: { name?: string; language?: Language; now?: Date } = {},
): Promise<TestPerson> {
  const roles = [held].flat()
  const word = roles.join('-') || 'nobody'
  passwordHash ??= hashPassword(PASSWORD)
  made++
  const oneTimeSecret = Array.from(
    { length: 32 },
    () => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Math.floor(Math.random() * 32)],
  ).join('')
  const person = {
    id: randomUUID(),
    name: changes.name ?? `Sample ${word} ${made}`,
    email: `${word}-${made}-${process.pid}@desk.example`,
    roles,
  }
  const factor = { kind: 'password' as const, passwordHash: await passwordHash, secret: oneTimeSecret, step: 0 }
  const recoveryCodes = await database.write((queries) =>
    createPerson(queries, { ...person, language: changes.language ?? 'en' }, factor, changes.now ?? new Date()),
  )
  return { ...person, oneTimeSecret, recoveryCodes }
}

/** The secret of a new session. */
export const makeSession = (database: Database, { id }: { id: string }, now = new Date()) =>
  database.write((queries) => startSession(queries, id, { agent: 'a test' }, now))
