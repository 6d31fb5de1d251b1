import { BYTE_ORDER_MARK, csvLine } from '#domain/submissions/export/csv.ts'
import type { ResultOf } from '../../api.ts'

export type Report = ResultOf<'GET /reports'>

export const OPEN_STAGES = ['new', 'in-review', 'interview', 'offer']

/** The list that a figure counts. */
export function inboxOf(report: Pick<Report, 'since' | 'until'>, job: string | null) {
  return (filters: Record<string, string | readonly string[]> = {}) => {
    const isOfJob = job !== null && job !== 'internship'
    const all = {
      form: isOfJob ? 'career-application' : job ? 'internship-application' : FORMS,
      ...(isOfJob && { job }),
      since: report.since,
      until: report.until,
      samples: 'no',
      ...filters,
    }
    const search = new URLSearchParams()
    for (const [name, values] of Object.entries(all)) for (const value of [values].flat()) search.append(name, value)
    return `/inbox?${search}`
  }
}

const FORMS = ['career-application', 'internship-application']

export type CsvRows = readonly (readonly (string | number | null)[])[]

/** For a spreadsheet, which reads Arabic only with the mark. */
export function saveCsv(name: string, rows: CsvRows) {
  const text = rows.map((row) => csvLine(row, { isForSpreadsheet: true })).join('')
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([BYTE_ORDER_MARK + text], { type: 'text/csv' }))
  link.download = `${name}.csv`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), FILE_IS_KEPT_MILLISECONDS)
}

const FILE_IS_KEPT_MILLISECONDS = 60_000
