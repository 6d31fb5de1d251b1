export const BYTE_ORDER_MARK = '\ufeff'

interface LineOptions {
  /** Whether a spreadsheet opens it. Programs take phone numbers as they are. */
  isForSpreadsheet?: boolean
}

/** RFC 4180: every line ends with CR LF; quotation marks where a value needs them. */
export function csvLine(values: readonly unknown[], { isForSpreadsheet = false }: LineOptions = {}): string {
  const toText = (value: unknown) => {
    const text = value === undefined || value === null ? '' : String(value)
    return isForSpreadsheet && isChangedAsNumber(text) ? `'${text}` : text
  }
  return `${values.map((value) => csvCell(toText(value))).join(',')}\r\n`
}

/** Beyond these a spreadsheet shows a power of ten, and rounds from the sixteenth. */
const MAX_DIGITS_SHOWN = 11

/** A phone without its first zero, a long number rounded, 12E5 as 1200000: spreadsheets do so, and store it when they save. */
function isChangedAsNumber(text: string) {
  if (/^\s*\d+(\.\d+)?e[+-]?\d+\s*$/i.test(text)) return true
  if (!/^[\s(]*\p{Nd}[\p{Nd}\s().\-/]*$/u.test(text)) return false
  const digits = text.replace(/\P{Nd}/gu, '')
  return /^[0٠۰]\p{Nd}/u.test(digits) || digits.length > MAX_DIGITS_SHOWN
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
