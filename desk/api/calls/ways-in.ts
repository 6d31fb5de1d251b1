import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { companyTimeZone } from '#domain/content/company.ts'
import { enterByIdentity } from '#domain/people/company-sign-in.ts'
import { type AccountNews, accountChanged } from '#domain/people/events.ts'
import { acceptInvitation, findInvitation } from '#domain/people/invitations.ts'
import { rememberDevice } from '#domain/people/known-devices.ts'
import { newOneTimeSecret } from '#domain/people/one-time-codes.ts'
import { passkeyToMake, passkeyToUse } from '#domain/people/passkeys.ts'
import { hasPeople, verifyFactor } from '#domain/people/people.ts'
import { Refused } from '#domain/people/refusal.ts'
import { type Right, rightsOf } from '#domain/people/rights.ts'
import {
  endSession,
  findSession,
  isFresh,
  markProved,
  type SignedInPerson,
  startSession,
} from '#domain/people/sessions.ts'
import { checkSetupCode, setUp } from '#domain/people/set-up.ts'
import { examineProof, type Proof } from '#domain/people/sign-in.ts'
import { forgetTries, type ThrottleKey, takeTry } from '#domain/people/throttle.ts'
import type { Queries } from '#domain/platform/database/database.ts'
import { recordEvent } from '#domain/platform/events/events.ts'
import { type CallContext, call, openCall } from '../call.ts'
import {
  attemptIn,
  deviceIn,
  endAttemptCookie,
  endSessionCookie,
  sessionTokenIn,
  setAttemptCookie,
  setDeviceCookie,
  setSessionCookie,
} from '../cookies.ts'
import { code, email, language, name, newFactor, proof, secret } from '../fields.ts'
import { found } from '../problem.ts'

export type SessionState =
  | { state: 'set-up' | 'signed-out'; timeZone: string }
  | { state: 'recovery'; timeZone: string; person: SignedInPerson }
  | {
      state: 'signed-in'
      timeZone: string
      person: SignedInPerson
      rights: Right[]
      /** Without mail, a move of a stage sends none. */
      sendsMail: boolean
      isFresh: boolean
    }

/** The provider's answer: a code, the state and its name. */
const MAX_QUERY_LENGTH = 6_000

