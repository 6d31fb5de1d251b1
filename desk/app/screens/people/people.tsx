import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import { ROLES, type Role } from '#domain/people/rights.ts'
import type { Language } from '#texts/languages.ts'
import { api, type ResultOf } from '../../api.ts'
import { useActions } from '../../parts/actions.ts'
import { ConfirmDialog, FormDialog, SecretDialog } from '../../parts/dialog.tsx'
import { type Closing, useDraft } from '../../parts/drafts.ts'
import { Block, Body, Button, Head, Note } from '../../parts/elements.tsx'
import { Choice, Choices, Field } from '../../parts/field.tsx'
import { useAnnouncements, useSubmit } from '../../parts/work.tsx'
import { useRoleNames } from '../../roles.ts'
import { useTexts } from '../../texts.tsx'
import { type Invitation, InvitationRow, PeopleTable, type Person, PersonRow, RightsTable } from './people-table.tsx'

export const loader = () => api('GET /people')

type Open =
  | { kind: 'invite' }
  | { kind: 'link'; link: MadeLink }
  | { kind: 'roles' | 'reset' | 'remove'; person: Person }

export function Component() {
  const { people, invitations, areMailed, roles, teamRoles, rights } = useLoaderData<typeof loader>()
  const { people: texts, say, formats } = useTexts()
  const { revalidate } = useRevalidator()
  const [open, setOpen] = useState<Open>()
  const { submit, change, failure } = useSubmit()
  const { show } = useAnnouncements()
  const invite = () => setOpen({ kind: 'invite' })
  useActions([{ id: 'invite', label: texts.inviteTitle, keys: 'N', icon: UserPlus, run: invite }])

  const endSessions = ({ id, name }: Person) =>
    submit(
      () => api('POST /people/:id/end-sessions', { params: { id } }),
      ({ ended }) => say('people.sessionsEnded', { name, count: ended }),
    )
  const withdraw = (id: string) => change(() => api('DELETE /people/invitations/:id', { params: { id } }))
  const close = () => setOpen(undefined)
  /** A link that is mailed is not shown. */
  const onMade = ({ link, ...made }: Made) => {
    if (link === null) show(say('people.invitationSent', { ...made, when: formats.moment(made.expiresAt) }))
    setOpen(link === null ? undefined : { kind: 'link', link: { ...made, link } })
    revalidate()
  }
  const renew = ({ id, name, email }: Invitation, by: 'mail' | 'link') =>
    submit(async () =>
      onMade({ ...(await api('POST /people/invitations/:id/renew', { params: { id }, body: { by } })), name, email }),
    )

  return (
    <>
      <Head
        title={texts.title}
        actions={<Button look="primary" icon={UserPlus} onClick={invite} label={texts.invite} />}
      />
      <Body>
        {failure && <Note kind="wrong">{failure}</Note>}
        <PeopleTable>
          {people.map((person) => (
            <PersonRow
              key={person.id}
              person={person}
              onRoles={() => setOpen({ kind: 'roles', person })}
              onReset={() => setOpen({ kind: 'reset', person })}
              onEndSessions={() => endSessions(person)}
              onRemove={() => setOpen({ kind: 'remove', person })}
            />
          ))}
          {invitations
            .filter(({ kind }) => kind === 'join')
            .map((invitation) => (
              <InvitationRow
                key={invitation.id}
                invitation={invitation}
                isMailed={areMailed}
                onRenew={(by) => renew(invitation, by)}
                onWithdraw={() => withdraw(invitation.id)}
              />
            ))}
        </PeopleTable>
        <Block title={texts.rights}>
          <RightsTable roles={roles} teamRoles={teamRoles} rights={rights} />
          <p className="muted small">{texts.teamRights}</p>
        </Block>
      </Body>
      {open?.kind === 'invite' && (
        <InviteDialog isMailed={areMailed} onClose={close} onReopen={invite} onMade={onMade} />
      )}
      {open?.kind === 'link' && (
        <SecretDialog
          title={say('people.linkTitle', { name: open.link.name })}
          text={say('people.linkText', { email: open.link.email, when: formats.moment(open.link.expiresAt) })}
          secret={open.link.link}
          done={texts.done}
          onClose={close}
        />
      )}
      {open?.kind === 'roles' && <RolesDialog person={open.person} onClose={close} />}
      {open?.kind === 'reset' && (
        <ConfirmDialog
          title={say('people.resetTitle', { name: open.person.name })}
          text={say('people.resetText', { name: open.person.name })}
          submit={texts.makeLink}
          onClose={close}
          onConfirm={() => api('POST /people/:id/reset', { params: { id: open.person.id } })}
          onDone={(made) => setOpen({ kind: 'link', link: { ...open.person, ...made } })}
        />
      )}
      {open?.kind === 'remove' && (
        <ConfirmDialog
          title={say('people.removeTitle', { name: open.person.name })}
          text={say('people.removeText', { name: open.person.name })}
          submit={texts.remove}
          said={say('people.removed', { name: open.person.name })}
          isDanger
          onClose={close}
          onConfirm={() => api('DELETE /people/:id', { params: { id: open.person.id } })}
        />
      )}
    </>
  )
}

