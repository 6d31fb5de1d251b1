import { deflateSync } from 'node:zlib'
import { aPackedPdfWith, aPdfWith, aStream, edited, encrypted, join, latin1 } from './pdfs.ts'

/** PDFs with active or hidden content, and the finding that each must at least get. */
type HostilePdf = [what: string, pdf: Buffer, mark: string]

const SCRIPT = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>'
const namesTree = (action: string) => `/Names << /JavaScript << /Names [(a) ${action}] >> >>`
const SCRIPT_BY_NAME = namesTree(SCRIPT)
const annotation = (entries: string) => `/Annots [<< /Type /Annot /Rect [0 0 9 9] ${entries} >>]`
const link = (action: string) => annotation(`/Subtype /Link /A ${action}`)
const MEGABYTE = 1024 * 1024
const BOMB = deflateSync(join('4 0  ', '['.repeat(15 * MEGABYTE)))

/** Valid in every viewer, but missed by a naive reader. */
export const SCRIPTS_IN_HIDING: HostilePdf[] = [
  ['nine blanks in a reference', aPdfWith({ catalog: `/X 3         0 R ${SCRIPT_BY_NAME}` }), 'cv-script'],
  ['a comment in a reference', aPdfWith({ catalog: `/X 3 % it is\n0 R ${SCRIPT_BY_NAME}` }), 'cv-script'],
  [
    '45 nested arrays before it',
    aPdfWith({ catalog: `/X ${'['.repeat(45)}${']'.repeat(45)} ${SCRIPT_BY_NAME}` }),
    'cv-script',
  ],
  [
    'an object stream whose type is disguised',
    aPackedPdfWith({ catalog: SCRIPT_BY_NAME }, { dictionary: '/Type /Obj#53tm' }),
    'cv-script',
  ],
  [
    '600 bytes before the type of an object stream',
    aPackedPdfWith({ catalog: SCRIPT_BY_NAME }, { dictionary: `/X (${'x'.repeat(600)}) /Type /ObjStm` }),
    'cv-script',
  ],
  [
    'a word in an object stream that ends it too early',
    aPackedPdfWith(
      { catalog: `/X (\nendstream\nendobj\n) ${SCRIPT_BY_NAME}` },
      { pack: (data) => deflateSync(data, { level: 0 }) },
    ),
    'cv-script',
  ],
  [
    'a name with escapes',
    aPdfWith({ catalog: '/OpenAction << /S /J#61vaScript /J#53 (app.alert\\(1\\)) >>' }),
    'cv-script',
  ],
  ['an object of its own', aPdfWith({ catalog: namesTree('4 0 R'), objects: [SCRIPT] }), 'cv-script'],
  ['an object that nothing points to', aPdfWith({ objects: [SCRIPT] }), 'cv-script'],
  ['an action on opening', aPdfWith({ catalog: `/OpenAction ${SCRIPT}` }), 'cv-script'],
  ['an object stream', aPackedPdfWith({ catalog: SCRIPT_BY_NAME }), 'cv-script'],
  [
    'an object stream that is not compressed',
    aPackedPdfWith({ catalog: SCRIPT_BY_NAME }, { pack: (data) => data, filter: '' }),
    'cv-script',
  ],
  [
    'an object stream whose filter stands in an array',
    aPackedPdfWith({ catalog: SCRIPT_BY_NAME }, { filter: '/Filter [ /FlateDecode ]' }),
    'cv-script',
  ],
  ['a second version of the file', edited(aPdfWith({}), 1, `<< /Pages 2 0 R ${SCRIPT_BY_NAME} >>`), 'cv-script'],
  [
    'a first version that is still in use',
    withoutSecondTable(edited(aPdfWith({ catalog: SCRIPT_BY_NAME }), 1, '<< /Type /Catalog /Pages 2 0 R >>')),
    'cv-script',
  ],
  ['a picture', inPicture(`9 0 obj ${SCRIPT} endobj`), 'cv-script'],
  ['a picture, behind a long comment', inPicture(`9 0 %${'x'.repeat(3000)}\nobj ${SCRIPT} endobj`), 'cv-script'],
  ['what a wrong length swallows', swallowed(), 'cv-script'],
  [
    'an object whose number is followed by a comment',
    behindHeader(aPdfWith({ catalog: namesTree('9 0 R') }), `9 0 %\nobj ${SCRIPT} endobj\n`),
    'cv-script',
  ],
  [
    'the entry that another hides',
    aPdfWith({ catalog: '/OpenAction << /S /JavaScript /S /GoTo /D [3 0 R] >>' }),
    'cv-script',
  ],
  ['a trailer', aPdfWith({ trailer: `/X ${SCRIPT}` }), 'cv-script'],
  ['an object that breaks off', aPdfWith({ objects: [`<< /A ${SCRIPT} /B ?? >>`] }), 'cv-script'],
  ['an action after an action', aPdfWith({ page: link(`<< /S /GoTo /D [3 0 R] /Next ${SCRIPT} >>`) }), 'cv-script'],
]

