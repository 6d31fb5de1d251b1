import { KeyRound, LogOut, UserMinus, UserPlus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import { isRole, type Right, type Role } from '#domain/people/rights.ts'
import type { DeskTexts } from '#texts/desk/en/index.ts'
import { api } from '../../api.ts'
import { useFormats } from '../../formats.ts'
import { useAnnouncements } from '../../parts/announcements.tsx'
import { Button } from '../../parts/button.tsx'
import { Dot, Initial } from '../../parts/dot.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { Block, Body, Head, Ltr, Note } from '../../parts/layout.tsx'
import { Menu } from '../../parts/menu.tsx'
import { endCell, Scroller, Table } from '../../parts/table.tsx'
import { useSubmit } from '../../parts/use-submit.ts'
import { useSession } from '../../session.tsx'
import { useActions } from '../../shell/actions.tsx'
import { useSay, useTexts } from '../../texts.tsx'
import { InviteDialog, LinkDialog, type MadeLink } from './invite-dialog.tsx'
import styles from './people.module.css'

export const loader = () => api('GET /people')

type Person = Awaited<ReturnType<typeof loader>>['people'][number]
type Open = { kind: 'invite' } | { kind: 'link'; link: MadeLink } | { kind: 'reset' | 'remove'; person: Person }

/** Who works here: seats, keys and roles. */
export function Component() {
  const { people, invitations, roles, rights } = useLoaderData<typeof loader>()
  const texts = useTexts('people')
  const shell = useTexts('shell')
  const say = useSay('people')
  const announcements = useAnnouncements()
  const formats = useFormats()
  const { person: me } = useSession()
  const { revalidate } = useRevalidator()
  const [open, setOpen] = useState<Open>()
  const { submit, failure } = useSubmit()
  const invite = () => setOpen({ kind: 'invite' })
  useActions([{ id: 'invite', label: texts.inviteTitle, keys: 'N', icon: UserPlus, run: invite }])

  const changeRole = (person: Person, role: Role) =>
    submit(async () => {
      await api('PATCH /people/:id', { params: { id: person.id }, body: { role, seen: person.role } })
      announcements.say(say('roleChanged', { name: person.name, role: shell.roles[role] }))
    }).finally(revalidate)
  const endSessions = (person: Person) =>
    submit(async () => {
      const { ended } = await api('POST /people/:id/end-sessions', { params: { id: person.id } })
      announcements.say(say('sessionsEnded', { name: person.name, count: ended }))
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
          <Table
            stacks
            caption={texts.list}
            head={
              <>
                <th scope="col">{texts.columns.name}</th>
                <th scope="col">{texts.columns.role}</th>
                <th scope="col">{texts.columns.factors}</th>
                <th scope="col">{texts.columns.seen}</th>
                <th scope="col">
                  <span className="vh">{texts.columns.actions}</span>
                </th>
              </>
            }
          >
            {people.map((person) => (
              <tr key={person.id}>
                <th scope="row">
                  <Who name={person.name} email={person.email} isMe={person.id === me.id} you={texts.you} />
                </th>
                <td>
                  {person.id === me.id ? (
                    shell.roles[person.role]
                  ) : (
                    <select
                      className={styles.role}
                      aria-label={say('roleOf', { name: person.name })}
                      value={person.role}
                      onChange={({ target }) => isRole(target.value) && changeRole(person, target.value)}
                    >
                      {roles.map((role) => (
                        <option key={role} value={role}>
                          {shell.roles[role]}
                        </option>
                      ))}
                    </select>
                  )}
                </td>
                <td>
                  <Factors person={person} />
                </td>
                <td className="second" data-label={texts.columns.seen}>
                  {person.lastSeenAt ? formats.ago(person.lastSeenAt) : texts.never}
                </td>
                <td className={endCell}>
                  {person.id !== me.id && (
                    <Menu
                      label={say('actionsFor', { name: person.name })}
                      items={[
                        { label: texts.reset, icon: KeyRound, run: () => setOpen({ kind: 'reset', person }) },
                        { label: texts.endSessions, icon: LogOut, run: () => endSessions(person) },
                        {
                          label: texts.remove,
                          icon: UserMinus,
                          danger: true,
                          run: () => setOpen({ kind: 'remove', person }),
                        },
                      ]}
                    />
                  )}
                </td>
              </tr>
            ))}
            {invitations
              .filter(({ kind }) => kind === 'join')
              .map((invitation) => (
                <tr key={invitation.id}>
                  <th scope="row">
                    <Who name={invitation.name} email={invitation.email} isInvited />
                  </th>
                  <td className="second">{shell.roles[invitation.role]}</td>
                  <td>
                    <span className={styles.state}>
                      <Dot />
                      {texts.invited}
                    </span>
                  </td>
                  <td className="second">{say('linkEnds', { when: formats.moment(invitation.expiresAt) })}</td>
                  <td className={endCell}>
                    <Button look="quiet" small onClick={() => withdraw(invitation.id)}>
                      {texts.withdraw}
                    </Button>
                  </td>
                </tr>
              ))}
          </Table>
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
          onMade={(link) => {
            setOpen({ kind: 'link', link })
            revalidate()
          }}
        />
      )}
      {open?.kind === 'link' && <LinkDialog link={open.link} onClose={() => setOpen(undefined)} />}
      {open?.kind === 'reset' && (
        <Confirm
          title={say('resetTitle', { name: open.person.name })}
          text={say('resetText', { name: open.person.name })}
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
        <Confirm
          title={say('removeTitle', { name: open.person.name })}
          text={say('removeText', { name: open.person.name })}
          action={texts.remove}
          isDanger
          onClose={() => setOpen(undefined)}
          onConfirm={async () => {
            await api('DELETE /people/:id', { params: { id: open.person.id } })
            announcements.say(say('removed', { name: open.person.name }))
            setOpen(undefined)
            revalidate()
          }}
        />
      )}
    </>
  )
}

