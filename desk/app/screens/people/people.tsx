import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import type { Role } from '#domain/people/rights.ts'
import { api } from '../../api.ts'
import { useActions } from '../../parts/actions.tsx'
import { Block, Body, Button, Head, Note } from '../../parts/elements.tsx'
import { Scroller } from '../../parts/table.tsx'
import { useAnnouncements, useSubmit } from '../../parts/work.tsx'
import { useTexts } from '../../texts.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { InviteDialog, LinkDialog, type MadeLink } from './invite-dialog.tsx'
import { InvitationRow, PeopleTable, type Person, PersonRow } from './people-table.tsx'
import { RightsTable } from './rights-table.tsx'

export const loader = () => api('GET /people')

type Open = { kind: 'invite' } | { kind: 'link'; link: MadeLink } | { kind: 'reset' | 'remove'; person: Person }

/** Who works here: seats, keys and roles. */
export function Component() {
  const { people, invitations, roles, rights } = useLoaderData<typeof loader>()
  const { people: texts, shell, say } = useTexts()
  const announcements = useAnnouncements()
  const { revalidate } = useRevalidator()
  const [open, setOpen] = useState<Open>()
  const { submit, failure } = useSubmit()
  const invite = () => setOpen({ kind: 'invite' })
  useActions([{ id: 'invite', label: texts.inviteTitle, keys: 'N', icon: UserPlus, run: invite }])

  const changeRole = (person: Person, role: Role) =>
    submit(async () => {
      await api('PATCH /people/:id', { params: { id: person.id }, body: { role, seen: person.role } })
      announcements.say(say('people.roleChanged', { name: person.name, role: shell.roles[role] }))
    }).finally(revalidate)
  const endSessions = (person: Person) =>
    submit(async () => {
      const { ended } = await api('POST /people/:id/end-sessions', { params: { id: person.id } })
      announcements.say(say('people.sessionsEnded', { name: person.name, count: ended }))
    })
  const withdraw = (id: string) =>
    submit(() => api('DELETE /people/invitations/:id', { params: { id } })).finally(revalidate)

  return (
    <>
      <Head
        title={texts.title}
        actions={
          <Button look="primary" icon={UserPlus} onClick={invite}>
            {texts.invite}
          </Button>
        }
      />
      <Body>
        {failure && <Note kind="wrong">{failure}</Note>}
        <Scroller label={texts.list}>
          <PeopleTable>
            {people.map((person) => (
              <PersonRow
                key={person.id}
                person={person}
                roles={roles}
                onRole={(role) => changeRole(person, role)}
                onReset={() => setOpen({ kind: 'reset', person })}
                onEndSessions={() => endSessions(person)}
                onRemove={() => setOpen({ kind: 'remove', person })}
              />
            ))}
            {invitations
              .filter(({ kind }) => kind === 'join')
              .map((invitation) => (
                <InvitationRow key={invitation.id} invitation={invitation} onWithdraw={() => withdraw(invitation.id)} />
              ))}
          </PeopleTable>
        </Scroller>
        <Block title={texts.rights}>
          <Scroller label={texts.rights}>
            <RightsTable roles={roles} rights={rights} />
          </Scroller>
        </Block>
      </Body>
      {open?.kind === 'invite' && (
        <InviteDialog
          onClose={() => setOpen(undefined)}
          onReopen={() => setOpen({ kind: 'invite' })}
          onMade={(link) => {
            setOpen({ kind: 'link', link })
            revalidate()
          }}
        />
      )}
      {open?.kind === 'link' && <LinkDialog link={open.link} onClose={() => setOpen(undefined)} />}
      {open?.kind === 'reset' && (
        <ConfirmDialog
          title={say('people.resetTitle', { name: open.person.name })}
          text={say('people.resetText', { name: open.person.name })}
          action={texts.makeLink}
          onClose={() => setOpen(undefined)}
          onConfirm={async () => {
            const { id, name, email } = open.person
            const made = await api('POST /people/:id/reset', { params: { id } })
            setOpen({ kind: 'link', link: { ...made, name, email } })
          }}
        />
      )}
      {open?.kind === 'remove' && (
        <ConfirmDialog
          title={say('people.removeTitle', { name: open.person.name })}
          text={say('people.removeText', { name: open.person.name })}
          action={texts.remove}
          isDanger
          onClose={() => setOpen(undefined)}
          onConfirm={async () => {
            await api('DELETE /people/:id', { params: { id: open.person.id } })
            announcements.say(say('people.removed', { name: open.person.name }))
            setOpen(undefined)
            revalidate()
          }}
        />
      )}
    </>
  )
}
