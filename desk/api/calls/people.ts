import * as z from 'zod'
import { invite, inviteToReset, listInvitations, withdrawInvitation } from '#domain/people/invitations.ts'
import { changeRole, findPerson, listPeople, removePerson } from '#domain/people/people.ts'
import { Refused } from '#domain/people/refusal.ts'
import { RIGHTS, ROLES } from '#domain/people/rights.ts'
import { endSessions } from '#domain/people/sessions.ts'
import { call, type DeskSettings } from '../call.ts'
import { email, language, name, role } from '../fields.ts'
import { Problem } from '../problem.ts'

export const peopleCalls = {
  /** Names only, for assigning work. */
  'GET /colleagues': call('signed-in', {
    background: true,
    async handle({ queries }) {
      const people = await listPeople(queries)
      return { colleagues: people.map(({ id, name, role }) => ({ id, name, role })) }
    },
  }),

  'GET /people': call('people.manage', {
    async handle({ queries, now }) {
      const invitations = await listInvitations(queries, now)
      return { people: await listPeople(queries), invitations, roles: ROLES, rights: RIGHTS }
    },
  }),

  'POST /people/invitations': call('people.manage', {
    freshProof: true,
    body: z.object({ name, email, role, language }),
    audit: 'person.invite',
    async handle({ write, person, settings, now }, { body }) {
      const made = await write(
        (queries) => invite(queries, body, person.id, now),
        ({ id }) => ({ subject: id }),
      )
      return linkOf(settings, made)
    },
  }),

  'DELETE /people/invitations/:id': call('people.manage', {
    freshProof: true,
    audit: 'person.withdraw-invitation',
    handle: ({ write }, { params }) => write((queries) => withdrawInvitation(queries, params.id)),
  }),

  'PATCH /people/:id': call('people.manage', {
    freshProof: true,
    body: z.object({ role, seen: role }),
    audit: 'person.change-role',
    async handle({ write }, { params, body }) {
      await write(
        async (queries) => {
          if (!(await changeRole(queries, params.id, body))) throw new Problem('conflict')
        },
        { words: { role: body.role } },
      )
    },
  }),

  'POST /people/:id/reset': call('people.manage', {
    freshProof: true,
    audit: 'person.reset',
    async handle({ write, person, settings, now }, { params }) {
      return linkOf(settings, await write((queries) => inviteToReset(queries, params.id, person.id, now)))
    },
  }),

  'POST /people/:id/end-sessions': call('people.manage', {
    freshProof: true,
    audit: 'person.end-sessions',
    async handle({ write, session }, { params }) {
      const ended = await write(
        async (queries) => {
          if (!(await findPerson(queries, params.id))) throw new Refused('personUnknown')
          return endSessions(queries, params.id, session.id)
        },
        (count) => ({ counts: { sessions: count } }),
      )
      return { ended }
    },
  }),

  'DELETE /people/:id': call('people.manage', {
    freshProof: true,
    audit: 'person.remove',
    handle: ({ write, now }, { params }) => write((queries) => removePerson(queries, params.id, now)),
  }),
}

const linkOf = (settings: DeskSettings, { secret, expiresAt }: { secret: string; expiresAt: string }) => ({
  link: `${settings.url()}/join#${secret}`,
  expiresAt,
})
