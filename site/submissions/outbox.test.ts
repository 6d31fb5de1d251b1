import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Submission } from './forms.ts'

/** The outbox of a page, with a browser's storage and a server of the test's own. */

interface Sent {
  key: string
  answers: Record<string, string>
}
interface Reply {
  status: number
  body?: object
  retryAfter?: string
}

let sent: Sent[]
/** What the server says to each in turn; the last again and again. `undefined`: the connection is cut. */
let replies: (Reply | undefined)[]
let online: (() => void) | undefined
let outbox: typeof import('./outbox.ts')
let kept: typeof import('./kept-submissions.ts')

const STORED: Reply = { status: 201, body: { message: 'Received', reference: 'NQ-AAAA-BBBB' } }

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'Date'] })
  sent = []
  replies = [STORED]
  await openBrowser(new IDBFactory())
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A tab of a browser that has this in its storage. */
async function openBrowser(storage: IDBFactory) {
  vi.stubGlobal('indexedDB', storage)
  vi.stubGlobal('localStorage', { getItem: () => null, setItem() {}, removeItem() {} })
  vi.stubGlobal('window', {})
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('document', { cookie: 'XSRF-TOKEN=token', documentElement: { dataset: {}, lang: 'en' } })
  vi.stubGlobal('addEventListener', (name: string, listener: () => void) => {
    if (name === 'online') online = listener
  })
  vi.stubGlobal('XMLHttpRequest', FakeXMLHttpRequest)
  vi.resetModules()
  outbox = await import('./outbox.ts')
  kept = await import('./kept-submissions.ts')
}

class FakeXMLHttpRequest {
  upload = {}
  status = 0
  responseText = ''
  onload = () => {}
  onerror = () => {}
  onloadend = () => {}
  #headers: Record<string, string> = {}
  #retryAfter: string | null = null
  open() {}
  abort() {}
  setRequestHeader(name: string, value: string) {
    this.#headers[name] = value
  }
  getResponseHeader() {
    return this.#retryAfter
  }
  send(body: string) {
    sent.push({ key: this.#headers['idempotency-key'] as string, answers: JSON.parse(body) })
    const reply = replies.length > 1 ? replies.shift() : replies[0]
    queueMicrotask(() => {
      this.onloadend()
      if (!reply) return this.onerror()
      this.status = reply.status
      this.responseText = JSON.stringify(reply.body ?? {})
      this.#retryAfter = reply.retryAfter ?? null
      this.onload()
    })
  }
}

const aSubmission = (key = 'one'): Submission => ({
  key,
  form: 'contact',
  page: '/contact',
  answers: { name: 'Mona Said' },
  fillTime: 9_000,
  at: Date.now(),
})
const keysSent = () => sent.map(({ key }) => key)
const keysKept = async () => (await kept.findAll()).map(({ submission }) => submission.key)

test('what was stored is kept no longer', async () => {
  await outbox.submit(aSubmission())
  expect(keysSent()).toEqual(['one'])
  expect(await keysKept()).toEqual([])
})

test('it is kept before its first byte is sent', async () => {
  let keptWhenSent: string[] | undefined
  const send = FakeXMLHttpRequest.prototype.send
  vi.spyOn(FakeXMLHttpRequest.prototype, 'send').mockImplementation(async function (this: FakeXMLHttpRequest, body) {
    keptWhenSent = await keysKept()
    send.call(this, body)
  })
  await outbox.submit(aSubmission())
  expect(keptWhenSent).toEqual(['one'])
})

test.each([
  ['the connection is cut', undefined],
  ['the server is down', { status: 500 }],
  ['the server is busy', { status: 503 }],
  ['too many were sent', { status: 429 }],
  ['what came back cannot be read', { status: 201, body: { hello: 'there' } }],
])('where %s it waits, and goes out under the same key when the connection is back', async (_what, reply) => {
  replies = [reply, STORED]
  await outbox.submit(aSubmission())
  expect(await keysKept()).toEqual(['one'])
  online?.()
  await expect.poll(keysKept).toEqual([])
  expect(keysSent()).toEqual(['one', 'one'])
})

test('while the browser is offline nothing is sent', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  await outbox.submit(aSubmission())
  online?.()
  expect([keysSent(), await keysKept()]).toEqual([[], ['one']])
})

test('it waits for as long as the server has asked for', async () => {
  replies = [{ status: 503, retryAfter: '60' }, STORED]
  await outbox.submit(aSubmission())
  vi.advanceTimersByTime(59_000)
  expect(keysSent()).toEqual(['one'])
  vi.advanceTimersByTime(31_000)
  await expect.poll(keysKept).toEqual([])
  expect(keysSent()).toEqual(['one', 'one'])
})

test('what was refused is kept for the visitor to mend, and not sent again', async () => {
  replies = [{ status: 422, body: { errors: { email: ['emailFormat'] } } }]
  await outbox.submit(aSubmission())
  online?.()
  vi.advanceTimersByTime(120_000)
  expect(keysSent()).toEqual(['one'])
  expect(await kept.find('one')).toMatchObject({ refusal: { problem: 'refused', broken: { email: 'emailFormat' } } })
})

test('a key that was used for other answers is replaced', async () => {
  replies = [{ status: 422, body: {} }, STORED]
  await outbox.submit(aSubmission())
  const [first, second] = keysSent()
  expect(first).toBe('one')
  expect(second).not.toBe('one')
  expect(sent).toHaveLength(2)
  expect(await keysKept()).toEqual([])
})

test('what waits from an earlier visit goes out by itself; what was refused does not', async () => {
  await kept.keep({ submission: aSubmission('waits') })
  await kept.keep({ submission: aSubmission('refused'), refusal: { problem: 'refused' } })
  const storage = indexedDB as IDBFactory
  await openBrowser(storage)
  await outbox.openOutbox()
  await expect.poll(keysKept).toEqual(['refused'])
  expect(keysSent()).toEqual(['waits'])
})

test('asked twice at once, it sends once', async () => {
  replies = [undefined, STORED]
  await outbox.submit(aSubmission())
  await Promise.all([outbox.sendNow('one'), outbox.sendNow('one')])
  expect(keysSent()).toEqual(['one', 'one'])
})

test('what is taken back is not sent', async () => {
  replies = [undefined, STORED]
  await outbox.submit(aSubmission())
  await outbox.takeBack('one')
  await outbox.sendNow('one')
  online?.()
  expect([keysSent(), await keysKept()]).toEqual([['one'], []])
})
