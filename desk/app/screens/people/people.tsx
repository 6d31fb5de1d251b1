import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import type { Role } from '#domain/people/rights.ts'
import type { Language } from '#texts/languages.ts'
import { api, type ResultOf } from '../../api.ts'
import { useActions } from '../../parts/actions.ts'
import { ConfirmDialog, FormDialog, SecretDialog } from '../../parts/dialog.tsx'
import { type Closing, useDraft } from '../../parts/drafts.ts'
import { Block, Body, Button, Head, Note } from '../../parts/elements.tsx'
import { Choice, Field } from '../../parts/field.tsx'
import { useSubmit } from '../../parts/work.tsx'
import { useTexts } from '../../texts.tsx'
import { InvitationRow, PeopleTable, type Person, PersonRow, RightsTable } from './people-table.tsx'

export const loader = () => api('GET /people')

type Open = { kind: 'invite' } | { kind: 'link'; link: MadeLink } | { kind: 'reset' | 'remove'; person: Person }

export function Component() {
  const { people, invitations, roles, rights } = useLoaderData<typeof loader>()
  const { people: texts, shell, say, formats } = useTexts()
  const { revalidate } = useRevalidator()
  const [open, setOpen] = useState<Open>()
  const { submit, change, failure } = useSubmit()
  const invite = () => setOpen({ kind: 'invite' })
  useActions([{ id: 'invite', label: texts.inviteTitle, keys: 'N', icon: UserPlus, run: invite }])

  const changeRole = ({ id, name, role: seen }: Person, role: Role) =>
    change(
      () => api('PATCH /people/:id', { params: { id }, body: { role, seen } }),
      say('people.roleChanged', { name, role: shell.roles[role] }),
    )
  const endSessions = ({ id, name }: Person) =>
    submit(
      () => api('POST /people/:id/end-sessions', { params: { id } }),
      ({ ended }) => say('people.sessionsEnded', { name, count: ended }),
    )
  const withdraw = (id: string) => change(() => api('DELETE /people/invitations/:id', { params: { id } }))
  const close = () => setOpen(undefined)
  const showLink = (link: MadeLink) => {
    setOpen({ kind: 'link', link })
    revalidate()
  }

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
        <Block title={texts.rights}>
          <RightsTable roles={roles} rights={rights} />
        </Block>
      </Body>
      {open?.kind === 'invite' && <InviteDialog onClose={close} onReopen={invite} onMade={showLink} />}
      {open?.kind === 'link' && (
        <SecretDialog
          title={say('people.linkTitle', { name: open.link.name })}
          text={say('people.linkText', { email: open.link.email, when: formats.moment(open.link.expiresAt) })}
          secret={open.link.link}
          done={texts.done}
          onClose={close}
        />
      )}
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

type MadeLink = ResultOf<'POST /people/invitations'> & { name: string; email: string }

interface Invitation {
  name: string
  email: string
  role: Role
  language: Language
}

function InviteDialog({ onMade, ...closing }: Closing & { onMade(link: MadeLink): void }) {
  const { people: texts, shell, language } = useTexts()
  const { submit, failure, refusal, ...form } = useSubmit()
  const draft = useDraft<Invitation>('invitation', () => ({ name: '', email: '', role: 'recruiter', language }))
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
      text={texts.inviteText}
      submit={texts.makeLink}
      form={{ ...form, failure: taken ? undefined : failure }}
      stays
      onClose={() => draft.discard(Boolean(name || email), closing)}
      onSubmit={send}
    >
      <Field label={texts.name} dir="auto" autoComplete="off" required {...draft.field('name')} />
      <Field ltr label={texts.email} type="email" autoComplete="off" required error={taken} {...draft.field('email')} />
      <Choice legend={texts.role} {...draft.choice('role')} options={shell.roles} />
      <Choice legend={texts.language} {...draft.choice('language')} options={texts.languages} />
    </FormDialog>
  )
}
