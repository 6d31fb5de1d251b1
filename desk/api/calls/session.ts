import { companyTimeZone } from '#domain/content/company.ts'
import { passkeyToUse } from '#domain/people/passkeys.ts'
import { hasPeople } from '#domain/people/people.ts'
import { Refused } from '#domain/people/refusal.ts'
import { type Right, rightsOf } from '#domain/people/rights.ts'
import { endSession, findSession, isFresh, markProved, type SignedInPerson } from '#domain/people/sessions.ts'
import { examineProof, type Proof } from '#domain/people/sign-in.ts'
import { type CallContext, call, openCall } from '../call.ts'
import { deviceIn, endSessionCookie, sessionTokenIn } from '../cookies.ts'
import { enter } from '../enter.ts'
import { proof } from '../fields.ts'

export type SessionState =
  | { state: 'set-up' | 'signed-out'; timeZone: string }
  | { state: 'signed-in'; timeZone: string; person: SignedInPerson; rights: Right[]; isFresh: boolean }

export const sessionCalls = {
  'GET /session': openCall({
    background: true,
    async handle({ queries, request, settings, now }): Promise<SessionState> {
      const token = sessionTokenIn(request, settings.isSecure())
      const found = token ? await findSession(queries, token, now) : undefined
      const timeZone = await companyTimeZone(queries)
      if (!found) return { state: (await hasPeople(queries)) ? 'signed-out' : 'set-up', timeZone }
      const { person, session } = found
      return {
        state: 'signed-in',
        timeZone,
        person,
        rights: rightsOf(person.role),
        isFresh: isFresh(session, now),
      }
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
      const accepted = await examine(context, body)
      const open = await context.write(
        async (queries) => {
          await accepted.consume(queries, context.now)
          return enter(context, queries, accepted.personId)
        },
        { actor: accepted.personId, subject: accepted.personId },
      )
      open()
      return { personId: accepted.personId }
    },
  }),

  'POST /session/proof': call({
    access: 'signed-in',
    body: proof,
    audit: 'session.prove',
    async handle(context, { body }) {
      const { person, session } = context
      const accepted = await examine(context, body.kind === 'password' ? { ...body, email: person.email } : body)
      if (accepted.personId !== person.id) throw new Refused('wrongCredentials')
      await context.write(async (queries) => {
        await accepted.consume(queries, context.now)
        await markProved(queries, session.id, context.now)
      })
    },
  }),

  'POST /sign-out': call({
    access: 'signed-in',
    audit: 'session.end',
    async handle({ write, person, session, reply, settings }) {
      await write((queries) => endSession(queries, person.id, session.id))
      endSessionCookie(reply, settings.isSecure())
    },
  }),
}

function examine({ database, settings, request, now }: CallContext, body: Proof) {
  const source = { address: request.ip, device: deviceIn(request, settings.isSecure()) }
  return examineProof(database, settings.party(), body, source, now)
}