export const wayInCalls = {
  'POST /set-up/check': openCall({
    body: z.object({ code }),
    withoutEntry: 'looks whether a code is right',
    async handle(context, { body }) {
      return { expiresAt: await checkCode(context, body.code) }
    },
  }),

  'POST /set-up/passkey': openCall({
    body: z.object({ code, name, email }),
    withoutEntry: 'asks for a challenge',
    async handle(context, { body }) {
      await checkCode(context, body.code)
      const { database, settings, now } = context
      return passkeyToMake(database, settings.party(), { id: randomUUID(), name: body.name, email: body.email }, now)
    },
  }),

  'POST /set-up/one-time-secret': openCall({
    body: z.object({ code, email }),
    withoutEntry: 'makes up a secret that is kept only with the account',
    async handle(context, { body }) {
      await checkCode(context, body.code)
      return newOneTimeSecret(body.email, context.settings.party().name)
    },
  }),

  'POST /set-up': openCall({
    body: z.object({ code, name, email, language, factor: newFactor }),
    audit: 'desk.set-up',
    async handle(context, { body: { factor, ...person } }) {
      await checkCode(context, person.code)
      const { database, settings, now } = context
      const verified = await verifyFactor(database, settings.party(), factor, now)
      const id = verified.kind === 'passkey' ? verified.passkey.personId : randomUUID()
      const { recoveryCodes, open } = await context.write(
        async (queries) => ({
          recoveryCodes: await setUp(queries, { ...person, id }, verified, now),
          open: await enter(context, queries, id),
        }),
        { actor: id, subject: id },
      )
      open()
      return { recoveryCodes }
    },
  }),

  /** The secret is in the link's fragment, so the server gets it in a body only. */
  'POST /invitation': openCall({
    body: z.object({ secret }),
    withoutEntry: 'looks at an invitation',
    async handle({ queries, now }, { body }) {
      const { kind, name, email, roles, language, expiresAt } = await findInvitation(queries, body.secret, now)
      return { kind, name, email, roles, language, expiresAt }
    },
  }),

  'POST /invitation/passkey': openCall({
    body: z.object({ secret, name }),
    withoutEntry: 'asks for a challenge',
    async handle({ database, queries, settings, now }, { body }) {
      const { email, personId } = await findInvitation(queries, body.secret, now)
      const person = { id: personId ?? randomUUID(), name: body.name, email }
      return passkeyToMake(database, settings.party(), person, now)
    },
  }),

  'POST /invitation/one-time-secret': openCall({
    body: z.object({ secret }),
    withoutEntry: 'makes up a secret that is kept only with the account',
    async handle({ queries, settings, now }, { body }) {
      const { email } = await findInvitation(queries, body.secret, now)
      return newOneTimeSecret(email, settings.party().name)
    },
  }),

  'POST /invitation/accept': openCall({
    body: z.object({ secret, name, language, factor: newFactor }),
    audit: 'person.join',
    async handle(context, { body: { factor, ...person } }) {
      const { database, queries, settings, now } = context
      const { personId } = await findInvitation(queries, person.secret, now)
      const verified = await verifyFactor(database, settings.party(), factor, now)
      const newId = personId ?? (verified.kind === 'passkey' ? verified.passkey.personId : randomUUID())
      const { recoveryCodes, open } = await context.write(
        async (transaction) => {
          const accepted = await acceptInvitation(transaction, { ...person, personId: newId }, verified, now)
          if (personId) await tellPerson(context, transaction, personId, 'factor-added')
          return { ...accepted, open: await enter(context, transaction, accepted.personId) }
        },
        { actor: newId, subject: newId },
      )
      open()
      settings.outbox?.wake()
      return { recoveryCodes }
    },
  }),

  'GET /session': openCall({
    background: true,
    async handle({ queries, request, settings, now }): Promise<SessionState> {
      const token = sessionTokenIn(request, settings.isSecure())
      const found = token ? await findSession(queries, token, now) : undefined
      const timeZone = await companyTimeZone(queries)
      if (!found) return { state: (await hasPeople(queries)) ? 'signed-out' : 'set-up', timeZone }
      const { person, session } = found
      if (session.isRecovery) return { state: 'recovery', timeZone, person }
      const sendsMail = settings.outbox !== undefined
      const rights = rightsOf(person)
      return { state: 'signed-in', timeZone, person, rights, sendsMail, isFresh: isFresh(session, now) }
    },
  }),

  'POST /sign-in/passkey': openCall({
    withoutEntry: 'asks for a challenge',
    handle: ({ database, settings, now }) => passkeyToUse(database, settings.party(), now),
  }),

  'POST /sign-in': openCall({
    body: proof,
    audit: 'session.start',
    async handle(context, { body }) {
      const { personId, isRecovery, consume } = await examine(context, body)
      const open = await context.write(
        async (queries) => {
          await consume(queries, context.now)
          if (isRecovery) await tellPerson(context, queries, personId, 'recovered')
          return enter(context, queries, personId, isRecovery)
        },
        { actor: personId, subject: personId, ...(isRecovery && { action: 'session.recover' as const }) },
      )
      open()
      context.settings.outbox?.wake()
      return { personId, isRecovery }
    },
  }),

  'POST /sign-in/company': openCall({
    body: z.object({ fresh: z.boolean() }),
    withoutEntry: 'leads to the provider of the company',
    async handle({ settings, reply }, { body }) {
      const { address, attempt } = await found(settings.companySignIn).begin(body.fresh)
      setAttemptCookie(reply, attempt, settings.isSecure())
      return { address }
    },
  }),

  'POST /sign-in/company/finish': openCall({
    body: z.object({ query: z.string().max(MAX_QUERY_LENGTH) }),
    audit: 'session.start',
    async handle(context, { body }) {
      const { settings, request, reply, now } = context
      const attempt = attemptIn(request, settings.isSecure())
      if (!attempt) throw new Refused('companyRefused')
      endAttemptCookie(reply, settings.isSecure())
      const identity = await found(settings.companySignIn).finish(attempt, body.query)
      const { personId, open } = await context.write(
        async (queries) => {
          const entered = await enterByIdentity(queries, identity, randomUUID(), now)
          if (entered.how === 'linked') await tellPerson(context, queries, entered.personId, 'factor-added')
          return { ...entered, open: await enter(context, queries, entered.personId) }
        },
        ({ personId, how }) => ({
          actor: personId,
          subject: personId,
          ...(how === 'joined' && { action: 'person.join' as const }),
        }),
      )
      open()
      settings.outbox?.wake()
      return { personId }
    },
  }),

  'POST /session/proof': call('signed-in', {
    body: proof,
    audit: 'session.prove',
    async handle(context, { body }) {
      const { person, session } = context
      const accepted = await examine(context, body.kind === 'password' ? { ...body, email: person.email } : body)
      if (accepted.personId !== person.id || accepted.isRecovery) throw new Refused('wrongCredentials')
      await context.write(async (queries) => {
        await accepted.consume(queries, context.now)
        await markProved(queries, session.id, context.now)
      })
    },
  }),

  'POST /sign-out': call('signed-in', {
    inRecovery: true,
    audit: 'session.end',
    async handle({ write, person, session, reply, settings }) {
      await write((queries) => endSession(queries, person.id, session.id))
      endSessionCookie(reply, settings.isSecure())
    },
  }),
}

/** While tries have to wait, the right code is refused too. A right code is checked several times on the way: it counts nothing. */
async function checkCode({ database, queries, request, now }: CallContext, typed: string) {
  const keys: ThrottleKey[] = [{ limit: 'setup', value: request.ip }]
  await takeTry(database, keys, now)
  const expiresAt = await checkSetupCode(queries, typed, now)
  await database.write((transaction) => forgetTries(transaction, keys))
  return expiresAt
}

function examine({ database, settings, request, now }: CallContext, body: Proof) {
  const source = { address: request.ip, device: deviceIn(request, settings.isSecure()) }
  return examineProof(database, settings.party(), body, source, now)
}

/** Always a new session: a secret planted in the browser beforehand is worthless afterwards. */
export async function enter(context: CallContext, queries: Queries, personId: string, isRecovery = false) {
  const { request, reply, settings, now } = context
  const isSecure = settings.isSecure()
  const former = sessionTokenIn(request, isSecure)
  const found = former ? await findSession(queries, former, now) : undefined
  if (found) await endSession(queries, found.person.id, found.session.id)
  const agent = request.headers['user-agent'] ?? ''
  const token = await startSession(queries, personId, { agent, isRecovery }, now)
  const device = isRecovery ? undefined : await rememberDevice(queries, personId, deviceIn(request, isSecure), now)
  return () => {
    setSessionCookie(reply, token, isSecure)
    if (device) setDeviceCookie(reply, device, isSecure)
  }
}

export const tellPerson = (
  { settings, now }: CallContext,
  queries: Queries,
  personId: string,
  news: AccountNews,
): Promise<void> =>
  recordEvent(queries, accountChanged, { personId, news, mailDomain: settings.outbox?.mailDomain }, now)