export const OTHER_DEEDS: HostilePdf[] = [
  ['a program to launch', aPdfWith({ catalog: '/OpenAction << /S /Launch /F (cmd.exe) >>' }), 'cv-launch'],
  ['a program to launch, in disguise', aPdfWith({ page: link('<< /S /L#61unch /F (calc.exe) >>') }), 'cv-launch'],
  ['actions of the document', aPdfWith({ catalog: `/AA << /WC ${SCRIPT} >>` }), 'cv-action'],
  ['actions of a page', aPdfWith({ page: '/AA << /O << /S /Named /N /Print >> >>' }), 'cv-action'],
  ['a form that sends itself', aPdfWith({ page: link('<< /S /SubmitForm /F (http://x.example) >>') }), 'cv-action'],
  ['data to bring in', aPdfWith({ page: link('<< /S /ImportData /F (data.fdf) >>') }), 'cv-action'],
  [
    'a page on another machine',
    aPdfWith({ page: link('<< /S /GoToR /F (\\\\\\\\files.example\\\\share\\\\x.pdf) /D [0 /Fit] >>') }),
    'cv-remote-file',
  ],
  [
    'a page on another machine when opened, packed',
    aPackedPdfWith({ catalog: '/OpenAction << /S /GoToR /F (\\\\\\\\files.example\\\\s\\\\x) /D [0 /Fit] >>' }),
    'cv-remote-file',
  ],
  [
    'an article on another machine',
    aPdfWith({ page: link('<< /S /Thread /F (\\\\\\\\x\\\\y) /D 0 >>') }),
    'cv-remote-file',
  ],
  [
    'a stream that is kept elsewhere',
    aPdfWith({ page: '/Contents 4 0 R', objects: [aStream('/F (\\\\\\\\files.example\\\\share\\\\x)', '')] }),
    'cv-remote-file',
  ],
  [
    'a stream that is kept elsewhere, by a description of the file',
    aPdfWith({ page: '/Contents 4 0 R', objects: [aStream('/F 5 0 R', ''), '<< /FS /URL /F (http://x.example) >>'] }),
    'cv-remote-file',
  ],
  ...[
    'file:///etc/passwd',
    'javascript:alert\\(1\\)',
    ' java\\nscript:alert\\(1\\)',
    'smb://files.example/share',
    'ms-word:ofe|u|http://x.example/a.docm',
    'search-ms:query=x',
    'FTP://x.example/a',
    'data:text/html,x',
    '\\\\\\\\files.example\\\\share',
    '//files.example/share',
    '\\376\\377\\000f\\000i\\000l\\000e\\000:\\000/\\000/',
  ].map(
    (address): HostilePdf => [
      `a link to ${address}`,
      aPdfWith({ page: link(`<< /S /URI /URI (${address}) >>`) }),
      'cv-odd-link',
    ],
  ),
  ['an odd link in digits', aPdfWith({ page: link('<< /S /URI /URI <66696C653A2F2F2F> >>') }), 'cv-odd-link'],
  [
    'an odd link in an object of its own',
    aPdfWith({ page: link('<< /S /URI /URI 4 0 R >>'), objects: ['(file:///x)'] }),
    'cv-odd-link',
  ],
  [
    'an odd link in an object with a comment',
    behindHeader(aPdfWith({ page: link('<< /S /URI /URI 9 0 R >>') }), '9 0 %\nobj (file:///x) endobj\n'),
    'cv-odd-link',
  ],
  ['an odd beginning for all links', aPdfWith({ catalog: '/URI << /Base (file:///) >>' }), 'cv-odd-link'],
  [
    'an odd link that another hides',
    aPdfWith({ page: link('<< /S /URI /URI (file:///x) /URI (https://x.example) >>') }),
    'cv-not-read-whole',
  ],
  ['a rendition', aPdfWith({ page: link('<< /S /Rendition /OP 0 /R << /S /MR >> >>') }), 'cv-media'],
  ['a screen for films', aPdfWith({ page: annotation('/Subtype /Screen') }), 'cv-media'],
  ['a film', aPdfWith({ page: annotation('/Subtype /Movie /Movie << /F (film.avi) >>') }), 'cv-media'],
  ['a film to start', aPdfWith({ page: link('<< /S /Movie /T (film) >>') }), 'cv-media'],
  [
    'a sound',
    aPdfWith({ page: annotation('/Subtype /Sound /Sound 4 0 R'), objects: [aStream('/R 8000', 'x')] }),
    'cv-media',
  ],
  [
    'a sound to play',
    aPdfWith({ page: link('<< /S /Sound /Sound 4 0 R >>'), objects: [aStream('/R 8000', 'x')] }),
    'cv-media',
  ],
  ['rich media', aPdfWith({ page: annotation('/Subtype /RichMedia') }), 'cv-media'],
  ['a body in space', aPdfWith({ page: annotation('/Subtype /3D') }), 'cv-media'],
  [
    'an attached file',
    aPdfWith({
      catalog: '/Names << /EmbeddedFiles << /Names [(a) << /Type /Filespec /F (a.exe) /EF << /F 4 0 R >> >>] >> >>',
      objects: [aStream('/Type /EmbeddedFile', 'MZ')],
    }),
    'cv-attachment',
  ],
  [
    'an attached file that does not say so',
    aPdfWith({ catalog: '/AF [<< /F (a.exe) /EF << /F 4 0 R >> >>]', objects: [aStream('', 'MZ')] }),
    'cv-attachment',
  ],
  [
    'a file on a page',
    aPdfWith({ page: annotation('/Subtype /FileAttachment /FS << /F (a.exe) >>') }),
    'cv-attachment',
  ],
  [
    'a page of an attachment',
    aPdfWith({ page: link('<< /S /GoToE /D [0 /Fit] /T << /R /C /N (a) >> >>') }),
    'cv-attachment',
  ],
  [
    'a form of forms',
    aPdfWith({ catalog: '/AcroForm << /Fields [] /XFA [(a) 4 0 R] >>', objects: [aStream('', '<x/>')] }),
    'cv-form',
  ],
]

