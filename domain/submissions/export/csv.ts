export const BYTE_ORDER_MARK = '\ufeff'

/** RFC 4180: every line ends with CR LF; quotation marks where a value needs them. */
export function csvLine(values: unknown[]): string {
  return `${values.map((value) => csvCell(value === undefined || value === null ? '' : String(value))).join(',')}\r\n`
}

/**
 * A sign that begins a formula, also in its full-width form, as the first that is seen of a cell. A cell begins where the value does, and
 * after whatever a spreadsheet may split the file at: many split at semicolons or tabs and not at commas, and where one ignores our
 * quotation marks, at line ends and at the marks themselves.
 */
const FORMULA = /(^|[;,\t\r\n|"'])((?:(?![\t\r\n])[\s\p{Cc}\p{Cf}])*)([=+\-@＝＋－＠])/gu

/** An apostrophe makes a spreadsheet take what follows for text. */
function csvCell(text: string) {
  const safe = text.replace(FORMULA, "$1$2'$3").replace(/^[\t\r\n]/, "'$&")
  return /[",;\t\r\n|]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
