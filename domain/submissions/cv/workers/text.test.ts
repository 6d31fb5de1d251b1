import { describe, expect, test } from 'vitest'
import { aPdfOfText, turned } from '../../../../tests/support/text-pdfs.ts'
import { readPdfText } from './text.ts'

const SHAPED = 'ﻣﻬﻨﺪﺱ ﺑﺮﻣﺠﻴﺎﺕ ﺳﻼﻡ ﺍﻟﻘﺎﻫﺮﺓ'
const MEANT = 'مهندس برمجيات سلام القاهرة'
const textOf = async (...lines: Parameters<typeof aPdfOfText>[0]) =>
  (await readPdfText(aPdfOfText(lines))).pages.join('\n')

describe('the text of a CV', () => {
  test.each([
    ['presentation forms, drawn from left to right', { text: turned(SHAPED) }, MEANT],
    ['presentation forms, drawn in reading order', { text: SHAPED, drawing: 'in-reading-order' }, MEANT],
    ['letters, drawn from left to right', { text: turned(MEANT) }, MEANT],
    ['letters, drawn in reading order', { text: MEANT, drawing: 'in-reading-order' }, MEANT],
    ['ligatures of lam and alef, left to right', { text: turned('ا\ue002سكندرية س\ue001م') }, 'الإسكندرية سلام'],
    [
      'ligatures of lam and alef, in reading order',
      { text: 'ا\ue002سكندرية س\ue001م', drawing: 'in-reading-order' },
      'الإسكندرية سلام',
    ],
    ['both scripts', { text: '2019 ةرهاقلا يف React سدنهم' }, 'مهندس React في القاهرة 2019'],
    [
      'both scripts, in reading order',
      { text: 'مهندس React في القاهرة 2019', drawing: 'in-reading-order' },
      'مهندس React في القاهرة 2019',
    ],
    ['Latin ligatures', { text: 'Senior o\ue003ce engineer, \ufb01nance' }, 'Senior office engineer, finance'],
    ['zero-width and bidi signs', { text: 'Kube\u200brne\u00adtes \u202eabc\u202c' }, 'Kubernetes abc'],
  ] as const)('is restored from %s', async (_what, line, meant) => {
    expect(await textOf(line)).toBe(meant)
  })
})
