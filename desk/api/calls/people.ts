import * as z from 'zod'
import {
  type Invitation,
  invite,
  inviteToReset,
  listInvitations,
  withdrawInvitation,
} from '#domain/people/invitations.ts'
import { changeRole, findPerson, listPeople, removePerson } from '#domain/people/people.ts'
import { Refused } from '#domain/people/refusal.ts'
import { RIGHTS, ROLES } from '#domain/people/rights.ts'
import { endSessions } from '#domain/people/sessions.ts'
import { call, type DeskSettings } from '../call.ts'
import { email, language, name, role } from '../fields.ts'

/** Who works here: for owners. */
export const peopleCalls = {
  /** Names only, for those who hand work to each other. */
  'GET /colleagues': call({
    access: 'signed-in',
    background: true,
    async handle({ queries }) {
      const people = await listPeople(queries)
      return { colleagues: people.map(({ id, name, role }) => ({ id, name, role })) }
    },
  }),

  'GET /people': call({
    access: 'people.manage',
    async handle({ queries, now }) {
      const invitations = await listInvitations(queries, now)
      return { people: await listPeople(queries), invitations, roles: ROLES, rights: RIGHTS }
    },
  }),

  'POST /people/invitations': call({
    access: 'people.manage',
    freshProof: true,
    body: z.object({ name, email, role, language, mail: z.boolean() }),
    audit: 'person.invite',
    async handle({ write, person, settings, now }, { body: { mail, ...invitation } }) {
      const made = await write(
        (queries) => invite(queries, invitation, person.id, now),
        ({ id }) => ({ subject: id }),
      )
      return handOver(settings, { ...invitation, ...made, kind: 'join' }, mail)
    },
  }),

  'DELETE /people/invitations/:id': call({
    access: 'people.manage',
    freshProof: true,
    audit: 'person.withdraw-invitation',
    async handle({ write }, { params }) {
      await write((queries) => withdrawInvitation(queries, params.id as string), { subject: params.id })
    },
  }),

  'PATCH /people/:id': call({
    access: 'people.manage',
    freshProof: true,
    body: z.object({ role }),
    audit: 'person.change-role',
    async handle({ write }, { params, body }) {
      const id = params.id as string
      await write((queries) => changeRole(queries, id, body.role), { subject: id, words: { role: body.role } })
    },
  }),

  'POST /people/:id/reset': call({
    access: 'people.manage',
    freshProof: true,
    body: z.object({ mail: z.boolean() }),
    audit: 'person.reset',
    async handle({ write, queries, person, settings, now }, { params, body }) {
      const id = params.id as string
      const found = await findPerson(queries, id)
      if (!found) throw new Refused('personUnknown')
      const made = await write((transaction) => inviteToReset(transaction, id, person.id, now), { subject: id })
      const { name, email, language } = found
      return handOver(settings, { name, email: email ?? '', language, ...made, kind: 'reset' }, body.mail)
    },
  }),

  'POST /people/:id/end-sessions': call({
    access: 'people.manage',
    freshProof: true,
    audit: 'person.end-sessions',
    async handle({ write, session }, { params }) {
      const id = params.id as string
      const ended = await write(
        async (queries) => {
          if (!(await findPerson(queries, id))) throw new Refused('personUnknown')
          return endSessions(queries, id, session.id)
        },
        (count) => ({ subject: params.id, counts: { sessions: count } }),
      )
      return { ended }
    },
  }),

  'DELETE /people/:id': call({
    access: 'people.manage',
    freshProof: true,
    audit: 'person.remove',
    async handle({ write, now }, { params }) {
      await write((queries) => removePerson(queries, params.id as string, now), { subject: params.id })
    },
  }),
}

type MadeInvitation = Pick<Invitation, 'name' | 'email' | 'language' | 'kind' | 'expiresAt'> & { secret: string }

/** The link is shown once, and mailed where that is wished and possible. */
async function handOver(settings: DeskSettings, made: MadeInvitation, mail: boolean) {
  const link = `${settings.url()}/join#${made.secret}`
  const { name, email, language, kind, expiresAt } = made
  const isMailed = mail && (await settings.mailInvitation?.({ to: email, name, link, language, kind })) === true
  return { link, expiresAt, isMailed }
}
