import { namesOfPeople } from '../../people/people.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import { withCvAmong } from '../kinds.ts'
import { listSubmissions, type SubmissionFilters } from '../list-submissions.ts'
import { findCv, readSubmissions, type SubmissionSummary, type WholeSubmission } from '../submissions.ts'
import { BYTE_ORDER_MARK, csvLine } from './csv.ts'
import { RECORD_COLUMNS, toRecord } from './record.ts'

const AT_ONCE = 500

interface ExportOptions {
  onProgress?(done: number): void
}

async function* wholeSubmissions(
  queries: Queries,
  filters: SubmissionFilters,
  { onProgress }: ExportOptions = {},
): AsyncGenerator<WholeSubmission[]> {
  let done = 0
  for (let after: SubmissionSummary | undefined, found = AT_ONCE; found === AT_ONCE; ) {
    const summaries: SubmissionSummary[] = await listSubmissions(queries, filters, { after, limit: AT_ONCE })
    found = summaries.length
    after = summaries.at(-1)
    if (found > 0) yield await readSubmissions(queries, summaries)
    done += found
    onProgress?.(done)
  }
}

export interface Table {
  headers: readonly string[]
  cellsOf(submission: WholeSubmission): unknown[]
}

/** For scripts: the machine's words, as in JSON. */
async function recordTable(queries: Queries): Promise<Table> {
  const names = await namesOfPeople(queries)
  return {
    headers: RECORD_COLUMNS,
    cellsOf(submission) {
      const record = toRecord(submission, names) as Record<string, unknown>
      return RECORD_COLUMNS.map((name) => record[name])
    },
  }
}

export async function* exportCsv(
  queries: Queries,
  filters: SubmissionFilters,
  options: ExportOptions & { isForSpreadsheet: boolean; table?: Table },
) {
  const { headers, cellsOf } = options.table ?? (await recordTable(queries))
  // Spreadsheets need the byte order mark, programs dislike it.
  yield (options.isForSpreadsheet ? BYTE_ORDER_MARK : '') + csvLine(headers)
  for await (const some of wholeSubmissions(queries, filters, options))
    yield some.map((submission) => csvLine(cellsOf(submission), options)).join('')
}

export async function* exportJson(queries: Queries, filters: SubmissionFilters, options: ExportOptions = {}) {
  const names = await namesOfPeople(queries)
  let isFirst = true
  yield '['
  for await (const some of wholeSubmissions(queries, filters, options)) {
    yield some
      .map((each, index) => `${isFirst && index === 0 ? '' : ','}\n${JSON.stringify(toRecord(each, names))}`)
      .join('')
    isFirst = false
  }
  yield '\n]\n'
}

export const MAX_IN_WORKBOOK = 20_000
const MAX_CELL_LENGTH = 32_000

/** Every cell is text, never a formula. */
export async function exportXlsx(queries: Queries, filters: SubmissionFilters, table: Table): Promise<Buffer> {
  const { default: writeXlsxFile } = await import('write-excel-file/node')
  const rows = [table.headers.map((value) => ({ type: String, value, fontWeight: 'bold' as const }))]
  for await (const some of wholeSubmissions(queries, filters))
    for (const submission of some) rows.push(table.cellsOf(submission).map((value) => textCell(value)) as never)
  return writeXlsxFile(rows as never, { stickyRowsCount: 1 }).toBuffer()
}

// Forbidden in XML.
const UNPRINTABLE = /[\p{Cc}\p{Cs}\ufffe\uffff]/gu

const textCell = (value: unknown) => ({
  type: String,
  value: String(value ?? '')
    .replace(UNPRINTABLE, (sign) => (sign === '\n' || sign === '\t' ? sign : ''))
    .slice(0, MAX_CELL_LENGTH),
})

export const MAX_CVS_IN_ZIP = 500

/** Uncompressed, since PDFs are compressed. */
export async function* exportCvs(
  { queries, files }: Pick<Database, 'queries' | 'files'>,
  filters: SubmissionFilters,
  jobOf: (submission: SubmissionSummary) => string,
): AsyncGenerator<Uint8Array> {
  const found = await listSubmissions(
    queries,
    { ...filters, kinds: withCvAmong(filters.kinds) },
    { limit: MAX_CVS_IN_ZIP },
  )
  const { Zip, ZipPassThrough } = await import('fflate')
  const chunks: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    chunks.push(chunk)
  })
  for (const submission of found) {
    const cv = await findCv(queries, submission.reference)
    if (!cv) continue
    const file = new ZipPassThrough(`${fileNameOf(submission, jobOf(submission))}.pdf`)
    zip.add(file)
    file.push(await files.read(cv.file), true)
    yield* chunks.splice(0)
  }
  zip.end()
  yield* chunks.splice(0)
}

const MAX_PART_LENGTH = 40

/** Letters and digits of every script; nothing that a file system or a shell reads as a command. */
const filePart = (text: string) =>
  Array.from(text.normalize('NFC').replace(/[^\p{L}\p{M}\p{N}]+/gu, '-'))
    .slice(0, MAX_PART_LENGTH)
    .join('')
    .split('-')
    .filter(Boolean)
    .join('-')

const fileNameOf = ({ name, reference }: SubmissionSummary, job: string) =>
  [filePart(name), filePart(job), reference].filter(Boolean).join('-')