/** The catalog with a script, written so that readers differ whether it is there. */
const HIDDEN_CATALOG = aPdfWith({ catalog: SCRIPT_BY_NAME })
const rewritten = (pdf: Buffer, from: string, to: string) => latin1(pdf.toString('latin1').replace(from, to))
const packedAs = (rewrite: (data: string) => string) =>
  aPackedPdfWith({ catalog: SCRIPT_BY_NAME }, { pack: (data) => latin1(rewrite(data.toString('latin1'))), filter: '' })
const PLAINLY_PACKED = packedAs((data) => data)

export const ODDLY_WRITTEN: HostilePdf[] = [
  ...[
    '1 +0 obj',
    '1 -0 obj',
    '1 0. obj',
    '1. 0 obj',
    '+1 0 obj',
    '1 0.5 obj',
    '1\x800 obj',
    '1 0\x80obj',
    '1 0\xffobj',
    '1 0 obj\x80',
    '1 %0\n0 obj',
  ].map(
    (header): HostilePdf => [
      `the header ${JSON.stringify(header)}`,
      rewritten(HIDDEN_CATALOG, '1 0 obj', header),
      'cv-not-read-whole',
    ],
  ),
  ['a name that ends with the byte 80', rewritten(HIDDEN_CATALOG, '/JS (', '/JS\x80('), 'cv-not-read-whole'],
  [
    'a comment in the list of a pack of objects',
    packedAs((data) => data.replace('1 0 2 ', '1 %9\n0 2 ')),
    'cv-not-read-whole',
  ],
  [
    'a fraction in the list of a pack of objects',
    packedAs((data) => data.replace('1 0 2 ', '1.0 0 2 ')),
    'cv-not-read-whole',
  ],
  ['a pack whose list is longer than it says', rewritten(PLAINLY_PACKED, '/First 1', '/First 0'), 'cv-not-read-whole'],
  ['a pack with more objects than it says', rewritten(PLAINLY_PACKED, '/N 3', '/N 1'), 'cv-not-read-whole'],
  ['a pack with fewer objects than it says', rewritten(PLAINLY_PACKED, '/N 3', '/N 5'), 'cv-not-read-whole'],
  ...[
    ['an address', '/OpenAction << /S /URI /URI (https://x.example) >>'],
    [
      'an address after a page',
      '/OpenAction << /S /GoTo /D [3 0 R /Fit] /Next << /S /URI /URI (https://x.example) >> >>',
    ],
    ['an address by a name elsewhere', '/OpenAction << /S 4 0 R /URI (https://x.example) >>', '/URI'],
    ['an address in an object of its own', '/OpenAction 4 0 R', '<< /S /URI /URI (https://x.example) >>'],
    ['an address two objects away', '/OpenAction 4 0 R', '5 0 R', '<< /S /URI /URI (https://x.example) >>'],
    ['the printer', '/OpenAction << /S /Named /N /Print >>'],
  ].map(
    ([what, catalog, ...objects]): HostilePdf => [
      `${what} that opens with the file`,
      aPdfWith({ catalog: catalog as string, objects }),
      'cv-action',
    ],
  ),
]

