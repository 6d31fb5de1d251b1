import { describe, expect, test } from 'vitest'
import { untilAdmitted } from '../../tests/support/admitted.ts'
import { aContactMessage } from '../../tests/support/builders.ts'
import { apiOn, DATABASES } from '../../tests/support/databases.ts'
import { storedSubmissions } from '../../tests/support/stored.ts'

describe.each(DATABASES)('contact messages on %s', (name) => {
  const api = apiOn(name)
  const stored = () => storedSubmissions(api.database.queries)
  const storedAs = async (reference: string) => (await stored()).find((message) => message.reference === reference)
  const send = async (changes: object, headers = {}) => {
    const answer = await api.post('contact-us', aContactMessage(changes), headers)
    return { status: answer.status, body: await answer.json() }
  }

  test('a message is stored and answered with a reference number that can be read aloud', async () => {
    const { status, body } = await send({})
    expect(status).toBe(201)
    expect(body.reference).toMatch(/^NQ-[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{4}$/)
    expect(await storedAs(body.reference)).toMatchObject({ ...aContactMessage(), language: 'en', marks: '' })
  })

  test('the receipt speaks the language that was asked for', async () => {
    const { body } = await send({}, { 'accept-language': 'ar-EG' })
    expect(body.message).toMatch(/[\u0600-\u06ff]/)
    expect(await storedAs(body.reference)).toMatchObject({ language: 'ar' })
  })

  test('a phone in Arabic-Indic digits is stored in Latin ones', async () => {
    const { body } = await send({ phone: ' ٠١٠١٢٣٤٥٦٧٨ ' })
    expect(await storedAs(body.reference)).toMatchObject({ phone: '01012345678' })
  })

  test.each([
    ['en', 'A field was sent twice'],
    ['ar', 'وصل أحد الحقول مرتين'],
  ])('a field that is there twice is refused, and nothing is stored (%s)', async (language, title) => {
    const before = (await stored()).length
    const message = JSON.stringify(aContactMessage())
    for (const body of [
      message.replace('{', '{"name":"Another",'),
      message.replace('{', '{"n\\u0061me":"Another",'),
      message.replace('{', '{"other":[{"deep":1,"deep":2}],'),
    ]) {
      const answer = await fetch(`${api.url}/api/guest-api/contact-us`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'accept-language': language },
        body,
      })
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({ type: 'urn:problem:repeatedField', title })
    }
    expect((await stored()).length).toBe(before)
  })

  test('unknown fields and __proto__ are ignored', async () => {
    const answer = await fetch(`${api.url}/api/guest-api/contact-us`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(aContactMessage({ admin: true })).replace(
        '{',
        '{"__proto__":{"name":"x"},"constructor":{"prototype":{"y":1}},',
      ),
    })
    expect(answer.status).toBe(201)
    expect(({} as { y?: number }).y).toBeUndefined()
  })

  test('a filled honeypot and a hasty form are stored as marked and answered like any other', async () => {
    const trapped = await send({ website: 'http://spam.example' })
    const hasty = await send({ fill_time: 400 })
    const calm = await send({ website: '', fill_time: '15000' })
    expect([trapped.status, hasty.status, calm.status]).toEqual([201, 201, 201])
    expect(await storedAs(trapped.body.reference)).toMatchObject({ marks: 'honeypot' })
    expect(await storedAs(hasty.body.reference)).toMatchObject({ marks: 'fill-time' })
    expect(await storedAs(calm.body.reference)).toMatchObject({ marks: '' })
  })

  test('a robot gives itself away, too, with what cannot be made into text', async () => {
    const noText = { toString: 1, valueOf: 1 }
    const { status, body } = await send({ website: noText, fill_time: noText })
    expect(status).toBe(201)
    expect(await storedAs(body.reference)).toMatchObject({ marks: 'honeypot fill-time' })
  })

  test.each([
    [{ name: ' ' }, { name: ['nameRequired'] }],
    [{ name: 'x'.repeat(121) }, { name: ['tooLong'] }],
    [{ name: 'Mona\u001b[2J' }, { name: ['forbiddenCharacters'] }],
    [{ subject: 'one\r\nBcc: two' }, { subject: ['forbiddenCharacters'] }],
    [{ message: 'a\u0000b' }, { message: ['forbiddenCharacters'] }],
    [{ email: 'mona' }, { email: ['emailFormat'] }],
    [{ phone: '01312345678' }, { phone: ['phoneFormat'] }],
    [{ phone: '0101234567a' }, { phone: ['phoneFormat'] }],
    [{ phone: 1012345678 }, { phone: ['phoneRequired'] }],
    [{ message: undefined }, { message: ['messageRequired'] }],
    [{ message: ['a'] }, { message: ['messageRequired'] }],
  ])('%j is refused by its text key and nothing is stored', async (changes, errors) => {
    const before = (await stored()).length
    const { status, body } = await send(changes)
    expect(status).toBe(422)
    expect(body).toMatchObject({ status: 422, errors })
    expect(Object.keys(body.errors)).toEqual(Object.keys(errors))
    expect((await stored()).length).toBe(before)
  })

  test('the same key and answers again are the first receipt again', async () => {
    const first = await send({}, { 'idempotency-key': 'same' })
    const second = await send({}, { 'idempotency-key': 'same', 'accept-language': 'ar' })
    expect(second).toEqual(first)
    expect((await stored()).filter(({ reference }) => reference === first.body.reference)).toHaveLength(1)
  })

  test('fifty at once under one key are one message and fifty identical receipts', async () => {
    const before = (await stored()).length
    const key = { 'idempotency-key': 'fifty' }
    const receipts = await Promise.all(Array.from({ length: 50 }, () => untilAdmitted(() => send({}, key))))
    expect(new Set(receipts.map((receipt) => JSON.stringify(receipt))).size).toBe(1)
    expect(receipts[0]?.status).toBe(201)
    expect((await stored()).length).toBe(before + 1)
  })

  test('the same key with other answers is refused', async () => {
    await send({}, { 'idempotency-key': 'taken' })
    const { status, body } = await send({ subject: 'Something else' }, { 'idempotency-key': 'taken' })
    expect(status).toBe(422)
    expect(body.type).toBe('urn:problem:idempotencyKeyReused')
  })

  test.each(['x'.repeat(256), 'two words', 'ключ'.replace(/./g, 'é')])('the key %s is refused', async (key) => {
    const { status, body } = await send({}, { 'idempotency-key': key })
    expect(status).toBe(400)
    expect(body.type).toBe('urn:problem:wrongIdempotencyKey')
  })

  test('fifty different messages at once are all stored', async () => {
    const before = (await stored()).length
    const receipts = await Promise.all(
      Array.from({ length: 50 }, (_, number) => {
        const key = { 'idempotency-key': `number-${number}` }
        return untilAdmitted(() => send({ subject: `Number ${number}` }, key))
      }),
    )
    expect(receipts.filter(({ status }) => status !== 201)).toEqual([])
    expect(new Set(receipts.map(({ body }) => body.reference)).size).toBe(50)
    expect((await stored()).length).toBe(before + 50)
  })
})

describe('the rate limit', () => {
  const api = apiOn('SQLite', { submissionsPerMinute: 3 })

  test('submissions beyond it are refused with the time to wait, attempts that were refused before do not count', async () => {
    for (const _ of [1, 2, 3, 4]) expect((await api.post('contact-us', aContactMessage({ name: '' }))).status).toBe(422)
    for (const _ of [1, 2, 3]) expect((await api.post('contact-us', aContactMessage())).status).toBe(201)
    const refused = await api.post('contact-us', aContactMessage())
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(refused.headers.get('content-type')).toContain('application/problem+json')
  })

  test('repeating under a key that is stored is still answered', async () => {
    const own = await startLimited()
    const key = { 'idempotency-key': 'again' }
    const answers = await Promise.all(Array.from({ length: 20 }, () => own.post('contact-us', aContactMessage(), key)))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201))
  })

  const fresh = apiOn('SQLite', { submissionsPerMinute: 1 })
  const startLimited = async () => fresh
})
