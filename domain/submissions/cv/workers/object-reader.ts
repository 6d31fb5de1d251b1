import { type PDFContext, type PDFDict, type PDFName, PDFObjectParser, type PDFRef } from '@cantoo/pdf-lib'
import type { CipherFactory } from './decryption.ts'

const STREAM = [...Buffer.from('stream')]
const [LINE_FEED, CARRIAGE_RETURN] = [10, 13]

/** Bytes that PDFium takes for blanks and other readers for letters. */
export const isBlankInPdfium = (byte: number | undefined) => byte === 0x80 || byte === 0xff

/** The library's parser, which also collects names and leaves streams to the caller. */
export class ObjectReader extends PDFObjectParser {
  /** Also of unreadable values and of replaced entries. */
  readonly names: string[] = []
  /** A name that other readers may end earlier. */
  hasOddName = false

  protected override parseName(): PDFName {
    const start = this.bytes.offset()
    const name = super.parseName()
    if (this.bytes.slice(start, this.bytes.offset()).some(isBlankInPdfium)) this.hasOddName = true
    this.names.push(name.asString().slice(1))
    return name
  }

  // The library would trust the file's own length.
  protected override parseDictOrStream(ref?: PDFRef): PDFDict {
    return this.parseDict(ref)
  }

  /** Where the data of a stream begins, if the dictionary that was just read belongs to one. */
  startOfStream(): number | undefined {
    this.skipWhitespaceAndComments()
    if (!this.matchKeyword(STREAM)) return undefined
    if (this.bytes.peek() === CARRIAGE_RETURN) this.bytes.next()
    if (this.bytes.peek() === LINE_FEED) this.bytes.next()
    return this.bytes.offset()
  }
}

export function createObjectReader(bytes: Uint8Array, context: PDFContext, cipher?: CipherFactory): ObjectReader {
  // The library has no other way to its stream of bytes.
  const { bytes: stream } = PDFObjectParser.forBytes(bytes, context) as unknown as { bytes: never }
  return new ObjectReader(stream, context, false, cipher as never)
}
