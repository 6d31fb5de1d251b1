import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Submission } from './forms.ts'

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
let aborted: string[]
/** Responses in turn; the last one repeats. `undefined` cuts the connection. */
let replies: (Reply | undefined)[]
let online: (() => void) | undefined
let outbox: typeof import('./outbox.ts')
let kept: typeof import('./kept-submissions.ts')

/** The server stores the form, but its response is lost. */
const SILENT: Reply = { status: 0 }
const STORED: Reply = { status: 201, body: { message: 'Received', reference: 'NQ-AAAA-BBBB' } }

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'Date'] })
  sent = []
  aborted = []
  replies = [STORED]
  await openBrowser(new IDBFactory())
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A tab of a browser with this storage. */
async function openBrowser(storage: IDBFactory) {
  vi.stubGlobal('indexedDB', storage)
  const items = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, text: string) => items.set(name, text),
    removeItem: (name: string) => items.delete(name),
    key: (index: number) => [...items.keys()][index] ?? null,
    get length() {
      return items.size
    },
  })
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
  abort() {
    aborted.push(this.#headers['idempotency-key'] as string)
  }
  setRequestHeader(name: string, value: string) {
    this.#headers[name] = value
  }
  getResponseHeader() {
    return this.#retryAfter
  }
  send(body: string) {
    sent.push({ key: this.#headers['idempotency-key'] as string, answers: JSON.parse(body) })
    const reply = replies.length > 1 ? replies.shift() : replies[0]
    if (reply === SILENT) return
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
  kind: 'contact-message',
  page: '/contact',
  answers: { name: 'Mona Said' },
  fillTime: 9_000,
  at: Date.now(),
})
const keysSent = () => sent.map(({ key }) => key)
const keysKept = async () => (await kept.findAll()).map(({ submission }) => submission.key)

test('a stored submission is no longer kept', async () => {
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

test('a refused submission is kept for correction, and not sent again', async () => {
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

test('a waiting submission from an earlier visit is sent; a refused one is not', async () => {
  await kept.keep({ isTried: true, submission: aSubmission('waits') })
  await kept.keep({ isTried: true, submission: aSubmission('refused'), refusal: { problem: 'refused' } })
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

test('a cancelled submission is not sent', async () => {
  replies = [undefined, STORED]
  await outbox.submit(aSubmission())
  await outbox.takeBack('one')
  await outbox.sendNow('one')
  online?.()
  expect([keysSent(), await keysKept()]).toEqual([['one'], []])
})

test.each([
  ['refuses', () => Promise.reject(new DOMException('Access is denied', 'SecurityError'))],
  [
    'throws',
    () => {
      throw new DOMException('Access is denied', 'SecurityError')
    },
  ],
])('where the browser %s a lock it is sent without one', async (_how, request) => {
  vi.stubGlobal('navigator', { onLine: true, locks: { request } })
  await outbox.submit(aSubmission())
  expect(keysSent()).toEqual(['one'])
})

test('where tabs may not talk to each other it is sent all the same', async () => {
  class Forbidden {
    constructor() {
      throw new DOMException('Access is denied', 'SecurityError')
    }
  }
  vi.stubGlobal('window', { BroadcastChannel: Forbidden })
  vi.stubGlobal('BroadcastChannel', Forbidden)
  await outbox.submit(aSubmission())
  expect(keysSent()).toEqual(['one'])
})

test('after any network failure it waits and is retried', async () => {
  const drafts = localStorage.getItem
  localStorage.getItem = () => {
    localStorage.getItem = drafts
    throw new Error('The disk is gone')
  }
  await outbox.submit(aSubmission())
  online?.()
  await expect.poll(keysKept).toEqual([])
})

test('a stored submission removes its own draft, and no other', async () => {
  const { readDraft, saveDraft } = await import('./draft.ts')
  const draft = { answers: { name: 'Mona Said' }, page: '/contact', startedAt: 0, savedAt: Date.now() }
  saveDraft('contact-message', { ...draft, key: 'another' })
  await outbox.submit(aSubmission())
  expect(readDraft('contact-message', '/contact')).toMatchObject({ key: 'another' })
  saveDraft('contact-message', { ...draft, key: 'one', savedAt: Date.now() + 1 })
  await outbox.submit(aSubmission())
  expect(readDraft('contact-message', '/contact')).toMatchObject({ key: 'one' })
  saveDraft('contact-message', { ...draft, key: 'one' })
  await outbox.submit(aSubmission())
  expect(readDraft('contact-message', '/contact')).toBeUndefined()
})

test('a draft whose key is replaced goes when it has arrived under the other', async () => {
  const { readDraft, saveDraft } = await import('./draft.ts')
  saveDraft('contact-message', {
    answers: { name: 'M' },
    page: '/contact',
    startedAt: 0,
    savedAt: Date.now(),
    key: 'one',
  })
  replies = [{ status: 422, body: {} }, STORED]
  await outbox.submit(aSubmission())
  expect(readDraft('contact-message', '/contact')).toBeUndefined()
})

test('cancelling during an upload stops it, and says that it may have arrived', async () => {
  replies = [SILENT]
  const sending = outbox.submit(aSubmission())
  await expect.poll(keysSent).toEqual(['one'])
  await outbox.takeBack('one')
  await sending
  expect(aborted).toEqual(['one'])
  expect(await keysKept()).toEqual([])
  expect(outbox.entriesNow()).toMatchObject([{ state: 'cancelled' }])
  await outbox.takeBack('one')
  expect(outbox.entriesNow()).toEqual([])
})

test.each([
  ['the connection is cut', undefined, true],
  ['the server is down', { status: 500 }, true],
  ['too many were sent', { status: 429 }, false],
])('taken back where %s, it may have arrived or it has not', async (_what, reply, mayHaveArrived) => {
  replies = [reply]
  await outbox.submit(aSubmission())
  await outbox.takeBack('one')
  expect(outbox.entriesNow().map(({ state }) => state)).toEqual(mayHaveArrived ? ['cancelled'] : [])
})

test('cancelled at a later visit, only a tried submission may have arrived', async () => {
  replies = [undefined]
  await outbox.submit(aSubmission('tried'))
  vi.stubGlobal('navigator', { onLine: false })
  await outbox.submit(aSubmission('untried'))
  await openBrowser(indexedDB as IDBFactory)
  vi.stubGlobal('navigator', { onLine: false })
  await outbox.openOutbox()
  await expect.poll(() => outbox.entriesNow().map(({ state }) => state)).toEqual(['waiting', 'waiting'])
  for (const key of ['tried', 'untried']) await outbox.takeBack(key)
  expect(outbox.entriesNow().map(({ submission }) => submission.key)).toEqual(['tried'])
})

test('of a closed job only the answers are kept, for another form', async () => {
  const { readDraft } = await import('./draft.ts')
  replies = [{ status: 422, body: { errors: { job_id: ['jobNotOpen'] } } }]
  await outbox.submit(aSubmission())
  expect(await keysKept()).toEqual([])
  expect(readDraft('contact-message', '/contact')).toMatchObject({ answers: { name: 'Mona Said' } })
})
