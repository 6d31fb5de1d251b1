import { countAlertsOf } from '#domain/notifications/job-alerts/alerts.ts'
import { PURGE_JOB } from '#domain/operations/retention.ts'
import { mayHaveJumped } from '#domain/platform/jobs/daily-jobs.ts'
import { countJobs } from '#domain/platform/jobs/stuck-jobs.ts'
import { erasePerson, purgedBefore, purgeOld, spellingsOf } from '#domain/submissions/erase.ts'
import { countSubmissions, listSubmissions } from '#domain/submissions/list-submissions.ts'
import type { Config } from '#settings/settings.ts'
import {
  asJson,
  commandLineActor,
  confirm,
  counted,
  type DeskCall,
  type DeskCommand,
  describeCounts,
  printResult,
  Refusal,
  readCount,
  UsageError,
  withoutAsking,
} from './command.ts'
import { columnsFor } from './submissions.ts'
import { formatTable } from './table.ts'

const MAX_SHOWN = 20

export const erase: DeskCommand = {
  summary: 'erases a person: submissions, CVs, emails and keys; shows what will be erased, then asks',
  options: { '--email <address>': 'whose', ...withoutAsking, ...asJson },

  async run(call) {
    const { database, terminal, options, config, now } = call
    const email = String(options.email ?? '').trim()
    if (!email) throw new UsageError('Say whose: --email mona@mail.example')
    const emails = await spellingsOf(database.queries, email)
    const total = await countSubmissions(database.queries, { emails })
    const alerts = await countAlertsOf(database.queries, email)
    if (total === 0 && alerts === 0) {
      if (options.json) terminal.printJson({})
      throw new Refusal(`Nothing is stored under ${email}.`)
    }
    if (!options.yes) {
      if (total > 0) await showSubmissions(call, emails, total)
      if (alerts > 0) terminal.remark('Job alerts to this address stop, too.')
    }
    const question = `Erase all of it (${total}), with CVs, emails and keys? You cannot undo this.`
    if (!(await confirm(call, question))) throw new Refusal('Nothing was erased.')
    const counts = await erasePerson(database, email, {
      actor: commandLineActor(),
      now,
      outbox: sendsMail(config) ? config : undefined,
    })
    printResult(call, `Erased: ${describeCounts(counts)}.`, counts)
    const { left } = (await countJobs(database.queries, now))['file-deletion']
    if (left > 0)
      terminal.remark(`Still to be deleted from the object storage: ${counted(left, 'file')}. The server keeps trying.`)
    terminal.remark('Earlier backups still hold it until they are deleted: docs/operations.md says when.')
  },
}

const sendsMail = ({ smtpUrl, mailTo }: Config) => smtpUrl !== undefined && mailTo.length > 0

async function showSubmissions({ database, terminal, timeZone }: DeskCall, emails: string[], total: number) {
  const found = await listSubmissions(database.queries, { emails }, { limit: MAX_SHOWN })
  const titles = ['Reference', 'Received', 'Kind', ...(emails.length > 1 ? ['Email'] : []), 'Name']
  const columns = columnsFor(timeZone).filter(({ title }) => titles.includes(title))
  terminal.remark(formatTable(columns, found, terminal))
  if (total > found.length) terminal.remark(`… and ${total - found.length} more`)
}

const MAX_MONTHS = 9_999

export const purge: DeskCommand = {
  summary: 'erases submissions older than RETENTION_MONTHS, as the server does every night; shows how many, then asks',
  options: { '--months <number>': 'another age in months', ...withoutAsking, ...asJson },

  async run(call) {
    const { database, terminal, options, config, now } = call
    const months =
      readCount(options.months, 'The months are a whole number above zero.', MAX_MONTHS) ?? config.retentionMonths
    const until = purgedBefore(months, now)
    const total = await countSubmissions(database.queries, { until })
    terminal.remark(
      `${counted(total, 'submission is', 'submissions are')} older than ${counted(months, 'month')} (before ${until.slice(0, 10)}).`,
    )
    if (total > 0 && options.yes && (await mayHaveJumped(database.queries, PURGE_JOB, now.toISOString().slice(0, 10))))
      throw new Refusal(
        'Nothing was erased: the server has not purged for more than a week, so its clock may have jumped. If the date is right, run this again without --yes.',
      )
    if (total > 0 && !(await confirm(call, 'Erase them, with CVs, emails and keys? You cannot undo this.')))
      throw new Refusal('Nothing was erased.')
    const onProgress = (done: number) => terminal.progress(done, total)
    const counts = await purgeOld(database, months, { actor: commandLineActor(), now, onProgress })
    printResult(call, `Erased: ${describeCounts(counts)}.`, counts)
  },
}
