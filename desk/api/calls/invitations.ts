import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { acceptInvitation, findInvitation } from '#domain/people/invitations.ts'
import { newOneTimeSecret } from '#domain/people/one-time-codes.ts'
import { passkeyToMake } from '#domain/people/passkeys.ts'
import { verifyFactor } from '#domain/people/people.ts'
import { openCall } from '../call.ts'
import { enter } from '../enter.ts'
import { language, name, newFactor, secret } from '../fields.ts'

/** For invited people. The secret is in the link's fragment, so the server gets it in a body only. */
export const invitationCalls = {
  'POST /invitation': openCall({
    body: z.object({ secret }),
    withoutEntry: 'looks at an invitation',
    async handle({ queries, now }, { body }) {
      const { kind, name, email, role, language, expiresAt } = await findInvitation(queries, body.secret, now)
      return { kind, name, email, role, language, expiresAt }
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
          return { ...accepted, open: await enter(context, transaction, accepted.personId) }
        },
        { actor: newId, subject: newId },
      )
      open()
      return { recoveryCodes }
    },
  }),
}
