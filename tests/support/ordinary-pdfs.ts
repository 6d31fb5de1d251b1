import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { deflateSync } from 'node:zlib'
import { aPdf } from './builders.ts'
import { aPackedPdfWith, aPdfWith, aStream, aWordLikePdf, edited, join, latin1 } from './pdfs.ts'

type Pdf = [what: string, pdf: Buffer]

const link = (address: string) =>
  `/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (${address}) >> >>]`

/** From many programs and in many forms: never refused, never marked. */
export const ORDINARY_PDFS: Pdf[] = [
  ...filesIn('ordinary'),
  ...['1.3', '1.4', '1.5', '1.6', '1.7', '2.0'].map((version): Pdf => [`version ${version}`, aPdfWith({ version })]),
  ['of 300 pages', aPdf({ pages: 300 })],
  ['with packed objects', aPackedPdfWith({})],
  ['as a word processor writes it', aWordLikePdf()],
  ['that was edited', edited(aPdfWith({}), 3, '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Rotate 90 >>')],
  ['with blanks before its header and after its end', join('\r\n ', aPdf(), '\r\n\0\0')],
  [
    'whose table points nowhere',
    latin1(
      aPdf()
        .toString('latin1')
        .replace(/startxref\n\d+/, 'startxref\n999999'),
    ),
  ],
  ['with lines that end in CR', latin1(aPdf().toString('latin1').replaceAll('\n', '\r'))],
  [
    'with comments and texts in odd places',
    aPdfWith({ catalog: '/A /B % a comment >>\n /Lang (a \\) (b) >>) /ID <6162>' }),
  ],
  ['that opens at its first page', aPdfWith({ catalog: '/OpenAction [3 0 R /Fit]' })],
  ['that says HTML/JavaScript', aPdfWith({ catalog: '/Title (HTML/JavaScript and /JS /Launch, an obj << /AA >>)' })],
  [
    'that draws /JavaScript',
    aPdfWith({ page: '/Contents 4 0 R', objects: [aStream('', 'BT (/JavaScript /JS, an obj << /AA >>) Tj ET')] }),
  ],
  ['with a form to fill in', aPdfWith({ catalog: '/AcroForm << /Fields [] >>' })],
  ['with a blend mode called screen', aPdfWith({ page: '/Resources << /ExtGState << /G << /BM /Screen >> >> >>' })],
  [
    'with a picture of random bytes',
    aPdfWith({ objects: [aStream('/Subtype /Image /Filter /DCTDecode', randomBytes(400_000))] }),
  ],
  ['with widths of many letters', aPdfWith({ objects: [`[${'0 [500 600] '.repeat(20_000)}]`] })],
  [
    'with a large page',
    aPdfWith({
      page: '/Contents 4 0 R',
      objects: [aStream('/Filter /FlateDecode', deflateSync(Buffer.alloc(4e6, 'q Q ')))],
    }),
  ],
  ...[
    'https://portfolio.example/salma',
    'HTTP://portfolio.example',
    'mailto:salma@mail.example',
    'tel:+201112345678',
    'www.portfolio.example',
    'portfolio.example/cv?a=b:c',
    '#experience',
  ].map((address): Pdf => [`with a link to ${address}`, aPdfWith({ page: link(address) })]),
]

/** Encrypted with a password. */
export const LOCKED_PDFS: Pdf[] = filesIn('locked')

function filesIn(folder: string): Pdf[] {
  const directory = path.resolve(import.meta.dirname, '..', 'cvs', folder)
  return readdirSync(directory).map((name) => [name, readFileSync(path.join(directory, name))])
}

/** Seeded, so that each run has the same. */
function randomBytes(length: number) {
  let state = 1
  const bytes = Buffer.alloc(length)
  for (let at = 0; at < length; at++) {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    bytes[at] = state >> 16
  }
  return bytes
}
