import type { FormErrorKey } from '#texts/index.ts'

/** Checks both ends while the sender waits: it must be one PDF. A worker checks the rest; see inspector.ts. */
export function structureProblem(bytes: Buffer): FormErrorKey | undefined {
  if (!startsAsPdf(bytes) || isAlsoAnotherFormat(bytes)) return 'cvNotPdf'
  if (!endsAsPdf(bytes)) return 'cvDamaged'
}

const HEADER = '%PDF-'
const HEADER_WITHIN = 1024
const BLANK_OR_BYTE_ORDER_MARK = /^(?:\xef\xbb\xbf)?[\s\0]*$/

function startsAsPdf(bytes: Buffer) {
  const beginning = bytes.toString('latin1', 0, HEADER_WITHIN + HEADER.length)
  const start = beginning.indexOf(HEADER)
  return start >= 0 && BLANK_OR_BYTE_ORDER_MARK.test(beginning.slice(0, start))
}

const END = '%%EOF'
const BLANK = /^[\s\0]*$/
const MAX_TAIL_BYTES = 1024

function endsAsPdf(bytes: Buffer) {
  const ending = bytes.subarray(-(MAX_TAIL_BYTES + END.length)).toString('latin1')
  const end = ending.lastIndexOf(END)
  return end >= 0 && BLANK.test(ending.slice(end + END.length))
}

const MARKUP = /<(?:!doctype|html|head|body|script|iframe|svg|\?php)/i
const ZIP_END = Buffer.from('PK\x05\x06', 'latin1')
const ZIP_END_BYTES = 22
const MAX_ZIP_COMMENT_BYTES = 65_535

/** A file that is also a web page or an archive is refused. */
function isAlsoAnotherFormat(bytes: Buffer) {
  if (MARKUP.test(bytes.toString('latin1', 0, HEADER_WITHIN))) return true
  const from = Math.max(0, bytes.length - ZIP_END_BYTES - MAX_ZIP_COMMENT_BYTES)
  for (let at = bytes.indexOf(ZIP_END, from); at >= 0; at = bytes.indexOf(ZIP_END, at + 1)) {
    const isWhole = at + ZIP_END_BYTES <= bytes.length
    if (isWhole && at + ZIP_END_BYTES + bytes.readUInt16LE(at + 20) === bytes.length) return true
  }
  return false
}
