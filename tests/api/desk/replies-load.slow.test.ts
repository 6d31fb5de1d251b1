import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { DeskCalls } from '#desk/api/calls.ts'
import { DATABASES } from '../../support/databases.ts'
import { deskOn } from '../../support/desk-api.ts'
import { storeApplication } from '../../support/desk-submissions.ts'
import { isDovecotUsable, startDovecot } from '../../support/dovecot.ts'
import { duringTests } from '../../support/during-tests.ts'
import { startImapServer } from '../../support/imap-server.ts'
import { repliesOn } from '../../support/reply-desk.ts'
import { replyMail } from '../../support/reply-mails.ts'
import { findRows } from '../../support/rows.ts'

type One = Awaited<ReturnType<DeskCalls['GET /submissions/:id']['handle']>>
type Tray = Awaited<ReturnType<DeskCalls['GET /replies/unsorted']['handle']>>

const MEGABYTE = 1024 * 1024
const HOUR = 60 * 60_000
/** Fewer than a thread takes on one day. */
const MAILS_OF_ONE = 20
const SENT_AT_ONCE = 50

const SERVERS = [
  ['hoodiecrow', startImapServer, true],
  ['Dovecot (NOT RUN without Debian’s dovecot-imapd and root)', startDovecot, isDovecotUsable],
] as const

for (const [server, startServer, isHere] of SERVERS)
  describe.skipIf(!isHere).each(DATABASES)(`${server}, replies on %s`, { timeout: 600_000 }, (name) => {
    const outbox = { mailDomain: 'nuqta.example', wake() {} }
    const desk = deskOn(name, { outbox, teamAddress: 'team@nuqta.example', repliesArriveHere: true })
    const imap = duringTests(startServer)
    const { send, readOnce, addressOf } = repliesOn(desk, imap)

    const readAll = async () => {
      const isLeft = async () => (await findRows(desk.database.queries, 'queued_jobs', { kind: 'reply' })).length > 0
      do await readOnce()
      while (await isLeft())
    }
    let people = 0
    const applications = async (count: number) => {
      const made = []
      for (let each = 0; each < count; each++) {
        const email = `candidate-${++people}@mail.example`
        const id = await storeApplication(desk, { fields: { email } })
        made.push({ id, email, to: await addressOf(id) })
      }
      return made
    }
    const mailsOf = (applied: { email: string; to: string }[], count: number) =>
      Array.from({ length: count }, (_, at) => {
        const { email: from, to } = applied[at % applied.length] as (typeof applied)[number]
        return replyMail({ from, to, text: `Mail number ${at}.` })
      })
    const repliesIn = async (applied: { id: string }[]) => {
      const { call } = await desk.as('recruiter')
      const texts: string[] = []
      for (const { id } of applied) {
        const { replies } = (await (await call('GET /submissions/:id', { params: { id } })).json()) as One
        texts.push(...replies.map(({ text }) => text))
      }
      return texts
    }
    const tray = async () => (await (await (await desk.as('recruiter')).call('GET /replies/unsorted')).json()) as Tray

    test.runIf(server === 'hoodiecrow')('a thousand mails at once are all in their threads, once', async () => {
      const applied = await applications(1000 / MAILS_OF_ONE)
      const mails = mailsOf(applied, 1000)
      // Each provider repeats what it is not sure about.
      const sent = [...mails, ...mails.slice(0, 100)]
      for (let first = 0; first < sent.length; first += SENT_AT_ONCE) {
        const some = await Promise.all(sent.slice(first, first + SENT_AT_ONCE).map((mail) => send(mail)))
        expect(some.filter(({ status }) => status !== 202)).toEqual([])
      }
      await readAll()
      const texts = await repliesIn(applied)
      expect([texts.length, new Set(texts).size]).toEqual([1000, 1000])
      expect((await tray()).mails).toEqual([])
    })

    test('2,000 mails of a day without the server are all in their threads, once', async () => {
      await readAll()
      const applied = await applications(2000 / MAILS_OF_ONE)
      const mails = mailsOf(applied, 2000)
      imap.deliver(...mails.slice(0, 500))
      await imap.goAway()
      for (let hours = 0; hours < 24; hours++) {
        desk.clock.pass(HOUR)
        await readOnce()
      }
      expect(await findRows(desk.database.queries, 'mailboxes', {})).toMatchObject([{ last_error: 'ECONNREFUSED' }])
      await imap.comeBack()
      imap.deliver(...mails.slice(500))
      desk.clock.pass(HOUR)
      await readAll()
      desk.clock.pass(HOUR)
      await readAll()
      const texts = await repliesIn(applied)
      expect([texts.length, new Set(texts).size]).toEqual([2000, 2000])
      const [mailbox] = await findRows(desk.database.queries, 'mailboxes', {})
      expect(mailbox).toMatchObject({ failing_since: null, last_error: '' })
    })

    test('a mail of 30 MB is in its thread with the files that fit, and names the others', async () => {
      await readAll()
      const [{ id, email, to }] = (await applications(1)) as [{ id: string; email: string; to: string }]
      const [kept, tooLarge] = [randomBytes(8 * MEGABYTE), randomBytes(13 * MEGABYTE)]
      const mail = withFiles({ from: email, to, files: { 'portfolio.zip': kept, 'film.mp4': tooLarge } })
      expect(mail.length).toBeGreaterThan(28 * MEGABYTE)
      imap.deliver(mail)
      // More than a mail may have: its beginning is read, and the rest stays in the mailbox.
      imap.deliver(withFiles({ from: email, to, files: { 'much.bin': randomBytes(31 * MEGABYTE) } }))
      desk.clock.pass(HOUR)
      await readAll()
      const { call } = await desk.as('recruiter')
      const { replies, attachments } = (await (await call('GET /submissions/:id', { params: { id } })).json()) as One
      const whole = replies.find(({ dropped }) => dropped.some((file) => file.name === 'film.mp4'))
      expect(whole).toMatchObject({
        text: 'See my work.',
        dropped: [{ name: 'film.mp4', size: tooLarge.length }],
      })
      const file = attachments.find(({ fileName }) => fileName === 'portfolio.zip')
      const params = { id, attachment: file?.id as string }
      const saved = await call('GET /submissions/:id/attachments/:attachment', { params })
      expect(hashOf(Buffer.from(await saved.arrayBuffer()))).toBe(hashOf(kept))
      const cut = replies.find((reply) => reply !== whole)
      expect(cut).toMatchObject({
        text: 'See my work.',
        dropped: expect.arrayContaining([{ name: '', size: expect.any(Number) }]),
      })
      expect(cut?.dropped.find(({ name }) => name === '')?.size).toBeGreaterThan(40 * MEGABYTE)
    })
  })

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

function withFiles({ from, to, files }: { from: string; to: string; files: Record<string, Buffer> }) {
  const parts = Object.entries(files).map(([name, bytes]) =>
    [
      `Content-Type: application/octet-stream; name="${name}"`,
      `Content-Disposition: attachment; filename="${name}"`,
      'Content-Transfer-Encoding: base64',
      '',
      (bytes.toString('base64').match(/.{1,76}/g) as string[]).join('\r\n'),
    ].join('\r\n'),
  )
  const all = ['Content-Type: text/plain\r\n\r\nSee my work.', ...parts]
  const text = `${all.map((part) => `--x\r\n${part}\r\n`).join('')}--x--`
  return replyMail({ from, to, contentType: 'multipart/mixed; boundary=x', text })
}