/** PDFium reads each array again from every bracket. */
export const ENDLESS_PDF = latin1(`%PDF-1.7\n1 0 obj${'['.repeat(9_000_000)}`)

/** Files that cannot be read to the end, or are made to be read for ever. */
export const FILES_AGAINST_READERS: HostilePdf[] = [
  ['a million different names', aPdfWith({ objects: [`[${differentNames(MEGABYTE)}]`] }), 'cv-not-read-whole'],
  [
    'packed objects that do not unpack',
    withObjects(aPackedPdfWith({}, { pack: () => latin1('nonsense') })),
    'cv-not-read-whole',
  ],
  [
    'packed objects in an unknown way',
    withObjects(aPackedPdfWith({}, { filter: '/Filter /LZWDecode', pack: (data) => data })),
    'cv-not-read-whole',
  ],
  [
    'packed objects without end',
    withObjects(aPackedPdfWith({}, { pack: () => deflateSync(Buffer.alloc(24 * MEGABYTE)) })),
    'cv-not-read-whole',
  ],
  [
    'a thousand packed objects without end',
    aPdfWith({
      objects: Array.from({ length: 1000 }, () => aStream('/N 1 /First 5 /Filter /FlateDecode', BOMB)),
    }),
    'cv-not-read-whole',
  ],
  [
    'half a million nested arrays',
    aPdfWith({ objects: ['['.repeat(500_000) + ']'.repeat(500_000)] }),
    'cv-not-read-whole',
  ],
  ['arrays that never close', aPdfWith({ objects: ['['.repeat(200_000)] }), 'cv-not-read-whole'],
  ['a text that never closes', aPdfWith({ objects: ['('.repeat(200_000)] }), 'cv-not-read-whole'],
  [
    'objects without end in each other',
    aPdfWith({ objects: Array.from({ length: 40_000 }, (_, index) => `<< /A ${index} 0 obj (`) }),
    'cv-not-read-whole',
  ],
]

