import { randomBytes, randomUUID } from 'node:crypto'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { REPLY_HOOK, replyHook } from '#api/routes/reply-hook.ts'
import type { DeskCalls } from '#desk/api/calls.ts'
import { copyAll } from '#domain/candidates/acts.ts'
import { replyAddress } from '#domain/candidates/replies/addresses.ts'
import { imapJob } from '#domain/candidates/replies/imap-job.ts'
import { replyJob } from '#domain/candidates/replies/reply-job.ts'
import { serverKey } from '#domain/platform/database/server-keys.ts'
import { startWorker, type Worker } from '#domain/platform/jobs/worker.ts'
import { erasePerson } from '#domain/submissions/erase.ts'
import { currentToken, linkSecretOf } from '#domain/submissions/links.ts'
import { createHttpServer } from '#server/http/create-server.ts'
import { readConfig } from '#settings/settings.ts'
import { databasesByTurn } from '../../support/databases.ts'
import { type Caller, deskOn } from '../../support/desk-api.ts'
import { storeApplication } from '../../support/desk-submissions.ts'
import { duringTests } from '../../support/during-tests.ts'
import { startImapServer } from '../../support/imap-server.ts'
import { startMailServer } from '../../support/mail-server.ts'
import { aWordLikePdf } from '../../support/pdfs.ts'
import { replyMail, signatureOf } from '../../support/reply-mails.ts'
import { findRows } from '../../support/rows.ts'
import { type MailWorker, sharedCvInspector, startMailWorker } from '../../support/workers.ts'

type One = Awaited<ReturnType<DeskCalls['GET /submissions/:id']['handle']>>
type Tray = Awaited<ReturnType<DeskCalls['GET /replies/unsorted']['handle']>>

const SECRET = 's'.repeat(40)
const DAY = 24 * 60 * 60 * 1000
const REPLY_TO = 'jobs+*@nuqta.example'
const MAIL_FROM = 'site@nuqta.example'
const letter = { language: 'en', subject: 'Hello', body: 'When would suit you? {page}', replyTo: 'team' }

