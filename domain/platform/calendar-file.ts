/** Writes iCalendar files (RFC 5545). Reason for own code: docs/decisions/libraries.md. */

/** Lines as they are sent: folded, each ended by CR LF. */
export const calendarFile = (lines: readonly string[]): string => lines.map((line) => `${folded(line)}\r\n`).join('')

/** 20260302T090000Z: UTC needs no VTIMEZONE. */
export const calendarMoment = (moment: string) => moment.replace(/\.\d+Z$/, 'Z').replace(/[-:]/g, '')

/** Section 3.3.11. */
export function calendarText(text: string) {
  return (
    text
      .replaceAll('\r\n', '\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that the format forbids
      .replace(/[\u0000-\u0009\u000b-\u001f\u007f]/g, ' ')
      .replaceAll('\\', '\\\\')
      .replaceAll(';', '\\;')
      .replaceAll(',', '\\,')
      .replaceAll('\n', '\\n')
  )
}

/** Section 3.2: inside quotes there is neither a quote nor a control character. */
export const calendarParameter = (text: string) => `"${text.replace(/["\p{Cc}]/gu, ' ').trim()}"`

const MAX_LINE_OCTETS = 75

/** Section 3.1: at most 75 octets in a line; a continued line begins with a space. */
function folded(line: string) {
  const lines = ['']
  let octets = 0
  for (const character of line) {
    const length = Buffer.byteLength(character)
    if (octets + length > MAX_LINE_OCTETS) {
      lines.push(' ')
      octets = 1
    }
    lines[lines.length - 1] += character
    octets += length
  }
  return lines.join('\r\n')
}