interface WhoProps {
  name: string
  email: string
  isMe?: boolean
  isInvited?: boolean
  you?: string
}

function Who({ name, email, isMe = false, isInvited = false, you }: WhoProps) {
  return (
    <span className={styles.who}>
      <Initial name={isInvited ? undefined : name} isMe={isMe} />
      <span className={styles.two}>
        <span>
          <b>
            <bdi>{name}</bdi>
          </b>
          {isMe && <span className="muted small"> {you}</span>}
        </span>
        <Ltr className={styles.mail}>{email}</Ltr>
      </span>
    </span>
  )
}

function Factors({ person: { passkeys, hasPassword } }: { person: Person }) {
  const texts = useTexts('people')
  const say = useSay('people')
  const ways = [passkeys > 0 && say('passkeys', { count: passkeys }), hasPassword && texts.password].filter(Boolean)
  return (
    <span className={styles.state}>
      <Dot fill={passkeys > 0 ? 'solid' : 'hollow'} />
      {ways.length > 0 ? ways.join(' · ') : texts.noFactors}
    </span>
  )
}

interface RightsTableProps {
  roles: readonly Role[]
  rights: Record<Right, readonly Role[]>
}

function RightsTable({ roles, rights }: RightsTableProps) {
  const texts = useTexts('people')
  const shell = useTexts('shell')
  return (
    <Table
      caption={texts.rights}
      head={
        <>
          <th scope="col">
            <span className="vh">{texts.right}</span>
          </th>
          {roles.map((role) => (
            <th scope="col" key={role}>
              {shell.roles[role]}
            </th>
          ))}
        </>
      }
    >
      {(Object.keys(rights) as Right[]).map((right) => (
        <tr key={right}>
          <th scope="row">{texts.rightNames[textKeyOf(right)]}</th>
          {roles.map((role) => (
            <td key={role}>
              {rights[right].includes(role) ? (
                <Dot fill="solid" label={texts.yes} />
              ) : (
                <Dot colour="edge" label={texts.no} />
              )}
            </td>
          ))}
        </tr>
      ))}
    </Table>
  )
}

/** A dot in a key means a step inwards to the texts. */
const textKeyOf = (right: Right) => right.replace('.', '-') as keyof DeskTexts['people']['rightNames']

interface ConfirmProps {
  title: string
  text: ReactNode
  action: string
  isDanger?: boolean
  onClose(): void
  onConfirm(): Promise<void>
}

function Confirm({ title, text, action, isDanger = false, onClose, onConfirm }: ConfirmProps) {
  const { submit, isBusy, failure } = useSubmit()
  return (
    <FormDialog
      title={title}
      text={text}
      submit={action}
      isDanger={isDanger}
      isBusy={isBusy}
      failure={failure}
      onClose={onClose}
      onSubmit={() => submit(onConfirm)}
    />
  )
}
