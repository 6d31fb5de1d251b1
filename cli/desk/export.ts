import { closeSync, fsyncSync, openSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { recordInAuditTrail } from '#domain/platform/audit-trail.ts'
import { SUBMISSION_KINDS } from '#domain/platform/database/tables.ts'
import { OWNER_ONLY_FILE } from '#domain/platform/make-folder.ts'
import { exportCsv, exportJson } from '#domain/submissions/export/export.ts'
import { countSubmissions, type SubmissionFilters } from '#domain/submissions/list-submissions.ts'
import { nameFullDisk, removeIfStopped } from '../unfinished-files.ts'
import { commandLineActor, type DeskCall, type DeskCommand, pick, Refusal } from './command.ts'
import { filterOptions, readFilters } from './filters.ts'

type Format = typeof exportJson

const FORMATS: Record<string, Format> = {
  csv: (queries, filters, options) => exportCsv(queries, filters, { ...options, isForSpreadsheet: true }),
  json: exportJson,
}

export const exportSubmissions: DeskCommand = {
  summary: 'exports submissions for a spreadsheet (CSV) or a script (JSON), without CVs; the audit trail records it',
  options: {
    '--format <csv|json>': 'csv or json (default: csv)',
    '--to <file>': 'into a new file that only you can read (default: the standard output)',
    ...filterOptions,
  },
  examples: [
    'export --to march.csv --since 2026-03-01 --until 2026-03-31',
    'export --format json --email mona@mail.example',
  ],

  async run(call) {
    const { terminal, options } = call
    const format = pick(FORMATS, String(options.format ?? 'csv'), 'The format is csv or json.')
    const filters = readFilters(call)
    const target = await openTarget(call)
    try {
      const done = await removeIfStopped(options.to === undefined ? [] : [String(options.to)], () =>
        exportAll(call, filters, format, target),
      )
      terminal.remark(`${done} exported${options.to ? ` to ${options.to}` : ''}.`)
    } catch (error) {
      target.discard()
      throw error
    }
  },
}

type Target = Awaited<ReturnType<typeof openTarget>>

async function exportAll(call: DeskCall, filters: SubmissionFilters, format: Format, target: Target) {
  const { database, terminal } = call
  const total = await countSubmissions(database.queries, filters)
  // Recorded first, so that an export that is killed halfway is in the trail.
  await recordExport(call, filters)
  let done = 0
  const onProgress = (count: number) => {
    done = count
    terminal.progress(done, Math.max(done, total))
  }
  for await (const text of format(database.queries, filters, { onProgress })) await target.write(text)
  await target.close()
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

async function openTarget({ options, terminal }: DeskCall) {
  if (options.to === undefined) return { write: terminal.write, close: async () => {}, discard: () => {} }
  const folder = path.dirname(String(options.to))
  try {
    const file = await nameFullDisk(folder, () => openSync(String(options.to), 'wx', OWNER_ONLY_FILE))
    return {
      write: (text: string) => nameFullDisk(folder, () => writeFileSync(file, text)),
      close: () =>
        nameFullDisk(folder, () => {
          fsyncSync(file)
          closeSync(file)
        }),
      // Half an export could be taken for a whole one.
      discard: () => rmSync(String(options.to), { force: true }),
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new Refusal(code === 'EEXIST' ? `${options.to} already exists; nothing was overwritten.` : message)
  }
}
