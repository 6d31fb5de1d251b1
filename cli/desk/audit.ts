import { listAuditTrail } from '#domain/audit-trail.ts'
import { asJson, type DeskCommand, DONE } from './command.ts'
import { describeCounts } from './erase.ts'
import { shownMoment } from './record.ts'
import { formatTable } from './table.ts'

export const audit: DeskCommand = {
  summary: 'what was erased, exported and purged, in numbers, newest first',
  options: asJson,

  async run({ database, terminal, options, timeZone }) {
    const trail = await listAuditTrail(database.queries)
    if (options.json) {
      terminal.printJson(trail)
      return DONE
    }
    const columns = [
      { title: 'When', cell: ({ happened_at }: (typeof trail)[number]) => shownMoment(happened_at, timeZone) },
      { title: 'What', cell: ({ action }: (typeof trail)[number]) => action },
      { title: 'How much', cell: ({ counts }: (typeof trail)[number]) => describeCounts(counts), shrinks: true },
    ]
    if (trail.length > 0) terminal.print(formatTable(columns, trail, terminal))
    terminal.remark(`${trail.length || 'No'} entr${trail.length === 1 ? 'y' : 'ies'}.`)
    return DONE
  },
}
