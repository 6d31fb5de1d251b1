import { type PDFArray, type PDFDict, PDFDocument, PDFParser } from '@cantoo/pdf-lib'

export interface Encryption {
  dictionary: PDFDict
  id: PDFArray | undefined
}

/** The library's own, which it does not export. */
export interface CipherFactory {
  createCipherTransform(objectNumber: number, generation: number): { decryptBytes(data: Uint8Array): Uint8Array }
}

/** For files without a password. The library makes the factory as it loads a document, so it gets an empty one. */
export async function createDecryption({ dictionary, id }: Encryption): Promise<CipherFactory | undefined> {
  const document = `%PDF-1.7\n1 0 obj\n${dictionary}\nendobj\ntrailer\n<< /Encrypt 1 0 R /ID ${id ?? '[<> <>]'} >>\n`
  const createParser = PDFParser.forBytesWithOptions
  let factory: CipherFactory | undefined
  PDFParser.forBytesWithOptions = (...options) => {
    factory = options[5] ?? factory
    return createParser(...options)
  }
  try {
    await PDFDocument.load(Buffer.from(document, 'latin1'), { password: '', updateMetadata: false })
  } catch {
    // Once the factory is there, the empty document's lack of pages does not matter.
  } finally {
    PDFParser.forBytesWithOptions = createParser
  }
  return factory
}
