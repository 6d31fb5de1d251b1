import {
  countSentMails,
  listOwedMails,
  listWithheldMails,
  MAX_CONFIRMATIONS_PER_MAILBOX,
  type OwedMail,
  retryOwedMails,
  STUCK_AFTER_TRIES,
} from '#domain/notifications/mail/outbox.ts'
import { recordInAuditTrail } from '#domain/platform/audit-trail.ts'
import { readReference } from '#domain/submissions/reference.ts'
import { commandLineActor } from '../actor.ts'
import { asJson, type DeskCall, type DeskCommand, UsageError } from './command.ts'
import { shownMoment } from './record.ts'
import { formatTable } from './table.ts'

export const mail: DeskCommand = {
  takes: '[retry] [reference]',
  summary:
    'what is still to be sent, and why, and which confirmations are withheld; "retry" makes what was refused due at once, one that is withheld by its reference',
  options: asJson,

  async run(call) {
    const [act, reference] = call.words
    if (act === undefined) return list(call)
    if (act !== 'retry') throw new UsageError('Say nothing, "retry", or "retry" and a reference.')
    return retry(call, reference && readReference(reference))
  },
}

async function retry({ database, terminal, now }: DeskCall, reference: string | undefined) {
  const due = await database.write(async (queries) => {
    const count = await retryOwedMails(queries, now, reference)
    const entry = { action: 'mail.retry', actor: commandLineActor(), reference, counts: { mail: count } }
    if (count > 0) await recordInAuditTrail(queries, entry, now)
    return count
  })
  terminal.print(`${due || 'No'} mail${due === 1 ? ' is' : 's are'} due now; the running server sends within a minute.`)
}

async function list({ database, terminal, options, timeZone }: DeskCall) {
  const owed = await listOwedMails(database.queries)
  const withheld = await listWithheldMails(database.queries)
  const sent = await countSentMails(database.queries)
  if (options.json) {
    terminal.printJson({
      sent,
      owed: owed.map(({ leased_until, id, withheld, ...rest }) => ({ ...rest, stuck: isStuck(rest) })),
      withheld: withheld.map(({ reference, created_at, withheld }) => ({ reference, created_at, because: withheld })),
    })
    return
  }
  const columns = [
    { title: 'Reference', cell: (row: OwedMail) => row.reference, isWhole: true },
    { title: 'Mail', cell: (row: OwedMail) => row.kind },
    { title: 'Owed since', cell: (row: OwedMail) => shownMoment(row.created_at, timeZone) },
    { title: 'Refused', cell: (row: OwedMail) => `${row.tries} times${isStuck(row) ? ', stuck' : ''}` },
    { title: 'Because', cell: because, shrinks: true },
  ]
  const shown = [...owed, ...withheld]
  if (shown.length > 0) terminal.print(formatTable(columns, shown, terminal))
  const stuck = owed.filter(isStuck).length
  terminal.remark(`${sent} sent, ${owed.length} to be sent, ${stuck} stuck, ${withheld.length} withheld.`)
}

function because({ withheld, last_error }: OwedMail) {
  if (withheld === 'mailbox') return `withheld: more than ${MAX_CONFIRMATIONS_PER_MAILBOX} to this mailbox in 24 hours`
  return withheld === 'day' ? 'withheld: more than CONFIRMATIONS_PER_DAY in 24 hours' : last_error
}

const isStuck = ({ tries }: Pick<OwedMail, 'tries'>) => tries >= STUCK_AFTER_TRIES
