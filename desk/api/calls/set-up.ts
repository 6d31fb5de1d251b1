import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { newOneTimeSecret } from '#domain/people/one-time-codes.ts'
import { passkeyToMake } from '#domain/people/passkeys.ts'
import { verifyFactor } from '#domain/people/people.ts'
import { checkSetupCode, setUp } from '#domain/people/set-up.ts'
import { takeTry } from '#domain/people/throttle.ts'
import { type CallContext, openCall } from '../call.ts'
import { enter } from '../enter.ts'
import { code, email, language, name, newFactor } from '../fields.ts'

export const setUpCalls = {
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
}

async function checkCode({ database, queries, request, now }: CallContext, typed: string) {
  await takeTryUnlessRight()
  return checkSetupCode(queries, typed, now)

  /** A right code is checked several times on the way; only wrong ones count. */
  async function takeTryUnlessRight() {
    const isRight = await checkSetupCode(queries, typed, now).then(
      () => true,
      () => false,
    )
    if (!isRight) await takeTry(database, [{ limit: 'setup', value: request.ip }], now)
  }
}
