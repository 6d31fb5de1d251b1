import { closeSync, fsyncSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { recordInAuditTrail } from '#domain/audit-trail.ts'
import { SUBMISSION_KINDS } from '#domain/database/tables.ts'
import { OWNER_ONLY_FILE } from '#domain/file-modes.ts'
import { BYTE_ORDER_MARK, csvLine } from '#domain/submissions/export/csv.ts'
import { RECORD_COLUMNS, toRecord } from '#domain/submissions/export/record.ts'
import {
  countSubmissions,
  listSubmissions,
  readSubmissions,
  type SubmissionFilters,
  type SubmissionSummary,
  type WholeSubmission,
} from '#domain/submissions/submissions.ts'
import { commandLineActor } from '../actor.ts'
import { DONE } from '../exit-codes.ts'
import { removeIfStopped } from '../stopped.ts'
import { type DeskCall, type DeskCommand, Refusal, UsageError } from './command.ts'
import { filterOptions, readFilters } from './filters.ts'

const AT_ONCE = 500

interface Format {
  start: string
  one(submission: WholeSubmission, isFirst: boolean): string
  end: string
}

const FORMATS: Record<string, Format> = {
  csv: {
    start: BYTE_ORDER_MARK + csvLine(RECORD_COLUMNS),
    one(submission) {
      const record = toRecord(submission) as Record<string, unknown>
      return csvLine(
        RECORD_COLUMNS.map((name) => record[name]),
        { isForSpreadsheet: true },
      )
    },
    end: '',
  },
  json: {
    start: '[',
    one: (submission, isFirst) => `${isFirst ? '' : ','}\n${JSON.stringify(toRecord(submission))}`,
    end: '\n]\n',
  },
}

export const exportSubmissions: DeskCommand = {
  summary: 'submissions for a spreadsheet (CSV) or a script (JSON), without CVs; it is noted in the audit trail',
  options: {
    format: { type: 'string', value: 'csv|json', says: 'csv unless told otherwise' },
    to: {
      type: 'string',
      value: 'file',
      says: 'into a new file that only you can read; otherwise to the standard output',
    },
    ...filterOptions,
  },
  examples: [
    'export --to march.csv --since 2026-03-01 --until 2026-03-31',
    'export --format json --email mona@mail.example',
  ],

  async run(call) {
    const { terminal, options } = call
    const name = String(options.format ?? 'csv')
    const format = Object.hasOwn(FORMATS, name) ? FORMATS[name] : undefined
    if (!format) throw new UsageError('The format is csv or json.')
    const filters = readFilters(call)
    const target = openTarget(call)
    try {
      const done = await removeIfStopped(options.to === undefined ? [] : [String(options.to)], () =>
        exportAll(call, filters, format, target),
      )
      terminal.remark(`${done} exported${options.to ? ` to ${options.to}` : ''}.`)
      return DONE
    } catch (error) {
      target.discard()
      throw error
    }
  },
}

type Target = ReturnType<typeof openTarget>

async function exportAll(call: DeskCall, filters: SubmissionFilters, format: Format, target: Target) {
  const { database, terminal } = call
  const total = await countSubmissions(database.queries, filters)
  // Before the first of them leaves: what is interrupted, even by kill -9, has been exported all the same.
  await recordExport(call, filters)
  let done = 0
  await target.write(format.start)
  for (let found = AT_ONCE, last: SubmissionSummary | undefined; found === AT_ONCE; ) {
    const summaries: SubmissionSummary[] = await listSubmissions(database.queries, filters, {
      after: last,
      limit: AT_ONCE,
    })
    last = summaries.at(-1)
    found = summaries.length
    const whole = await readSubmissions(database.queries, summaries)
    await target.write(whole.map((each, index) => format.one(each, done + index === 0)).join(''))
    done += found
    terminal.progress(done, Math.max(done, total))
  }
  await target.write(format.end)
  target.close()
  return done
}

async function recordExport({ database, now }: DeskCall, filters: SubmissionFilters) {
  const counts: Record<string, number> = {}
  for (const kind of filters.kinds ?? SUBMISSION_KINDS) {
    const count = await countSubmissions(database.queries, { ...filters, kinds: [kind] })
    if (count > 0) counts[kind] = count
  }
  const entry = { action: 'export', actor: commandLineActor(), counts }
  await database.write((queries) => recordInAuditTrail(queries, entry, now))
}

function openTarget({ options, terminal }: DeskCall) {
  if (options.to === undefined) return { write: terminal.write, close: () => {}, discard: () => {} }
  try {
    const file = openSync(String(options.to), 'wx', OWNER_ONLY_FILE)
    return {
      write: async (text: string) => writeFileSync(file, text),
      close() {
        fsyncSync(file)
        closeSync(file)
      },
      // Half of them, on a full disk, would be taken for all.
      discard: () => rmSync(String(options.to), { force: true }),
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new Refusal(code === 'EEXIST' ? `${options.to} is there already; nothing was overwritten.` : message)
  }
}
