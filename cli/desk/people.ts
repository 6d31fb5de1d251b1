import { INVITATION_HOURS, invite, inviteToReset } from '#domain/people/invitations.ts'
import { findPersonByEmail, listPeople, removePerson } from '#domain/people/people.ts'
import { type RefusalReason, Refused } from '#domain/people/refusal.ts'
import { isRole, ROLES } from '#domain/people/rights.ts'
import { newSetupCode, SETUP_CODE_MINUTES } from '#domain/people/set-up.ts'
import { isLanguage, LANGUAGES } from '#texts/languages.ts'
import { DONE } from '../exit-codes.ts'
import {
  asJson,
  confirm,
  type DeskCall,
  type DeskCommand,
  Refusal,
  UsageError,
  withoutAsking,
  writeAudited,
} from './command.ts'
import { shownMoment } from './record.ts'
import { formatTable } from './table.ts'

const WHAT: Record<string, (call: DeskCall) => Promise<number>> = {
  list,
  invite: inviteSomebody,
  reset,
  remove,
  'setup-code': setupCode,
}

/** Who may work at the desk in the browser, for whoever has the server's terminal. */
export const people: DeskCommand = {
  takes: `<${Object.keys(WHAT).join('|')}> [email]`,
  words: [1, 2],
  summary: 'who works at the desk in the browser: list, invite, reset, remove, setup-code',
  options: {
    name: { type: 'string', value: 'name', says: 'invite: the name of the person' },
    role: { type: 'string', value: ROLES.join('|'), says: 'invite: what the person may do' },
    language: { type: 'string', value: LANGUAGES.join('|'), says: 'invite: the language of the desk, en unless given' },
    ...asJson,
    ...withoutAsking,
  },
  examples: [
    'people setup-code',
    'people invite nadia@company.example --name "Nadia Fouad" --role recruiter',
    'people reset nadia@company.example',
  ],

  async run(call) {
    const [what = ''] = call.words
    const run = Object.hasOwn(WHAT, what) ? WHAT[what] : undefined
    if (!run) throw new UsageError(`people does not know "${what}", only ${Object.keys(WHAT).join(', ')}.`)
    try {
      return await run(call)
    } catch (error) {
      if (error instanceof Refused) throw new Refusal(REASONS[error.reason] ?? error.reason)
      throw error
    }
  },
}

const REASONS: Partial<Record<RefusalReason, string>> = {
  emailTaken: 'Somebody with this address works at the desk already.',
  lastOwner: 'This is the only owner. Make somebody else an owner first.',
}

async function list({ database, terminal, options, timeZone }: DeskCall) {
  const everybody = await listPeople(database.queries)
  if (options.json) {
    terminal.printJson(everybody)
    return DONE
  }
  type Row = (typeof everybody)[number]
  const columns = [
    { title: 'Name', cell: ({ name }: Row) => name, shrinks: true },
    { title: 'Address', cell: ({ email }: Row) => email },
    { title: 'Role', cell: ({ role }: Row) => role },
    { title: 'Signs in with', cell: describeFactors },
    { title: 'Last seen', cell: ({ lastSeenAt }: Row) => (lastSeenAt ? shownMoment(lastSeenAt, timeZone) : 'never') },
  ]
  if (everybody.length > 0) terminal.print(formatTable(columns, everybody, terminal))
  terminal.remark(everybody.length === 1 ? '1 person.' : `${everybody.length || 'No'} people.`)
  return DONE
}

function describeFactors({ passkeys, hasPassword }: { passkeys: number; hasPassword: boolean }) {
  const keys = passkeys === 1 ? '1 passkey' : `${passkeys} passkeys`
  return [passkeys > 0 && keys, hasPassword && 'password and code'].filter(Boolean).join(', ') || 'recovery codes only'
}

async function inviteSomebody(call: DeskCall) {
  const email = addressIn(call)
  const { name, role, language = 'en' } = call.options
  if (typeof name !== 'string' || !name.trim()) throw new UsageError('Say who it is: --name "Nadia Fouad"')
  if (!isRole(role)) throw new UsageError(`Say what the person may do: --role ${ROLES.join('|')}`)
  if (!isLanguage(language)) throw new UsageError(`--language is one of ${LANGUAGES.join(', ')}`)
  const { secret } = await writeAudited(
    call,
    (queries) => invite(queries, { name, email, role, language }, null, call.now),
    ({ id }) => ({ action: 'person.invite', subject: id }),
  )
  return printLink(call, secret)
}

async function reset(call: DeskCall) {
  const person = await personIn(call)
  const { secret } = await writeAudited(
    call,
    (queries) => inviteToReset(queries, person.id, null, call.now),
    () => ({ action: 'person.reset', subject: person.id }),
  )
  return printLink(call, secret)
}

async function remove(call: DeskCall) {
  const person = await personIn(call)
  if (!(await confirm(call, `Remove ${person.name} from the desk and end all their sessions?`))) return DONE
  await writeAudited(
    call,
    (queries) => removePerson(queries, person.id, call.now),
    () => ({ action: 'person.remove', subject: person.id }),
  )
  call.terminal.print(`${person.name} does not work at the desk any more.`)
  return DONE
}

async function setupCode({ database, terminal, now }: DeskCall) {
  const code = await newSetupCode(database, now)
  if (!code) throw new Refusal('The desk already has an owner. Invite others: npm run desk -- people invite')
  terminal.print(code)
  terminal.remark(
    `For the first account, within ${SETUP_CODE_MINUTES} minutes. Codes shown before do not work any more.`,
  )
  return DONE
}

function printLink({ config, terminal }: DeskCall, secret: string) {
  const url = config.desk?.url ?? `http://localhost:${config.desk?.port ?? ''}`
  terminal.print(`${url}/join#${secret}`)
  terminal.remark(`The link works once, within ${INVITATION_HOURS} hours. It is shown only now.`)
  return DONE
}

function addressIn({ words: [, email] }: DeskCall) {
  if (!email || !/^\S+@\S+$/.test(email)) throw new UsageError('Give the mail address of the person.')
  return email
}

async function personIn(call: DeskCall) {
  const person = await findPersonByEmail(call.database.queries, addressIn(call))
  if (!person) throw new Refusal('Nobody with this address works at the desk.')
  return person
}
