import { describe, expect, test } from 'vitest'
import { parseMail } from './parse.ts'

const mail = (headers: string[], body: string) =>
  parseMail(Buffer.from(`${['From: Nour <nour@mail.example>', ...headers].join('\r\n')}\r\n\r\n${body}`))
const plain = (body: string, ...headers: string[]) =>
  mail(['Content-Type: text/plain; charset=utf-8', ...headers], body)
const html = (body: string) => mail(['Content-Type: text/html; charset=utf-8'], body)

describe('what a person wrote', () => {
  const QUOTED: [string, string, string][] = [
    ['English', 'Sunday suits me.', 'On Tue, Nov 17, 2026 at 9:12 AM Nuqta <jobs@nuqta.example> wrote:\n> Hello'],
    [
      'a line broken in two',
      'Sunday suits me.',
      'On Tuesday, 17 November 2026 at 9:12, Nuqta of Cairo\n<jobs@nuqta.example> wrote:\n> Hello',
    ],
    [
      'Arabic of Gmail',
      'يوم الأحد مناسب.',
      'في الثلاثاء، ١٧ نوفمبر ٢٠٢٦ تمت كتابة ما يلي بواسطة Nuqta <jobs@nuqta.example>:\n> مرحبًا',
    ],
    [
      'Arabic of Apple Mail',
      'يوم الأحد مناسب.',
      'في ١٧ نوفمبر ٢٠٢٦، الساعة ٩:١٢ ص، كتب Nuqta <jobs@nuqta.example>:\u200f\n> مرحبًا',
    ],
    [
      'Outlook',
      'Sunday suits me.',
      'From: Nuqta <jobs@nuqta.example>\nSent: Tuesday, 17 November 2026 9:12\nTo: Nour\nHello',
    ],
    [
      'Arabic Outlook',
      'يوم الأحد مناسب.',
      'من: Nuqta <jobs@nuqta.example>\nتم الإرسال: الثلاثاء، ١٧ نوفمبر\nإلى: نور\nمرحبًا',
    ],
  ]
  test.each(QUOTED)('is told from what is quoted: %s', async (_name, own, quote) => {
    const { text, whole } = await plain(`${own}\n\n${quote}`)
    expect(text).toBe(own)
    expect(whole).toContain(quote.split('\n')[0]?.replace('\u200f', ''))
  })

  test('keeps sentences that end in "wrote:" and an answer below the quote', async () => {
    expect((await plain('My teacher wrote:\nshe is good.')).text).toBe('My teacher wrote:\nshe is good.')
    expect((await plain('> When?\n\nSunday.')).text).toContain('Sunday.')
  })

  test('is read from HTML as text, before the marks of a quote; nothing of it runs', async () => {
    const { text, whole } = await html(
      '<p>Sunday &amp; Monday</p><script>alert(1)</script><style>p{}</style><div class="gmail_quote">Hello <img src=x onerror=alert(1)></div>',
    )
    expect(text).toBe('Sunday & Monday')
    expect(whole).toContain('Hello')
    expect(text + whole).not.toMatch(/alert|[<>]/)
  })

  test('holds no sign that a database or a line refuses', async () => {
    const { text, subject } = await plain('a\0b\u202ec', 'Subject: One\r\n two\u2066')
    expect([text, subject]).toEqual(['abc', 'One two'])
  })
})

describe('automatic mails', () => {
  test.each([
    ['Auto-Submitted: auto-replied'],
    ['Precedence: bulk'],
    ['Return-Path: <>'],
    [`Subject: =?utf-8?B?${Buffer.from('رد تلقائي: إجازة').toString('base64')}?=`],
    ['Subject: Automatic reply: away'],
  ])('are recognised by %s', async (header) => {
    expect((await plain('I am away.', header)).isAutomatic).toBe(true)
  })

  test('are told from a person who replies', async () => {
    expect((await plain('Yes', 'Subject: Re: Your application', 'Auto-Submitted: no')).isAutomatic).toBe(false)
  })

  test('that report a failure name the mail that came back', async () => {
    const parts = [
      'Content-Type: text/plain\r\n\r\nSorry',
      'Content-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx\r\n\r\nFinal-Recipient: rfc822; a@b.example\r\nAction: failed\r\nStatus: 5.1.1',
      'Content-Type: message/rfc822\r\n\r\nMessage-ID: <one@nuqta.example>\r\nSubject: Hello\r\n\r\nHello',
    ]
    const body = `${parts.map((part) => `--x\r\n${part}`).join('\r\n')}\r\n--x--`
    const { bounce } = await mail(['Content-Type: multipart/report; report-type=delivery-status; boundary=x'], body)
    expect(bounce).toEqual({ action: 'failed', status: '5.1.1', messageIds: ['<one@nuqta.example>'] })
  })
})

describe('hostile mails', () => {
  test('are read as far as they can be: no MIME, an unknown charset, a header of 1 MB, deep nesting', async () => {
    expect((await parseMail(Buffer.from('no mail at all'))).from.address).toBe('')
    expect((await mail(['Content-Type: text/plain; charset=klingon'], 'Qapla')).text).toContain('Qapla')
    const long = await plain('Hello', `References: ${'<a@b.example> '.repeat(70_000)}`).catch((error) => error)
    expect(long instanceof Error || long.references.length <= 50).toBe(true)
    const deep = Array.from(
      { length: 300 },
      (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`,
    )
    const nested = await parseMail(Buffer.from(deep.join(''))).catch((error) => error)
    expect(nested).toBeDefined()
  })

  test('drop what is too large and say so', async () => {
    const file = (name: string, bytes: number) =>
      `--x\r\nContent-Type: application/zip; name=${name}\r\nContent-Disposition: attachment; filename=${name}\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.alloc(bytes, 1).toString('base64')}\r\n`
    const MB = 1024 * 1024
    const body = `--x\r\nContent-Type: text/plain\r\n\r\nSee these\r\n${file('a.zip', 11 * MB)}${file('b.zip', 9 * MB)}${file('c.zip', 9 * MB)}${file('d.zip', 9 * MB)}--x--`
    const { files, dropped, text } = await mail(['Content-Type: multipart/mixed; boundary=x'], body)
    expect(text).toBe('See these')
    expect(files.map(({ name }) => name)).toEqual(['b.zip', 'c.zip'])
    expect(dropped.map(({ name }) => name)).toEqual(['a.zip', 'd.zip'])
  })
})
