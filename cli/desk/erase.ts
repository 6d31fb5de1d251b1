import { countAlertsOf } from '#domain/notifications/job-alerts/alerts.ts'
import { countJobs } from '#domain/platform/jobs/stuck-jobs.ts'
import { erasePerson, spellingsOf } from '#domain/submissions/erase.ts'
import { countSubmissions, listSubmissions } from '#domain/submissions/list-submissions.ts'
import type { SubmissionSummary } from '#domain/submissions/submissions.ts'
import { commandLineActor } from '../actor.ts'
import { counted, describeCounts } from '../counts.ts'
import {
  asJson,
  confirm,
  type DeskCall,
  type DeskCommand,
  printResult,
  Refusal,
  UsageError,
  withoutAsking,
} from './command.ts'
import { shownKind, shownMoment } from './record.ts'
import { type Column, formatTable } from './table.ts'

const MAX_SHOWN = 20

export const erase: DeskCommand = {
  summary: 'erases a person: submissions, CVs, emails and keys; shows what will be erased, then asks',
  options: { '--email <address>': 'whose', ...withoutAsking, ...asJson },

  async run(call) {
    const { database, terminal, options, now } = call
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
      if (alerts > 0) terminal.remark('Job alerts to this address end, too.')
    }
    const isWanted = await confirm(
      call,
      `Erase all of it (${total}), with CVs, mails and keys? It cannot be brought back.`,
    )
    if (!isWanted) throw new Refusal('Nothing was erased.')
    const counts = await erasePerson(database, email, { actor: commandLineActor(), now })
    printResult(call, `Erased: ${describeCounts(counts)}.`, counts)
    const { left } = (await countJobs(database.queries, now))['file-deletion']
    if (left > 0)
      terminal.remark(
        `Still to be deleted from the object storage: ${counted(left, 'file')}. The server goes on trying.`,
      )
    terminal.remark('Backups made before still hold it until they are deleted: docs/operations.md says when.')
  },
}

async function showSubmissions({ database, terminal, timeZone }: DeskCall, emails: string[], total: number) {
  const found = await listSubmissions(database.queries, { emails }, { limit: MAX_SHOWN })
  const columns: Column<SubmissionSummary>[] = [
    { title: 'Reference', cell: ({ reference }) => reference, isWhole: true },
    { title: 'Received', cell: ({ created_at }) => shownMoment(created_at, timeZone) },
    { title: 'Kind', cell: ({ kind }) => shownKind(kind) },
    ...(emails.length > 1 ? [{ title: 'Email', cell: ({ email }: SubmissionSummary) => email }] : []),
    { title: 'Name', cell: ({ name }) => name, shrinks: true },
  ]
  terminal.remark(formatTable(columns, found, terminal))
  if (total > found.length) terminal.remark(`… and ${total - found.length} more`)
}