/** Large or tangled, but harmless. */
export const HARMLESS_ODDITIES: [what: string, pdf: Buffer][] = [
  ['a page to open with', aPdfWith({ catalog: '/OpenAction [3 0 R /Fit]' })],
  [
    'a page to open with, as an action',
    aPdfWith({ catalog: '/OpenAction 4 0 R', objects: ['<< /S /GoTo /D [3 0 R /Fit] >>'] }),
  ],
  ['a text with the word obj', aPdfWith({ page: '/X (100% of the obj files, version 2.0 obj )' })],
  ['an object that leads to itself', aPdfWith({ objects: ['<< /A 4 0 R /B [4 0 R] >>'] })],
  ['objects that lead to each other', aPdfWith({ objects: ['<< /A 5 0 R >>', '<< /A 4 0 R >>'] })],
  ['a thousand nested arrays', aPdfWith({ objects: ['['.repeat(1000) + ']'.repeat(1000)] })],
  ['a list of a hundred thousand numbers', aPdfWith({ objects: [`[${'1 '.repeat(100_000)}]`] })],
  ['a list of a hundred thousand names', aPdfWith({ objects: [`[${'/a '.repeat(100_000)}]`] })],
  ['ten thousand objects', aPdfWith({ objects: Array.from({ length: 10_000 }, () => '<< /A 1 >>') })],
  [
    'a picture that unpacks to 24 MB',
    aPdfWith({ objects: [aStream('/Filter /FlateDecode', deflateSync(Buffer.alloc(24 * MEGABYTE)))] }),
  ],
]

export async function encryptedHostilePdfs(): Promise<HostilePdf[]> {
  const script = aPdfWith({ catalog: SCRIPT_BY_NAME })
  const oddLink = aPdfWith({ page: link('<< /S /URI /URI (file:///etc/passwd) >>') })
  return [
    ['an encrypted script', await encrypted(script, { useObjectStreams: false }), 'cv-script'],
    ['an encrypted and packed script', await encrypted(script), 'cv-script'],
    ['an encrypted odd link', await encrypted(oddLink, { useObjectStreams: false }), 'cv-odd-link'],
    ['an encrypted and packed odd link', await encrypted(oddLink), 'cv-odd-link'],
    [
      'a file that only says it is encrypted',
      aPdfWith({
        page: link('<< /S /URI /URI (file:///etc/passwd) >>'),
        trailer: '/X << /Encrypt 4 0 R >>',
        objects: ['<< /Filter /Standard >>'],
      }),
      'cv-odd-link',
    ],
  ]
}

/** The second version's table is gone, so the first one counts. */
function withoutSecondTable(pdf: Buffer) {
  const text = pdf.toString('latin1')
  const start = /startxref\s+(\d+)/.exec(text)?.[1]
  return latin1(`${text.slice(0, text.lastIndexOf('xref\n1 1'))}startxref\n${start}\n%%EOF\n`)
}

/** The cross-reference table points into the picture. */
function inPicture(hidden: string) {
  const pdf = aPdfWith({
    catalog: namesTree('9 0 R'),
    objects: [aStream('/Subtype /Image', `\n${hidden}\n`)],
  }).toString('latin1')
  const start = Number(/startxref\s+(\d+)/.exec(pdf)?.[1])
  const offset = String(pdf.indexOf('9 0 ', pdf.indexOf('stream\n'))).padStart(10, '0')
  return latin1(
    pdf.slice(0, start) +
      pdf.slice(start).replace('trailer\n<< /Size 5', `9 1\n${offset} 00000 n \ntrailer\n<< /Size 10`),
  )
}

/** A reader that counts words to find a stream's end takes the script for a part of it. */
function swallowed() {
  return aPdfWith({
    catalog: namesTree('6 0 R'),
    page: '/Contents 4 0 R',
    objects: ['<< /Length 5 0 R >>\nstream\n%stream\nendstream', '7', SCRIPT, aStream('', '')],
  })
}

/** The page is also in the open, so that the file opens despite unreadable packed objects. */
function withObjects(packed: Buffer) {
  return edited(aPdfWith({ objects: [objectIn(packed)] }), 9, 'null')
}

function objectIn(packed: Buffer) {
  const text = packed.toString('latin1')
  return latin1(text.slice(text.indexOf(' 0 obj\n') + 7, text.indexOf('\nendobj\n')))
}

/** Shifts every offset of the table, so that viewers search for the objects. */
function behindHeader(pdf: Buffer, text: string) {
  const end = pdf.indexOf('\n', pdf.indexOf('\n') + 1) + 1
  return join(pdf.subarray(0, end), text, pdf.subarray(end))
}

function differentNames(count: number) {
  return Array.from({ length: count }, (_, index) => `/${index.toString(36)}`).join('')
}
