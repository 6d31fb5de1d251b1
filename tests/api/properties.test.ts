import { connect } from 'node:net'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { recordId } from '#api/http/address.ts'
import { endpoints, GUEST_API } from '#contract/endpoints.ts'
import {
  careerApplication,
  contactMessage,
  FILL_TIME_FIELD,
  HONEYPOT_FIELD,
  internshipApplication,
} from '#contract/forms.ts'
import { structureProblem } from '#domain/submissions/cv/structure.ts'
import { aCareerApplication, aContactMessage, anInternshipApplication, aPdf } from '../support/builders.ts'
import { apiOn } from '../support/databases.ts'
import { isLong } from '../support/turns.ts'

const api = apiOn('SQLite')
const TIMES = isLong ? 1_000 : 40
if (isLong) vi.setConfig({ testTimeout: 180_000 })

const anything = fc.string({ unit: 'binary', maxLength: 300 })
const headerText = fc.string({
  unit: fc.constantFrom(...'abcdeqrzARW019=;,.*-_/"\\ \t(){}<>@?:%$#!~\xe9\xff'),
  maxLength: 200,
})
/** Mutated valid values get further than noise does. */
const nearly = (...values: string[]) =>
  fc.oneof(
    headerText,
    fc
      .tuple(fc.constantFrom(...values), headerText, fc.nat(40))
      .map(([value, noise, at]) => value.slice(0, at) + noise + value.slice(at)),
  )

function forAll<Value>(values: fc.Arbitrary<Value>, holds: (value: Value) => Promise<void>) {
  return fc.assert(fc.asyncProperty(values, holds), { numRuns: TIMES })
}

async function expectAnswer(answer: Response, ...statuses: number[]) {
  const body = await answer.text()
  expect(statuses, body).toContain(answer.status)
  if (answer.status < 400) return
  expect(answer.headers.get('content-type')).toContain('application/problem+json')
  expect(JSON.parse(body).status).toBe(answer.status)
}

const ask = (path: string, options: RequestInit = {}) => fetch(api.url + path, options)

const postJson = (path: string, body: string, headers: Record<string, string> = {}) =>
  ask(path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body })

describe('reading', () => {
  test('any id is a record or none', () =>
    forAll(fc.tuple(fc.constantFrom('projects', 'Service', 'job'), anything), async ([list, id]) => {
      await expectAnswer(await ask(`${GUEST_API}${list}/${encodeURIComponent(id)}`), 200, 404, 414)
    }))

  test('an id that is read is the number as it was written', () =>
    forAll(
      fc.oneof(anything, fc.integer().map(String), fc.bigInt().map(String), fc.double().map(String)),
      async (id) => {
        const read = recordId.safeParse(id)
        if (read.success) expect(String(read.data)).toBe(id)
      },
    ))

  test('any address has an answer', () =>
    forAll(
      fc.tuple(fc.constantFrom('/api/', GUEST_API, '/media/', '/API/guest-api/'), anything),
      async ([start, end]) => {
        const path = new URL(`${start}${end.replace(/[\\?#]/g, '').replaceAll('..', '')}`, 'http://x').pathname
        const answer = await ask(path)
        await answer.arrayBuffer()
        expect([200, 301, 302, 400, 404, 405, 414]).toContain(answer.status)
      },
    ))

  test('any filter of the projects', () =>
    forAll(fc.record({ category: anything, page: anything, per_page: anything }), async (query) => {
      const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, value]))
      await expectAnswer(await ask(`${GUEST_API}all-projects?${search}`), 200, 400, 404, 414, 422)
    }))

  test.each([
    ['accept-language', nearly('ar-EG,ar;q=0.9', 'en;q=0.2')],
    ['accept-encoding', nearly('gzip, br;q=0.5', '*;q=0')],
    ['if-none-match', nearly('W/"abc"', '"a", "b"')],
    ['cookie', nearly('XSRF-TOKEN=abc; language=ar')],
    ['x-request-id', nearly('abcdefgh-1234')],
    ['x-forwarded-for', nearly('10.0.0.1, ::1')],
    ['origin', nearly('https://nuqta.example', 'null')],
  ])('any %s', (name, values) =>
    forAll(values, async (value) => {
      const answer = await ask(`${GUEST_API}Services`, { headers: { [name]: value } })
      await answer.text()
      expect([200, 304]).toContain(answer.status)
    }),
  )
})

