import { INVITATION_HOURS, invite, inviteToReset, joinLink } from '#domain/people/invitations.ts'
import { findPersonByEmail, listPeople, removePerson } from '#domain/people/people.ts'
import { type RefusalReason, Refused } from '#domain/people/refusal.ts'
import { isRole, ROLES, type Role } from '#domain/people/rights.ts'
import { newSetupCode, SETUP_CODE_MINUTES } from '#domain/people/set-up.ts'
import { isLanguage, LANGUAGES } from '#texts/languages.ts'
import {
  asJson,
  confirm,
  counted,
  type DeskCall,
  type DeskCommand,
  pick,
  printRows,
  Refusal,
  UsageError,
  withoutAsking,
  writeAudited,
} from './command.ts'
import { shownMoment } from './table.ts'

const WHAT: Record<string, (call: DeskCall) => Promise<void>> = {
  list,
  invite: inviteSomebody,
  reset,
  remove,
  'setup-code': setupCode,
}

export const people: DeskCommand = {
  takes: `<${Object.keys(WHAT).join('|')}> [email]`,
  summary: 'lists and changes who may use the desk: list, invite, reset, remove, setup-code',
  options: {
    '--name <name>': 'invite: name of the person',
    '--role <roles>': `invite: roles of the person, separated by commas: ${ROLES.join(', ')}, or none`,
    [`--language <${LANGUAGES.join('|')}>`]: 'invite: the language of the desk (default: en)',
    ...asJson,
    ...withoutAsking,
  },
  examples: [
    'people setup-code',
    'people invite nadia@company.example --name "Nadia Fouad" --role recruiter,editor',
    'people reset nadia@company.example',
  ],

  async run(call) {
    const [what = ''] = call.words
    const run = pick(WHAT, what, `people does not know "${what}", only ${Object.keys(WHAT).join(', ')}.`)
    try {
      await run(call)
    } catch (error) {
      if (error instanceof Refused) throw new Refusal(REASONS[error.reason] ?? error.reason)
      throw error
    }
  },
}

const REASONS: Partial<Record<RefusalReason, string>> = {
  emailTaken: 'There is already an account with this address.',
  lastOwner: 'This is the only owner. Make someone else an owner first.',
}

async function list(call: DeskCall) {
  const { database, timeZone } = call
  const found = await listPeople(database.queries)
  type Row = (typeof found)[number]
  const columns = [
    { title: 'Name', cell: ({ name }: Row) => name, shrinks: true },
    { title: 'Address', cell: ({ email }: Row) => email },
    { title: 'Roles', cell: ({ roles }: Row) => roles.join(', ') },
    { title: 'Signs in with', cell: describeFactors },
    { title: 'Last seen', cell: ({ lastSeenAt }: Row) => (lastSeenAt ? shownMoment(lastSeenAt, timeZone) : 'never') },
  ]
  printRows(call, found, columns, `${counted(found.length, 'person', 'people')}.`)
}

function describeFactors({ passkeys, hasPassword }: { passkeys: number; hasPassword: boolean }) {
  return (
    [passkeys > 0 && counted(passkeys, 'passkey'), hasPassword && 'password and code'].filter(Boolean).join(', ') ||
    'recovery codes only'
  )
}

async function inviteSomebody(call: DeskCall) {
  const email = addressIn(call)
  const { name, language = 'en' } = call.options
  if (typeof name !== 'string' || !name.trim()) throw new UsageError('Add a name: --name "Nadia Fouad"')
  const roles = rolesGiven(call.options.role)
  if (!isLanguage(language)) throw new UsageError(`--language is one of ${LANGUAGES.join(', ')}`)
  const { secret } = await writeAudited(
    call,
    (queries) => invite(queries, { name, email, roles, language }, null, call.now),
    ({ id }) => ({ action: 'person.invite', subject: id }),
  )
  printLink(call, secret)
}

async function reset(call: DeskCall) {
  const person = await personIn(call)
  const { secret } = await writeAudited(
    call,
    (queries) => inviteToReset(queries, person.id, null, call.now),
    () => ({ action: 'person.reset', subject: person.id }),
  )
  printLink(call, secret)
}

async function remove(call: DeskCall) {
  const person = await personIn(call)
  if (!(await confirm(call, `Remove ${person.name} from the desk and end all their sessions?`))) return
  await writeAudited(
    call,
    (queries) => removePerson(queries, person.id, call.now),
    () => ({ action: 'person.remove', subject: person.id }),
  )
  call.terminal.print(`${person.name} no longer has an account at the desk.`)
}

async function setupCode({ database, terminal, now }: DeskCall) {
  const code = await newSetupCode(database, now)
  if (!code) throw new Refusal('The desk already has an owner. Invite others: npm run desk -- people invite')
  terminal.print(code)
  terminal.remark(`For the first account, within ${SETUP_CODE_MINUTES} minutes. Earlier codes no longer work.`)
}

function printLink({ config, terminal }: DeskCall, secret: string) {
  const url = config.desk?.url ?? `http://localhost:${config.desk?.port ?? ''}`
  terminal.print(joinLink(url, secret))
  terminal.remark(`The link works once, within ${INVITATION_HOURS} hours. It is not shown again.`)
}

/** `none`: only the jobs whose team the person is put on. */
function rolesGiven(typed: unknown): Role[] {
  const words = typeof typed === 'string' ? typed.split(',').map((word) => word.trim()) : []
  if (words.length === 1 && words[0] === 'none') return []
  if (words.length === 0 || !words.every(isRole))
    throw new UsageError(`Add a role, or several: --role ${ROLES.join(',')} (or none)`)
  return words
}

function addressIn({ words: [, email] }: DeskCall) {
  if (!email || !/^\S+@\S+$/.test(email)) throw new UsageError('Add an email address.')
  return email
}

async function personIn(call: DeskCall) {
  const person = await findPersonByEmail(call.database.queries, addressIn(call))
  if (!person) throw new Refusal('There is no account with this address.')
  return person
}
