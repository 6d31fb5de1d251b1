import { deflateSync } from 'node:zlib'
import { PDFDocument } from '@cantoo/pdf-lib'

/** Hand-made PDFs of one page; objects 1 to 3 are taken. */

export const latin1 = (text: string) => Buffer.from(text, 'latin1')
export const join = (...parts: (string | Buffer)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? latin1(part) : part)))

interface PdfParts {
  version?: string
  /** Entries of the catalog and of the page. */
  catalog?: string
  page?: string
  trailer?: string
  /** Objects from number 4 on. */
  objects?: (string | Buffer)[]
}

/** With a cross-reference table. */
export function aPdfWith(parts: PdfParts): Buffer {
  const { version = '1.7', trailer = '' } = parts
  const pieces = [latin1(`%PDF-${version}\n%\xe2\xe3\xcf\xd3\n`)]
  const offsets: number[] = []
  let length = pieces[0]!.length
  for (const [index, object] of everyObject(parts).entries()) {
    const piece = join(`${index + 1} 0 obj\n`, object, '\nendobj\n')
    offsets.push(length)
    pieces.push(piece)
    length += piece.length
  }
  return join(...pieces, crossReferences(offsets, length, trailer))
}

/** With object streams and a cross-reference stream, as newer programs write. */
export function aPackedPdfWith(
  parts: PdfParts,
  {
    dictionary = '/Type /ObjStm',
    pack = deflateSync as (data: Buffer) => Buffer,
    filter = '/Filter /FlateDecode',
  } = {},
): Buffer {
  const objects = everyObject(parts)
  const packedNumber = objects.length + 1
  const texts = objects.map(String)
  let at = 0
  const pairs = texts.map((text, index) => {
    const pair = `${index + 1} ${at} `
    at += text.length + 1
    return pair
  })
  const data = pack(latin1(pairs.join('') + texts.join(' ')))
  const head = latin1(`%PDF-${parts.version ?? '1.7'}\n%\xe2\xe3\xcf\xd3\n`)
  const packed = join(
    `${packedNumber} 0 obj\n<< ${dictionary} /N ${texts.length} /First ${pairs.join('').length} ${filter} /Length ${data.length} >>\nstream\n`,
    data,
    '\nendstream\nendobj\n',
  )
  const startOfTable = head.length + packed.length
  const rows = [
    [0, 0, 255],
    ...texts.map((_text, index) => [2, packedNumber, index]),
    [1, head.length, 0],
    [1, startOfTable, 0],
  ].map(([type, field, last]) => [type, field! >> 16, (field! >> 8) & 255, field! & 255, last!] as number[])
  const table = deflateSync(Buffer.from(rows.flat()))
  return join(
    head,
    packed,
    `${packedNumber + 1} 0 obj\n<< /Type /XRef /Size ${rows.length} /W [1 3 1] /Root 1 0 R ${parts.trailer ?? ''} /Filter /FlateDecode /Length ${table.length} >>\nstream\n`,
    table,
    `\nendstream\nendobj\nstartxref\n${startOfTable}\n%%EOF\n`,
  )
}

export function aStream(dictionary: string, data: string | Buffer) {
  return join(`<< ${dictionary} /Length ${data.length} >>\nstream\n`, data, '\nendstream')
}

/** With an incremental update, as editors write. */
export function edited(pdf: Buffer, number: number, object: string) {
  const start = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(pdf.toString('latin1'))?.[1])
  const piece = `${number} 0 obj\n${object}\nendobj\n`
  const row = `${String(pdf.length).padStart(10, '0')} 00000 n \n`
  return join(
    pdf,
    piece,
    `xref\n${number} 1\n${row}trailer\n<< /Size 100 /Root 1 0 R /Prev ${start} >>\nstartxref\n${pdf.length + piece.length}\n%%EOF\n`,
  )
}

export async function encrypted(pdf: Buffer, { userPassword = '', useObjectStreams = true } = {}) {
  const document = await PDFDocument.load(pdf, { updateMetadata: false })
  document.encrypt({ userPassword, ownerPassword: 'only-the-owner', permissions: { modifying: false } })
  return Buffer.from(await document.save({ useObjectStreams }))
}

function everyObject({ catalog = '', page = '', objects = [] }: PdfParts) {
  return [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] ${page} >>`,
    ...objects,
  ]
}

function crossReferences(offsets: number[], start: number, trailer: string) {
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = offsets.length + 1
  return `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`
}

/** Tagged, with both a cross-reference table and a stream, as word processors write. */
export function aWordLikePdf() {
  const pdf = aPdfWith({
    catalog:
      '/Lang (en-GB) /StructTreeRoot 4 0 R /MarkInfo << /Marked true >> /Metadata 7 0 R /ViewerPreferences 8 0 R',
    page: '/Contents 6 0 R /Resources << /ExtGState << /GS7 << /Type /ExtGState /BM /Normal /ca 1 >> >> >> /Tabs /S /StructParents 0',
    objects: [
      '<< /Type /StructTreeRoot /RoleMap << /Footnote /Note /Textbox /Sect /Chart /Sect >> /K [5 0 R] >>',
      '<< /P 4 0 R /S /P /Type /StructElem /K [0] /Pg 3 0 R >>',
      aStream(
        '/Filter /FlateDecode',
        deflateSync(latin1('/P <</MCID 0>> BDC BT (HTML/JavaScript, /JS, 9 0 obj) Tj ET EMC')),
      ),
      aStream('/Type /Metadata /Subtype /XML', '<?xpacket begin=""?><x:xmpmeta xmlns:x="adobe:ns:meta/"/>'),
      '<< /DisplayDocTitle true >>',
    ],
  })
  const start = Number(/startxref\s+(\d+)/.exec(pdf.toString('latin1'))?.[1])
  const rows = deflateSync(Buffer.alloc(5 * 10))
  const stream = aStream(`/Type /XRef /Size 10 /W [1 3 1] /Root 1 0 R /Filter /FlateDecode`, rows)
  const added = join(`9 0 obj\n`, stream, '\nendobj\n')
  return join(
    pdf,
    added,
    `xref\n0 0\ntrailer\n<< /Size 10 /Root 1 0 R /Prev ${start} /XRefStm ${pdf.length} >>\nstartxref\n${pdf.length + added.length}\n%%EOF`,
  )
}
