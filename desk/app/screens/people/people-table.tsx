import { KeyRound, Link as LinkIcon, LogOut, Mail, UserMinus } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Right, Role, TeamRole } from '#domain/people/rights.ts'
import type { DeskTexts } from '#texts/desk/index.ts'
import type { ResultOf } from '../../api.ts'
import { Button, Dot, endCell, Initial, Ltr, Table } from '../../parts/elements.tsx'
import { Menu } from '../../parts/menu.tsx'
import { useRoleNames } from '../../roles.ts'
import { useSession } from '../../session.tsx'
import { useTexts } from '../../texts.tsx'
import styles from './people.module.css'

type People = ResultOf<'GET /people'>
export type Person = People['people'][number]
export type Invitation = People['invitations'][number]

export function PeopleTable({ children }: { children: ReactNode }) {
  const { people: texts } = useTexts()
  const { name, roles, factors, seen, actions } = texts.columns
  return (
    <Table stacks caption={texts.list} columns={[name, roles, factors, seen, { hidden: actions }]}>
      {children}
    </Table>
  )
}

interface PersonRowProps {
  person: Person
  onRoles(): void
  onReset(): void
  onEndSessions(): void
  onRemove(): void
}

export function PersonRow({ person, onRoles, onReset, onEndSessions, onRemove }: PersonRowProps) {
  const { people: texts, say, formats } = useTexts()
  const { person: me } = useSession()
  const namesOf = useRoleNames()
  return (
    <tr>
      <th scope="row">
        <Who name={person.name} email={person.email} isMe={person.id === me.id} you={texts.you} />
      </th>
      <td>
        {person.id === me.id ? (
          namesOf(person.roles)
        ) : (
          <Button
            look="link"
            aria-label={say('people.rolesOf', { name: person.name, roles: namesOf(person.roles) })}
            onClick={onRoles}
            label={namesOf(person.roles)}
          />
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
            label={say('people.actionsFor', { name: person.name })}
            items={[
              { label: texts.reset, icon: KeyRound, run: onReset },
              { label: texts.endSessions, icon: LogOut, run: onEndSessions },
              { label: texts.remove, icon: UserMinus, danger: true, run: onRemove },
            ]}
          />
        )}
      </td>
    </tr>
  )
}

interface InvitationRowProps {
  invitation: Invitation
  isMailed: boolean
  onRenew(by: 'mail' | 'link'): void
  onWithdraw(): void
}

export function InvitationRow({ invitation, isMailed, onRenew, onWithdraw }: InvitationRowProps) {
  const { people: texts, say, formats } = useTexts()
  const namesOf = useRoleNames()
  return (
    <tr>
      <th scope="row">
        <Who name={invitation.name} email={invitation.email} isInvited />
      </th>
      <td className="second">{namesOf(invitation.roles)}</td>
      <td>
        <span className={styles.state}>
          <Dot />
          {texts.invited}
        </span>
      </td>
      <td className="second">{say('people.linkEnds', { when: formats.moment(invitation.expiresAt) })}</td>
      <td className={endCell}>
        <Menu
          label={say('people.actionsFor', { name: invitation.name })}
          items={[
            ...(isMailed ? [{ label: texts.sendAgain, icon: Mail, run: () => onRenew('mail') }] : []),
            { label: texts.newLink, icon: LinkIcon, run: () => onRenew('link') },
            { label: texts.withdraw, icon: UserMinus, danger: true, run: onWithdraw },
          ]}
        />
      </td>
    </tr>
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
  const { people: texts, say } = useTexts()
  const ways = [passkeys > 0 && say('people.passkeys', { count: passkeys }), hasPassword && texts.password].filter(
    Boolean,
  )
  return (
    <span className={styles.state}>
      <Dot fill={passkeys > 0 ? 'solid' : 'hollow'} />
      {ways.length > 0 ? ways.join(' · ') : texts.noFactors}
    </span>
  )
}

interface RightsTableProps {
  roles: readonly Role[]
  teamRoles: readonly TeamRole[]
  rights: Record<Right, readonly (Role | TeamRole)[]>
}

export function RightsTable({ roles, teamRoles, rights }: RightsTableProps) {
  const { people: texts, shell } = useTexts()
  const held = { fill: 'solid', label: texts.yes } as const
  const names = [...roles.map((role) => shell.roles[role]), ...teamRoles.map((role) => shell.teamRoles[role])]
  const missing = { colour: 'edge', label: texts.no } as const
  return (
    <Table stacks caption={texts.rights} columns={[{ hidden: texts.right }, ...names]}>
      {(Object.keys(rights) as Right[]).map((right) => (
        <tr key={right}>
          <th scope="row">{texts.rightNames[textKeyOf(right)]}</th>
          {[...roles, ...teamRoles].map((role, index) => (
            <td key={role} data-label={names[index]}>
              <Dot {...(rights[right].includes(role) ? held : missing)} />
            </td>
          ))}
        </tr>
      ))}
    </Table>
  )
}

/** In texts a dot would mean a nested key. */
const textKeyOf = (right: Right) => right.replace('.', '-') as keyof DeskTexts['people']['rightNames']
