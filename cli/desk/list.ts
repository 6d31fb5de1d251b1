import { toRecord } from '#domain/submissions/export/record.ts'
import { FORM_PROPERTIES } from '#domain/submissions/kinds.ts'
import { countSubmissions, listSubmissions } from '#domain/submissions/list-submissions.ts'
import type { SubmissionSummary } from '#domain/submissions/submissions.ts'
import { counted } from '../counts.ts'
import { asJson, type DeskCommand, printRows, readCount } from './command.ts'
import { filterOptions, readFilters } from './filters.ts'
import { shownKind, shownMoment } from './record.ts'
import type { Column } from './table.ts'

const USUAL_LIMIT = 50
const MAX_LIMIT = 999_999_999

export const list: DeskCommand = {
  summary: 'the submissions, newest first',
  options: {
    ...filterOptions,
    '--limit <number>': `at most so many (a table shows ${USUAL_LIMIT}, JSON all)`,
    ...asJson,
  },
  examples: ['list --since yesterday --until yesterday --kind career', 'list --stage new --search "data analysis"'],

  async run(call) {
    const { database, terminal, options, timeZone } = call
    const filters = readFilters(call)
    const given = readCount(options.limit, 'The limit is a whole number above zero.', MAX_LIMIT)
    const limit = given ?? (options.json ? undefined : USUAL_LIMIT)
    const found = await listSubmissions(database.queries, filters, { limit })
    if (options.json) return terminal.printJson(found.map(toRecord))
    const total = found.length === limit ? await countSubmissions(database.queries, filters) : found.length
    const isCut = total > found.length
    const remark = isCut ? `${found.length} of ${total}; --limit shows more.` : `${counted(total, 'submission')}.`
    printRows(call, found, columnsFor(timeZone), remark)
  },
}

function columnsFor(timeZone: string): Column<SubmissionSummary>[] {
  return [
    { title: 'Reference', cell: ({ reference }) => reference, isWhole: true },
    { title: 'Received', cell: ({ created_at }) => shownMoment(created_at, timeZone) },
    { title: 'Kind', cell: ({ kind }) => shownKind(kind) },
    { title: 'Stage', cell: ({ stage, marks }) => (marks ? `${stage}, marked` : stage) },
    { title: 'Name', cell: ({ name }) => name, shrinks: true },
    { title: 'E-mail', cell: ({ email }) => email, shrinks: true },
    {
      title: 'About',
      cell: ({ about, kind }) => about || (FORM_PROPERTIES[kind].isForJob ? 'general' : ''),
      shrinks: true,
    },
  ]
}
