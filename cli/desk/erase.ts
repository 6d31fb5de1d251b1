import { countAlertsOf } from '#domain/notifications/job-alerts/alerts.ts'
import { countOwed } from '#domain/platform/storage/deletions.ts'
import { type Counts, erasePerson, spellingsOf } from '#domain/submissions/erase.ts'
import { countSubmissions, listSubmissions } from '#domain/submissions/list-submissions.ts'
import type { SubmissionSummary } from '#domain/submissions/submissions.ts'
import { commandLineActor } from '../actor.ts'
import { DONE, NOT_DONE } from '../exit-codes.ts'
import { asJson, confirm, type DeskCall, type DeskCommand, UsageError, withoutAsking } from './command.ts'
import { shownKind, shownMoment } from './record.ts'
import { type Column, formatTable } from './table.ts'

const MAX_SHOWN = 20

export const erase: DeskCommand = {
  summary: 'erases a person: submissions, CVs, emails and keys; shows what will be erased, then asks',
  options: { email: { type: 'string', value: 'address', says: 'whose', required: true }, ...withoutAsking, ...asJson },

  async run(call) {
    const { database, terminal, options, now } = call
    const email = String(options.email ?? '').trim()
    if (!email) throw new UsageError('Say whose: --email mona@mail.example')
    const emails = await spellingsOf(database.queries, email)
    const total = await countSubmissions(database.queries, { emails })
    const alerts = await countAlertsOf(database.queries, email)
    if (total === 0 && alerts === 0) {
      if (options.json) terminal.printJson({})
      terminal.remark(`Nothing is stored under ${email}.`)
      return NOT_DONE
    }
    if (!options.yes) {
      if (total > 0) await showSubmissions(call, emails, total)
      if (alerts > 0) terminal.remark('Job alerts to this address end, too.')
    }
    const isWanted = await confirm(
      call,
      `Erase all of it (${total}), with CVs, mails and keys? It cannot be brought back.`,
    )
    if (!isWanted) {
      terminal.remark('Nothing was erased.')
      return NOT_DONE
    }
    const counts = await erasePerson(database, email, { actor: commandLineActor(), now })
    if (options.json) terminal.printJson(counts)
    else terminal.print(`Erased: ${describeCounts(counts)}.`)
    const owed = await countOwed(database.queries)
    if (owed > 0)
      terminal.remark(
        `Still to be deleted from the object storage: ${owed === 1 ? '1 file' : `${owed} files`}. The server goes on trying.`,
      )
    terminal.remark('Backups made before still hold it until they are deleted: docs/operations.md says when.')
    return DONE
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

export function describeCounts(counts: Counts) {
  return (
    Object.entries(counts)
      .map(([name, count]) => `${count} ${name}${count === 1 ? '' : 's'}`)
      .join(', ') || 'nothing'
  )
}