describe.each(databasesByTurn(1))('replies on %s', (name) => {
  const outbox = { mailDomain: 'nuqta.example', wake() {} }
  const desk = deskOn(name, { outbox, teamAddress: 'team@nuqta.example', repliesArriveHere: true })
  const smtp = duringTests(startMailServer)
  const imap = duringTests(startImapServer)
  const inspector = sharedCvInspector()
  const complaints: unknown[] = []
  const log = { error: (details: object) => void complaints.push(details) }
  const clock = () => desk.clock.now
  let hook = ''
  let mailer: MailWorker
  let reader: Worker
  let ends: (() => Promise<unknown>)[] = []

  beforeAll(async () => {
    const { database } = desk
    const app = createHttpServer({ ...readConfig({}), logLevel: 'silent' })
    await app.register(replyHook, { database, secret: SECRET, clock, wake() {} })
    imap.deliver(replyMail({ text: 'Before it was set up' }))
    hook = `${await app.listen({ port: 0, host: '127.0.0.1' })}${REPLY_HOOK}`
    const settings = {
      smtpUrl: smtp.url,
      mailTo: ['team@nuqta.example'] as [string],
      mailFrom: MAIL_FROM,
      replyTo: REPLY_TO,
    }
    const urlOf = (path: string, language: string) => `https://www.nuqta.example/${language}${path}`
    mailer = startMailWorker({ database, settings: { ...settings, urlOf }, log, clock })
    const replies = replyJob({ database, settings: { replyTo: REPLY_TO, mailFrom: MAIL_FROM }, inspector })
    reader = startWorker({
      database,
      jobs: [replies.job, imapJob({ database, settings: imap.settings, clock })],
      log,
      clock,
    })
    ends = [() => reader.stop(), () => replies.stop(), () => mailer.stop(), () => app.close()]
  })
  afterAll(async () => {
    for (const end of ends) await end()
  })

  const send = (mail: string | Uint8Array, headers: Record<string, string> = {}) =>
    fetch(hook, {
      method: 'POST',
      headers: { 'content-type': 'message/rfc822', 'reply-signature': signatureOf(mail, SECRET, clock()), ...headers },
      body: mail as BodyInit,
    })
  const receive = async (...mails: string[]) => {
    for (const mail of mails) expect((await send(mail)).status).toBe(202)
    await reader.runDue()
  }
  /** Mails are queued by the first run and read by the second. */
  const readMailbox = async () => {
    await reader.runDue()
    await reader.runDue()
  }
  const open = async (call: Caller, id: string) =>
    (await (await call('GET /submissions/:id', { params: { id } })).json()) as One
  const tray = async (call: Caller) => (await (await call('GET /replies/unsorted')).json()) as Tray
  const addressOf = async (id: string) => replyAddress(REPLY_TO, await serverKey(desk.database, 'replies'), id)
  let people = 0
  const apply = async () => {
    const email = `candidate-${++people}@mail.example`
    return { email, id: await storeApplication(desk, { fields: { email } }) }
  }
  /** A letter that has left, and how it arrived. */
  async function writeLetter(call: Caller, id: string, email: string) {
    const { version } = await open(call, id)
    const sent = await call('POST /submissions/:id/letters', { params: { id }, body: { ...letter, version } })
    expect(sent.status).toBe(200)
    desk.clock.pass(11_000)
    await mailer.sendDue()
    const arrived = smtp.received.findLast(({ to }) => String(to).includes(email))
    return {
      messageId: arrived?.header('message-id') ?? '',
      replyTo: arrived?.header('reply-to') ?? '',
      source: arrived?.source ?? '',
    }
  }

  test('a reply to a letter is in its thread, unread for all, and a text begun before meets a conflict', async () => {
    const { call } = await desk.as('recruiter')
    const { email, id } = await apply()
    const arrived = await writeLetter(call, id, email)
    expect(arrived.replyTo).toBe(await addressOf(id))
    const before = await open(call, id)
    // The mail holds the link, the record does not.
    const token = (await currentToken(desk.database.queries, await linkSecretOf(desk.database), id)) ?? ''
    expect(before.letters[0]?.body).not.toContain(token)
    expect(before.letters[0]?.body).toContain('/application/…')
    const quoted = `See https://www.nuqta.example/en/application/${token} for it.`
    await receive(replyMail({ from: email, to: arrived.replyTo, text: `Sunday.\r\n\r\n${quoted}` }))
    const { items } = (await (await call('GET /submissions', { query: { search: email } })).json()) as {
      items: { isRead: boolean }[]
    }
    expect(items.map(({ isRead }) => isRead)).toEqual([false])
    const after = await open(call, id)
    expect(after.replies).toMatchObject([{ kind: 'reply', from: email, isOtherAddress: false }])
    expect(after.replies[0]?.text).toContain('Sunday.')
    expect(after.replies[0]?.wholeText).not.toContain(token)
    expect(after.timeline.map(({ kind }) => kind)).toContain('reply-received')
    const stale = { ...letter, version: before.version }
    expect((await call('POST /submissions/:id/letters', { params: { id }, body: stale })).status).toBe(409)
  })

  test('is matched by token or by the mail that it answers, never by subject or sender', async () => {
    const { call } = await desk.as('recruiter')
    const { email, id } = await apply()
    const { messageId } = await writeLetter(call, id, email)
    const other = 'someone.else@mail.example'
    await receive(replyMail({ from: other, headers: [`In-Reply-To: ${messageId}`], text: 'By its id' }))
    expect((await open(call, id)).replies).toMatchObject([{ text: 'By its id', isOtherAddress: true }])
    const guessed = (await addressOf(id)).replace(/[\da-f](?=@)/, (sign) => (sign === '0' ? '1' : '0'))
    await receive(
      replyMail({ from: email, to: guessed, text: 'By a guessed token' }),
      replyMail({ from: email, headers: ['In-Reply-To:', `Subject: ${id}`], text: 'By its sender' }),
      replyMail({ from: email, messageId, text: 'By an id of ours' }),
    )
    expect((await open(call, id)).replies).toHaveLength(1)
    const { mails } = await tray(call)
    const held = Object.fromEntries(mails.map(({ text, heldBecause }) => [text, heldBecause]))
    expect(held).toMatchObject({
      'By a guessed token': 'unknown',
      'By its sender': 'unknown',
      'By an id of ours': 'copied',
    })
    // Offered, not chosen.
    expect(mails.find(({ text }) => text === 'By its sender')?.records).toMatchObject([{ reference: id }])
  })

  test('one that names no record is assigned once, or discarded', async () => {
    const { call } = await desk.as('recruiter')
    const { email, id } = await apply()
    await receive(
      replyMail({ from: email, text: `Assign ${email}` }),
      replyMail({ from: email, text: `Discard ${email}` }),
    )
    const find = async (text: string) => (await tray(call)).mails.find((mail) => mail.text === text)?.id as string
    const [one, other] = [await find(`Assign ${email}`), await find(`Discard ${email}`)]
    const assign = (reference: string) =>
      call('PUT /replies/:id/submission', { params: { id: one }, body: { reference } })
    expect((await assign('NQ-AAAA-AAAA')).status).toBe(404)
    expect((await Promise.all([assign(id), assign(id)])).map(({ status }) => status).sort()).toEqual([204, 404])
    expect((await open(call, id)).replies).toMatchObject([{ text: `Assign ${email}`, isOtherAddress: false }])
    expect((await call('DELETE /replies/:id', { params: { id: one } })).status).toBe(404)
    expect((await call('DELETE /replies/:id', { params: { id: other } })).status).toBe(204)
    expect(await find(`Discard ${email}`)).toBeUndefined()
    const { call: reader } = await desk.as('reader')
    expect((await reader('GET /replies/unsorted')).status).toBe(403)
  })

  test('an automatic reply tells nobody, and a mail that came back marks its letter', async () => {
    const { call } = await desk.as('recruiter')
    const { email, id } = await apply()
    const { messageId, replyTo } = await writeLetter(call, id, email)
    const { version } = await open(call, id)
    await receive(replyMail({ from: email, to: replyTo, headers: ['Auto-Submitted: auto-replied'], text: 'Away' }))
    expect(await open(call, id)).toMatchObject({ version, replies: [{ kind: 'automatic' }] })
    const parts = [
      'Content-Type: text/plain\r\n\r\nSorry',
      'Content-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx\r\n\r\nAction: failed\r\nStatus: 5.1.1',
      `Content-Type: text/rfc822-headers\r\n\r\nMessage-ID: ${messageId}\r\nSubject: Hello`,
    ]
    const text = `${parts.map((part) => `--x\r\n${part}`).join('\r\n')}\r\n--x--`
    const contentType = 'multipart/report; report-type=delivery-status; boundary=x'
    await receive(replyMail({ from: 'mailer-daemon@mx.example', to: MAIL_FROM, contentType, text }))
    const bounced = await open(call, id)
    expect(bounced.letters).toMatchObject([{ bouncedAt: expect.any(String), bounceCode: '5.1.1' }])
    expect(bounced.replies.map(({ kind }) => kind).toSorted()).toEqual(['automatic', 'bounce'])
  })

  test('our own mails are no replies, and a loop ends in the tray', async () => {
    const { call } = await desk.as('recruiter')
    const { email, id } = await apply()
    const { messageId, source } = await writeLetter(call, id, email)
    expect(source).toContain(messageId)
    await receive(
      source,
      replyMail({ from: MAIL_FROM, to: await addressOf(id), headers: ['Auto-Submitted: auto-generated'] }),
    )
    expect((await open(call, id)).replies).toEqual([])
    const to = await addressOf(id)
    await receive(...Array.from({ length: 33 }, (_, at) => replyMail({ from: email, to, text: `Loop ${email} ${at}` })))
    expect((await open(call, id)).replies).toHaveLength(30)
    const flooded = (await tray(call)).mails.filter(({ heldBecause }) => heldBecause === 'many')
    expect(flooded).toHaveLength(3)
  })

  test('its files are kept as downloads, a PDF is inspected, and both are in the own copy and erased', async () => {
    const { call } = await desk.as('owner')
    const { email, id } = await apply()
    const part = (name: string, bytes: Uint8Array) =>
      `--x\r\nContent-Type: application/octet-stream; name="${name}"\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(bytes).toString('base64')}\r\n`
    const text = `--x\r\nContent-Type: text/plain\r\n\r\nTwo files\r\n${part('paper.pdf', aWordLikePdf())}${part('a b<c>.html', Buffer.from('<script>1</script>'))}--x--`
    await receive(replyMail({ from: email, to: await addressOf(id), contentType: 'multipart/mixed; boundary=x', text }))
    const { attachments } = await open(call, id)
    expect(attachments).toMatchObject([{ fileName: 'paper.pdf', type: 'application/pdf' }, { fileName: 'a b<c>.html' }])
    const saved = await call('GET /submissions/:id/attachments/:attachment', {
      params: { id, attachment: attachments[1]?.id as string },
    })
    expect(await saved.text()).toBe('<script>1</script>')
    expect(Object.fromEntries(saved.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="a_b_c_.html"; filename*=UTF-8''a%20b%3Cc%3E.html`,
      'x-content-type-options': 'nosniff',
    })
    const elsewhere = (await apply()).id
    const foreign = { id: elsewhere, attachment: attachments[0]?.id as string }
    expect((await call('GET /submissions/:id/attachments/:attachment', { params: foreign })).status).toBe(404)
    const token = (await currentToken(desk.database.queries, await linkSecretOf(desk.database), id)) ?? ''
    const copy = unzipSync(await copyAll(desk.database, { token, language: 'en', now: clock() }))
    expect(Object.keys(copy).toSorted()).toEqual([
      'application.html',
      'application.json',
      'cv.pdf',
      'files/1.pdf',
      'files/2.html',
    ])
    expect(JSON.parse(Buffer.from(copy['application.json'] as Uint8Array).toString())).toMatchObject({
      replies: [{ text: 'Two files' }],
    })
    await receive(replyMail({ from: email, text: 'In the tray' }))
    await erasePerson(desk.database, email, { actor: 'server', now: clock() })
    expect(await findRows(desk.database.queries, 'replies', { from_address: email })).toEqual([])
    expect((await tray(call)).mails.filter(({ from }) => from === email)).toEqual([])
  })

  test('one that arrived elsewhere is pasted in once, and says so', async () => {
    const { call, person } = await desk.as('recruiter')
    const { id } = await apply()
    const body = { id: randomUUID(), text: 'Yes, on Sunday.' }
    const paste = (given: object = body) => call('POST /submissions/:id/replies', { params: { id }, body: given })
    expect([(await paste()).status, (await paste()).status, (await paste({ text: ' ' })).status]).toEqual([
      200, 200, 422,
    ])
    expect((await open(call, id)).replies).toMatchObject([{ kind: 'pasted', authorId: person.id, text: body.text }])
  })

  test('is found by the search and stands in exports, until its person is erased', async () => {
    const { call } = await desk.as('owner')
    const { email, id } = await apply()
    const { id: other } = await apply()
    const [sent, pasted, sorted] = [`xylophone${people}`, `زمبرك${people}`, `unsortedword${people}`]
    await receive(
      replyMail({ from: email, to: await addressOf(id), text: `I play the ${sent}.` }),
      replyMail({ from: email, text: `About ${sorted}` }),
      replyMail({ from: email, to: await addressOf(id), headers: ['Auto-Submitted: auto-replied'], text: 'awayword' }),
    )
    const found = async (search: string) =>
      (
        (await (await call('GET /submissions', { query: { search } })).json()) as { items: { reference: string }[] }
      ).items.map(({ reference }) => reference)
    expect([await found(sent), await found(sorted), await found('awayword')]).toEqual([[id], [], []])
    const reply = (await tray(call)).mails.find(({ text }) => text.includes(sorted))?.id as string
    await call('PUT /replies/:id/submission', { params: { id: reply }, body: { reference: other } })
    await call('POST /submissions/:id/replies', { params: { id }, body: { id: randomUUID(), text: pasted } })
    expect([await found(sorted), await found(pasted)]).toEqual([[other], [id]])
    for (const format of ['csv', 'json'] as const) {
      const exported = await call('POST /export', { body: { references: [id], format } })
      const text = await exported.text()
      expect(text).toContain(`I play the ${sent}.`)
      expect(text).toContain(pasted)
    }
    await erasePerson(desk.database, email, { actor: 'server', now: clock() })
    expect(await found(sent)).toEqual([])
  })

  test('the hook takes what is signed, once, and stores it before it says so', async () => {
    const { email, id } = await apply()
    const { call } = await desk.as('recruiter')
    const mail = replyMail({ from: email, to: await addressOf(id) })
    const old = signatureOf(mail, SECRET, new Date(clock().getTime() - 10 * 60_000))
    const wrong = [
      { 'reply-signature': old },
      { 'reply-signature': signatureOf(mail, 'x'.repeat(40), clock()) },
      { 'reply-signature': 'v1' },
    ]
    for (const headers of wrong) expect((await send(mail, headers)).status).toBe(403)
    expect((await send('')).status).toBe(400)
    expect((await send(new Uint8Array(41 * 1024 * 1024))).status).toBe(413)
    await receive(mail, mail)
    await receive(mail.replace('\r\n', '\r\nReceived: from another way\r\n'))
    expect((await open(call, id)).replies).toHaveLength(1)
  })

  test('what cannot be read waits whole in the tray', async () => {
    const { call } = await desk.as('recruiter')
    const known = new Set((await tray(call)).mails.map(({ id }) => id))
    const deep = Array.from(
      { length: 3000 },
      (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`,
    ).join('')
    const mails = [deep, randomBytes(2000).toString('latin1'), `X-Long: ${'x'.repeat(3_000_000)}\r\n\r\nHello`]
    for (const mail of mails) expect((await send(Buffer.from(mail, 'latin1'))).status).toBe(202)
    for (let tries = 0; tries < 4; tries++) {
      await reader.runDue()
      desk.clock.pass(20 * 60_000)
    }
    const fresh = (await tray((await desk.as('recruiter')).call)).mails.filter(({ id }) => !known.has(id))
    expect(fresh).toHaveLength(3)
    expect(await findRows(desk.database.queries, 'incoming_mails', {})).toEqual([])
  })

  test('a mailbox is read from where it was left, after a day without its server, and once', async () => {
    const { call } = await desk.as('recruiter')
    const { email, id } = await apply()
    const to = await addressOf(id)
    await readMailbox()
    expect((await tray(call)).mails.map(({ text }) => text)).not.toContain('Before it was set up')
    imap.deliver(replyMail({ from: email, to, text: 'First' }))
    desk.clock.pass(2 * 60_000)
    await readMailbox()
    expect((await open((await desk.as('recruiter')).call, id)).replies).toMatchObject([{ text: 'First' }])
    await imap.goAway()
    for (let hours = 0; hours < 24; hours++) {
      desk.clock.pass(DAY / 24)
      await readMailbox()
    }
    const [mailbox] = await findRows(desk.database.queries, 'mailboxes', {})
    expect(mailbox).toMatchObject({ failing_since: expect.any(String), last_error: 'ECONNREFUSED' })
    await imap.comeBack()
    imap.deliver(replyMail({ from: email, to, text: 'Second' }), replyMail({ from: email, to, text: 'Third' }))
    desk.clock.pass(20 * 60_000)
    await readMailbox()
    const { call: later } = await desk.as('recruiter')
    expect((await open(later, id)).replies.map(({ text }) => text).toSorted()).toEqual(['First', 'Second', 'Third'])
    expect(await findRows(desk.database.queries, 'mailboxes', {})).toMatchObject([{ failing_since: null }])
  })
})