type Made = ResultOf<'POST /people/invitations'> & { name: string; email: string }
type MadeLink = Omit<Made, 'id' | 'link'> & { link: string }

interface NewInvitation {
  name: string
  email: string
  roles: Role[]
  language: Language
}

interface InviteDialogProps extends Closing {
  isMailed: boolean
  onMade(made: Made): void
}

function InviteDialog({ isMailed, onMade, ...closing }: InviteDialogProps) {
  const { people: texts, language } = useTexts()
  const { submit, failure, refusal, ...form } = useSubmit()
  const draft = useDraft<NewInvitation>('invitation', () => ({ name: '', email: '', roles: ['recruiter'], language }))
  const { name, email } = draft.value
  const send = () =>
    submit(async () => {
      const made = await api('POST /people/invitations', { body: draft.value })
      draft.forget()
      onMade({ ...made, name, email })
    })
  const taken = refusal?.problem === 'emailTaken' ? refusal.message : undefined
  return (
    <FormDialog
      title={texts.inviteTitle}
      text={isMailed ? texts.inviteByMail : texts.inviteText}
      submit={isMailed ? texts.sendInvitation : texts.makeLink}
      form={{ ...form, failure: taken ? undefined : failure }}
      stays
      onClose={() => draft.discard(Boolean(name || email), closing)}
      onSubmit={send}
    >
      <Field label={texts.name} dir="auto" autoComplete="off" required {...draft.field('name')} />
      <Field ltr label={texts.email} type="email" autoComplete="off" required error={taken} {...draft.field('email')} />
      <RoleChoices {...draft.choice('roles')} />
      <Choice legend={texts.language} {...draft.choice('language')} options={texts.languages} />
    </FormDialog>
  )
}

/** Every session of the person ends with the change. */
function RolesDialog({ person: { id, name, roles: seen }, onClose }: { person: Person; onClose(): void }) {
  const { people: texts, say } = useTexts()
  const namesOf = useRoleNames()
  const [roles, setRoles] = useState<Role[]>(seen)
  const form = useSubmit()
  const save = () =>
    form.change(
      async () => {
        await api('PATCH /people/:id', { params: { id }, body: { roles, seen } })
        onClose()
      },
      say('people.rolesChanged', { name, roles: namesOf(roles) }),
    )
  return (
    <FormDialog
      title={say('people.rolesTitle', { name })}
      text={texts.rolesText}
      submit={texts.saveRoles}
      form={form}
      onClose={onClose}
      onSubmit={save}
    >
      <RoleChoices name="roles" value={roles} onChange={setRoles} />
    </FormDialog>
  )
}

function RoleChoices(choice: { name: string; value: readonly Role[]; onChange(roles: Role[]): void }) {
  const { people: texts, shell } = useTexts()
  const explain = (role: Role) => ({ name: shell.roles[role], text: texts.roleTexts[role] })
  const options = Object.fromEntries(ROLES.map((role) => [role, explain(role)])) as Record<
    Role,
    ReturnType<typeof explain>
  >
  return <Choices legend={texts.roles} look="cards" hint={texts.rolesHint} options={options} {...choice} />
}
