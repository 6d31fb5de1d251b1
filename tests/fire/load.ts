import { createHash, randomBytes, randomUUID } from 'node:crypto'
import http from 'node:http'
import { GUEST_API } from '#contract/endpoints.ts'
import { aCareerApplication, aContactMessage, anInternshipApplication, aPdf } from '../support/builders.ts'
import type { TestSubmission } from './submissions.ts'

/** The outcome of a submission or of a visit. */
export interface Answered {
  /** 0 without a response. */
  status: number
  retryAfter: string | undefined
  milliseconds: number
}

export interface Sent extends Answered {
  submission: Pick<TestSubmission, 'email' | 'cvHash'>
}

export type SendOne = (url: string) => Promise<Sent>

interface Written {
  path: string
  contentType: string
  /** The bytes before and after the address. */
  before: Buffer
  after: Buffer
  cvHash: string | undefined
}

// As long as a real address, so that replacing it keeps the length.
const PLACEHOLDER = randomUUID()

/** The three forms in turn, each from another sender and connection. Bodies are prepared once to keep the sender cheap. */
export async function prepareSubmissions(cvBytes: number): Promise<SendOne> {
  const email = `${PLACEHOLDER}@mail.example`
  const cv = aPdf({ padding: randomBytes(cvBytes / 2).toString('hex') })
  const application = new Request('http://x', {
    method: 'POST',
    body: aCareerApplication({ fields: { email }, cv: { bytes: cv } }),
  })
  const forms: Written[] = [
    json('contact-us', aContactMessage({ email })),
    json('Internship', anInternshipApplication({ email })),
    written(
      'Form',
      application.headers.get('content-type') as string,
      Buffer.from(await application.arrayBuffer()),
      createHash('sha256').update(cv).digest('hex'),
    ),
  ]
  let sent = 0
  return async (url) => {
    const { path, contentType, before, after, cvHash } = forms[sent++ % forms.length] as Written
    const key = randomUUID()
    const length = before.length + key.length + after.length
    const headers = { 'content-type': contentType, 'content-length': length, 'idempotency-key': key }
    const answered = await ask(url + GUEST_API + path, { method: 'POST', headers }, [before, Buffer.from(key), after])
    return { ...answered, submission: { email: `${key}@mail.example`, cvHash } }
  }
}

export function visit(address: string): Promise<Answered> {
  return ask(address, { method: 'GET' })
}

// A higher number would measure the sender.
const MAX_UNDER_WAY = 4_000
const BEGIN_EVERY_MILLISECONDS = 5

/** A fixed rate, regardless of responses. */
export async function offer(send: SendOne, url: string, perSecond: number, seconds: number) {
  const sent: Promise<Sent>[] = []
  let underWay = 0
  let turnedBack = 0
  const startedAt = performance.now()
  const passed = () => (performance.now() - startedAt) / 1000
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      while (sent.length + turnedBack < Math.min(passed(), seconds) * perSecond) {
        if (underWay >= MAX_UNDER_WAY) {
          turnedBack++
          continue
        }
        underWay++
        const one = send(url)
        one.finally(() => underWay--)
        sent.push(one)
      }
      if (passed() < seconds) return
      clearInterval(timer)
      resolve()
    }, BEGIN_EVERY_MILLISECONDS)
  })
  return { offeredPerSecond: sent.length / passed(), sent: await Promise.all(sent) }
}

function json(path: string, form: object): Written {
  return written(path, 'application/json', Buffer.from(JSON.stringify(form)))
}

function written(path: string, contentType: string, bytes: Buffer, cvHash?: string): Written {
  const at = bytes.indexOf(PLACEHOLDER)
  return { path, contentType, before: bytes.subarray(0, at), after: bytes.subarray(at + PLACEHOLDER.length), cvHash }
}

function ask(address: string, options: http.RequestOptions, body: Buffer[] = []): Promise<Answered> {
  const startedAt = performance.now()
  return new Promise((resolve) => {
    const answered = (status: number, retryAfter?: string) =>
      resolve({ status, retryAfter, milliseconds: performance.now() - startedAt })
    const request = http.request(address, { ...options, agent: false }, (answer) => {
      answer.resume()
      answer.once('end', () => answered(answer.statusCode as number, answer.headers['retry-after']))
      answer.once('error', () => answered(0))
    })
    request.once('error', () => answered(0))
    for (const piece of body) request.write(piece)
    request.end()
  })
}
