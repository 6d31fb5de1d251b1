export const BYTE_ORDER_MARK = '\ufeff'

/** RFC 4180: every line ends with CR LF; quotation marks where a value needs them. */
export function csvLine(values: unknown[]): string {
  return `${values.map((value) => csvCell(value === undefined || value === null ? '' : String(value))).join(',')}\r\n`
}

/** A spreadsheet would run a text that begins like this. */
const LIKE_A_FORMULA = /^[\s\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u

function csvCell(text: string) {
  const safe = LIKE_A_FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
