import { recordInAuditTrail } from '#domain/platform/audit-trail.ts'
import { countJobs, type ListedJob, listJobs, retryJobs } from '#domain/platform/jobs/stuck-jobs.ts'
import { MAX_MAILS_PER_MAILBOX } from '#domain/platform/strangers-mails.ts'
import { readReference } from '#domain/submissions/reference.ts'
import { asJson, commandLineActor, counted, type DeskCall, type DeskCommand, printRows, UsageError } from './command.ts'
import { type Column, shownMoment } from './table.ts'

export const queue: DeskCommand = {
  takes: '[retry] [reference]',
  summary:
    'lists background jobs that are not done and why, and confirmations that are held back; "retry" runs failed jobs now, and a held-back one by its reference',
  options: asJson,

  async run(call) {
    const [act, reference] = call.words
    if (act === undefined) return list(call)
    if (act !== 'retry') throw new UsageError('Add nothing, "retry", or "retry" and a reference.')
    return retry(call, reference && readReference(reference))
  },
}

async function retry({ database, terminal, now }: DeskCall, reference: string | undefined) {
  const due = await database.write(async (queries) => {
    const { length } = await retryJobs(queries, now, reference ? { subject: reference } : {})
    const entry = { action: 'queue.retry', actor: commandLineActor(), reference, counts: { job: length } }
    if (length > 0) await recordInAuditTrail(queries, entry, now)
    return length
  })
  terminal.print(`${counted(due, 'job is', 'jobs are')} due now; the running server starts them within a minute.`)
}

async function list(call: DeskCall) {
  const { database, timeZone, now } = call
  const { jobs, count } = await listJobs(database.queries)
  const counts = await countJobs(database.queries, now)
  const columns: Column<ListedJob>[] = [
    { title: 'Job', cell: ({ kind, payload }) => [kind, payload.mail].filter(Boolean).join(' ') },
    { title: 'About', cell: ({ subject }) => subject ?? '', isWhole: true },
    { title: 'Since', cell: ({ createdAt }) => shownMoment(createdAt, timeZone) },
    { title: 'Failed', cell: ({ tries, isStuck }) => `${tries} times${isStuck ? ', stuck' : ''}` },
    { title: 'Because', cell: becauseOf, shrinks: true },
  ]
  const sum = (state: 'waiting' | 'failing' | 'stuck' | 'held') =>
    Object.values(counts).reduce((total, each) => total + each[state], 0)
  const more = count > jobs.length ? `… and ${count - jobs.length} more\n` : ''
  const remark = `${sum('waiting')} waiting, ${sum('failing')} being retried, ${sum('stuck')} stuck, ${sum('held')} held back.`
  printRows(call, jobs, columns, more + remark, { counts, jobs })
}

function becauseOf({ because }: ListedJob) {
  if (because === 'WITHHELD_MAILBOX') return `held back: more than ${MAX_MAILS_PER_MAILBOX} to this mailbox in 24 hours`
  return because === 'WITHHELD_DAY' ? 'held back: more than CONFIRMATIONS_PER_DAY in 24 hours' : because
}
