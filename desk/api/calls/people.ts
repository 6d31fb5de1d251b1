import * as z from 'zod'
import { personInvited } from '#domain/people/events.ts'
import {
  invite,
  inviteToReset,
  joinLink,
  listInvitations,
  renewInvitation,
  withdrawInvitation,
} from '#domain/people/invitations.ts'
import { changeRoles, findPerson, listPeople, removePerson } from '#domain/people/people.ts'
import { Refused } from '#domain/people/refusal.ts'
import { inOrder, RIGHTS, ROLES, TEAM_ROLES } from '#domain/people/rights.ts'
import { endSessions } from '#domain/people/sessions.ts'
import { teamsOfAll } from '#domain/people/teams.ts'
import { recordEvent } from '#domain/platform/events/events.ts'
import { call, type DeskSettings, type StaffContext } from '../call.ts'
import { email, language, name, roles } from '../fields.ts'
import { Problem } from '../problem.ts'

export const peopleCalls = {
  /** For assigning work: names, roles, and the teams that this person works with. */
  'GET /colleagues': call('signed-in', {
    background: true,
    async handle({ queries, person }) {
      const people = await listPeople(queries)
      const teams = await teamsOfAll(queries, person)
      return { colleagues: people.map(({ id, name, roles }) => ({ id, name, roles, teams: teams.get(id) ?? [] })) }
    },
  }),

  'GET /people': call('people.manage', {
    async handle({ queries, settings, now }) {
      const invitations = await listInvitations(queries, now)
      const areMailed = mailsLinks(settings)
      return {
        people: await listPeople(queries),
        invitations,
        areMailed,
        roles: ROLES,
        teamRoles: TEAM_ROLES,
        rights: RIGHTS,
      }
    },
  }),

  'POST /people/invitations': call('people.manage', {
    freshProof: true,
    body: z.object({ name, email, roles, language }),
    audit: 'person.invite',
    async handle({ write, person, settings, now }, { body }) {
      const made = await write(
        async (queries) => {
          const made = await invite(queries, body, person.id, now)
          return sendOrShow({ settings, queries, now }, made, mailsLinks(settings) ? 'mail' : 'link')
        },
        ({ id }) => ({ subject: id }),
      )
      settings.outbox?.wake()
      return made
    },
  }),

  /** The former link ends. */
  'POST /people/invitations/:id/renew': call('people.manage', {
    freshProof: true,
    body: z.object({ by: z.enum(['mail', 'link']) }),
    audit: 'person.renew-invitation',
    async handle({ write, person, settings, now }, { params, body: { by } }) {
      if (by === 'mail' && !mailsLinks(settings)) throw new Problem('mailOff')
      const made = await write(async (queries) => {
        const renewed = await renewInvitation(queries, params.id, person.id, now)
        return sendOrShow({ settings, queries, now }, renewed, by)
      })
      settings.outbox?.wake()
      return made
    },
  }),

  'DELETE /people/invitations/:id': call('people.manage', {
    freshProof: true,
    audit: 'person.withdraw-invitation',
    handle: ({ write }, { params }) => write((queries) => withdrawInvitation(queries, params.id)),
  }),

  'PATCH /people/:id': call('people.manage', {
    freshProof: true,
    body: z.object({ roles, seen: roles }),
    audit: 'person.change-role',
    async handle({ write }, { params, body }) {
      await write(
        async (queries) => {
          if (!(await changeRoles(queries, params.id, body))) throw new Problem('conflict')
        },
        { words: { role: inOrder(body.roles).join(' ') } },
      )
    },
  }),

  'POST /people/:id/reset': call('people.manage', {
    freshProof: true,
    audit: 'person.reset',
    async handle({ write, person, settings, now }, { params }) {
      const { secret, expiresAt } = await write((queries) => inviteToReset(queries, params.id, person.id, now))
      return { link: joinLink(settings.url(), secret), expiresAt }
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

/** A link of this machine's own name is of no use in a mailbox. */
const mailsLinks = ({ outbox }: DeskSettings) => outbox?.deskUrl !== undefined

interface MadeInvitation {
  id: string
  secret: string
  expiresAt: string
}

/** `link` is null if it is mailed: then only the mailbox has it. */
async function sendOrShow(
  { settings, queries, now }: Pick<StaffContext, 'settings' | 'queries' | 'now'>,
  { id, secret, expiresAt }: MadeInvitation,
  by: 'mail' | 'link',
) {
  if (by === 'mail') await recordEvent(queries, personInvited, { invitationId: id }, now)
  return { id, link: by === 'mail' ? null : joinLink(settings.url(), secret), expiresAt }
}