describe('sending', () => {
  const forms = [
    ['contact-us', contactMessage, aContactMessage()],
    ['Internship', internshipApplication, anInternshipApplication()],
  ] as const

  test('any JSON to any form', () =>
    forAll(fc.tuple(fc.constantFrom('contact-us', 'Internship'), fc.json()), async ([path, body]) => {
      await expectAnswer(await postJson(GUEST_API + path, body), 400, 422)
    }))

  test('any text to any form', () =>
    forAll(fc.tuple(fc.constantFrom('contact-us', 'Internship'), anything), async ([path, body]) => {
      await expectAnswer(await postJson(GUEST_API + path, body), 400, 413, 422)
    }))

  test.each(forms)('any answer in any field of %s', (path, form, valid) =>
    forAll(
      fc.tuple(
        fc.constantFrom(...Object.keys(form.shape), HONEYPOT_FIELD, FILL_TIME_FIELD),
        fc.oneof(anything, fc.jsonValue()),
      ),
      async ([field, answer]) => {
        await expectAnswer(await postJson(GUEST_API + path, JSON.stringify({ ...valid, [field]: answer })), 201, 422)
      },
    ),
  )

  test('any product', () =>
    forAll(
      fc.oneof(
        fc.json(),
        fc.jsonValue().map((id) => JSON.stringify({ product_id: id })),
      ),
      async (body) => {
        await expectAnswer(await postJson(endpoints.productDetails.path, body), 200, 400, 404, 422)
      },
    ))

  test('any key', () =>
    forAll(headerText, async (key) => {
      const answer = await postJson(`${GUEST_API}contact-us`, JSON.stringify(aContactMessage()), {
        'idempotency-key': key,
      })
      await expectAnswer(answer, 201, 400)
    }))

  test('any token', () =>
    forAll(fc.tuple(nearly('XSRF-TOKEN=abc; a=b'), nearly('abc')), async ([cookie, token]) => {
      const headers = { cookie, 'x-xsrf-token': token }
      await expectAnswer(await postJson(`${GUEST_API}contact-us`, JSON.stringify(aContactMessage()), headers), 201, 403)
    }))

  test('any answer in any field of an application', () =>
    forAll(fc.tuple(fc.constantFrom(...Object.keys(careerApplication.shape)), anything), async ([field, answer]) => {
      const form = aCareerApplication({ fields: { [field]: answer } })
      await expectAnswer(await api.postForm('Form', form), 201, 422)
    }))

  test('any bytes as an upload', () =>
    forAll(fc.tuple(headerText, fc.uint8Array({ maxLength: 2_000 })), async ([boundary, body]) => {
      const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
      await expectAnswer(await ask(`${GUEST_API}Form`, { method: 'POST', headers, body }), 400, 413, 415, 422)
    }))

  test('an upload with bytes changed, left out or repeated', async () => {
    const request = new Request('http://x', { method: 'POST', body: aCareerApplication() })
    const type = request.headers.get('content-type') as string
    const whole = Buffer.from(await request.arrayBuffer())
    await forAll(changed(whole), async (body) => {
      const answer = await ask(`${GUEST_API}Form`, {
        method: 'POST',
        headers: { 'content-type': type },
        body: new Uint8Array(body),
      })
      await expectAnswer(answer, 201, 400, 413, 422)
    })
  })

  test('any bytes on the line leave the server standing', async () => {
    const port = Number(new URL(api.url).port)
    await forAll(
      fc.oneof(
        fc.uint8Array({ maxLength: 500 }),
        anything.map((text) => Buffer.from(`POST ${GUEST_API}contact-us HTTP/1.1\r\nHost: x\r\n${text}\r\n\r\n`)),
        anything.map((text) => Buffer.from(`GET ${text} HTTP/1.1\r\nHost: x\r\n\r\n`)),
      ),
      (bytes) =>
        new Promise((resolve) => {
          const socket = connect(port, '127.0.0.1')
          socket.on('error', () => {})
          socket.on('data', (data) => expect(data.toString('latin1')).not.toMatch(/^HTTP\/1\.1 5/))
          socket.on('close', () => resolve())
          socket.end(bytes)
          socket.setTimeout(2_000, () => socket.destroy())
        }),
    )
    expect((await ask('/healthz')).status).toBe(200)
  })
})

describe('CVs', () => {
  test('any file has a verdict', () =>
    forAll(
      fc.oneof(
        changed(aPdf()),
        fc.uint8Array({ maxLength: 3_000 }).map((bytes) => Buffer.from(bytes)),
      ),
      async (bytes) => {
        expect([undefined, 'cvNotPdf', 'cvDamaged']).toContain(structureProblem(bytes))
      },
    ))
})

/** The same bytes with a piece inserted, removed or overwritten. */
function changed(whole: Buffer) {
  return fc
    .array(fc.tuple(fc.nat(whole.length), fc.nat(60), fc.uint8Array({ maxLength: 60 })), { minLength: 1, maxLength: 4 })
    .map((changes) =>
      changes.reduce(
        (bytes, [at, taken, put]) => Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at + taken)]),
        whole,
      ),
    )
}
