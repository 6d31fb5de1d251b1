export const BYTE_ORDER_MARK = '\ufeff'

interface LineOptions {
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

/** Spreadsheets show longer numbers as powers of ten. */
const MAX_DIGITS_SHOWN = 11

/** Spreadsheets drop leading zeros, round long numbers and read 12E5 as 1200000. */
function isChangedAsNumber(text: string) {
  if (/^\s*\d+(\.\d+)?e[+-]?\d+\s*$/i.test(text)) return true
  if (!/^[\s(]*\p{Nd}[\p{Nd}\s().\-/]*$/u.test(text)) return false
  const digits = text.replace(/\P{Nd}/gu, '')
  return /^[0٠۰]\p{Nd}/u.test(digits) || digits.length > MAX_DIGITS_SHOWN
}

/** Also in full width. Spreadsheets may split at semicolons, tabs, line ends and quotation marks. */
const FORMULA = /(^|[;,\t\r\n|"'])((?:(?![\t\r\n])[\s\p{Cc}\p{Cf}])*)([=+\-@＝＋－＠])/gu

/** An apostrophe makes a spreadsheet treat the cell as text. */
function csvCell(text: string) {
  const safe = text.replace(FORMULA, "$1$2'$3").replace(/^[\t\r\n]/, "'$&")
  return /[",;\t\r\n|]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
