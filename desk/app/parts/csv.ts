import { BYTE_ORDER_MARK, csvLine } from '#domain/submissions/export/csv.ts'

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
