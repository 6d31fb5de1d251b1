import * as z from 'zod'
import { changeAccount, findAccount, removePasskey, removePassword } from '#domain/people/account.ts'
import type { AccountNews } from '#domain/people/events.ts'
import { newOneTimeSecret } from '#domain/people/one-time-codes.ts'
import { passkeyToMake } from '#domain/people/passkeys.ts'
import { storeFactor, verifyFactor } from '#domain/people/people.ts'
import { replaceRecoveryCodes } from '#domain/people/recovery-codes.ts'
import { Refused } from '#domain/people/refusal.ts'
import { endSession, endSessions, listSessions } from '#domain/people/sessions.ts'
import type { Queries } from '#domain/platform/database/database.ts'
import { call, type StaffContext } from '../call.ts'
import { language, name, newFactor } from '../fields.ts'
import { enter, tellPerson } from './ways-in.ts'

export const accountCalls = {
  'GET /account': call('signed-in', {
    async handle({ queries, person, session, settings, now }) {
      const sessions = await listSessions(queries, person.id, now)
      return {
        ...(await findAccount(queries, person.id)),
        version: settings.version,
        sessions: sessions.map((each) => ({ ...each, isThisOne: each.id === session.id })),
      }
    },
  }),

  'PATCH /account': call('signed-in', {
    body: z.object({ name: name.optional(), language: language.optional(), shortcuts: z.boolean().optional() }),
    audit: 'account.change',
    handle: ({ write, person }, { body }) =>
      write((queries) => changeAccount(queries, person.id, body), { subject: person.id }),
  }),

  'POST /account/passkey': call('signed-in', {
    freshProof: true,
    inRecovery: true,
    withoutEntry: 'asks for a challenge',
    handle: ({ database, settings, person, now }) => passkeyToMake(database, settings.party(), person, now),
  }),

  'POST /account/one-time-secret': call('signed-in', {
    freshProof: true,
    inRecovery: true,
    withoutEntry: 'makes up a secret that is kept only with the account',
    handle: ({ person, settings }) => newOneTimeSecret(person.email, settings.party().name),
  }),

  'POST /account/factors': call('signed-in', {
    freshProof: true,
    inRecovery: true,
    body: z.object({ factor: newFactor }),
    audit: 'account.add-factor',
    async handle(context, { body }) {
      const { database, settings, person, now } = context
      const verified = await verifyFactor(database, settings.party(), body.factor, now)
      await changeFactors(context, 'factor-added', (queries) => storeFactor(queries, person.id, verified, now))
    },
  }),

  'DELETE /account/passkeys/:id': call('signed-in', {
    freshProof: true,
    audit: 'account.remove-factor',
    handle: (context, { params }) =>
      changeFactors(context, 'factor-removed', (queries) => removePasskey(queries, context.person.id, params.id)),
  }),

  'DELETE /account/password': call('signed-in', {
    freshProof: true,
    audit: 'account.remove-factor',
    handle: (context) =>
      changeFactors(context, 'factor-removed', (queries) => removePassword(queries, context.person.id)),
  }),

  'POST /account/recovery-codes': call('signed-in', {
    freshProof: true,
    audit: 'account.recovery-codes',
    async handle(context) {
      const { person } = context
      const recoveryCodes = await context.write(
        async (queries) => {
          await tellPerson(context, queries, person.id, 'codes-renewed')
          return replaceRecoveryCodes(queries, person.id)
        },
        { subject: person.id },
      )
      context.settings.outbox?.wake()
      return { recoveryCodes }
    },
  }),

  'DELETE /account/sessions/:id': call('signed-in', {
    audit: 'account.end-session',
    async handle({ write, person }, { params }) {
      await write(
        async (queries) => {
          if (!(await endSession(queries, person.id, params.id))) throw new Refused('notFound')
        },
        { subject: person.id },
      )
    },
  }),

  'DELETE /account/sessions': call('signed-in', {
    audit: 'account.end-session',
    async handle({ write, person, session }) {
      const ended = await write(
        (queries) => endSessions(queries, person.id, session.id),
        (sessions) => ({ subject: person.id, counts: { sessions } }),
      )
      return { ended }
    },
  }),
}

/** A changed factor ends every session; this browser gets a new one. */
async function changeFactors(context: StaffContext, news: AccountNews, change: (queries: Queries) => Promise<unknown>) {
  const { person, write } = context
  const open = await write(
    async (queries) => {
      await change(queries)
      await endSessions(queries, person.id)
      await tellPerson(context, queries, person.id, news)
      return enter(context, queries, person.id)
    },
    { subject: person.id },
  )
  open()
  context.settings.outbox?.wake()
}
