import { describe, expect, test } from 'vitest'
import { ask } from '#domain/candidates/questions.ts'
import { openDatabase } from '#domain/platform/database/connection.ts'
import { findSubmission, type WholeSubmission } from '#domain/submissions/submissions.ts'
import { LANGUAGES } from '#texts/languages.ts'
import {
  aCareerApplication,
  aContactMessage,
  anInternshipApplication,
  aPdf,
  careerAnswers,
} from '../support/builders.ts'
import { apiOn, DATABASES, freshDatabaseOf } from '../support/databases.ts'
import { deskOn } from '../support/desk-api.ts'
import { storeMessage } from '../support/desk-submissions.ts'
import { duringTests } from '../support/during-tests.ts'
import { sendForm } from '../support/own-page.ts'
import { startSiteOn } from '../support/start-site.ts'
import { starterTexts } from '../support/starter-company.ts'
import { storedSubmissions } from '../support/stored.ts'

/** Answers that are not UTF-8 are refused, never stored garbled. */

/** منى عادل in Windows-1256, each byte as one character. */
const IN_WINDOWS_1256 = '\xe3\xe4\xec \xda\xc7\xcf\xe1'
const bytesOf = (text: string) => Buffer.from(text, 'latin1')
const escaped = (text: string) =>
  [...bytesOf(text)].map((byte) => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`).join('')

const FORMS: [path: string, page: string, valid: Record<string, string>][] = [
  ['contact-us', '/contact', aContactMessage()],
  ['Internship', '/internship', anInternshipApplication()],
]
const JSON_FIELDS = FORMS.flatMap(([path, , valid]) => Object.keys(valid).map((field) => [path, field, valid] as const))
const PART_TYPES = [
  '',
  'Content-Type: text/plain; charset=windows-1256\r\n',
  'Content-Type: text/plain; charset=utf-8\r\n',
]

/** A career application byte by byte: fields, then the CV. */
function multipart(fields: Record<string, string>, { partType = '', fileName = 'cv.pdf' } = {}) {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n${partType}\r\n${value}\r\n`,
  )
  const cv = `--x\r\nContent-Disposition: form-data; name="cv"; filename="${fileName}"\r\nContent-Type: application/pdf\r\n\r\n`
  return {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    body: Buffer.concat([bytesOf(parts.join('') + cv), aPdf(), bytesOf('\r\n--x--\r\n')]),
    redirect: 'manual' as const,
  }
}

describe.each(DATABASES)('the API on %s', (name) => {
  const api = apiOn(name)
  const stored = async () => (await storedSubmissions(api.database.queries)).length

  test.each(JSON_FIELDS)('%s with another encoding in %s is refused', async (path, field, valid) => {
    const before = await stored()
    const body = bytesOf(JSON.stringify({ ...valid, [field]: IN_WINDOWS_1256 }))
    for (const charset of ['', '; charset=windows-1256', '; charset=utf-8']) {
      const headers = { 'content-type': `application/json${charset}`, 'accept-language': 'ar' }
      const response = await fetch(`${api.url}/api/guest-api/${path}`, { method: 'POST', headers, body })
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({
        type: 'urn:problem:notUtf8',
        title: starterTexts('ar').api.problems.notUtf8.title,
      })
    }
    expect(await stored()).toBe(before)
  })

  test('a project is not looked up by bytes that are no text', async () => {
    const response = await fetch(`${api.url}/api/projects`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: bytesOf(JSON.stringify({ product_id: 1, note: IN_WINDOWS_1256 })),
    })
    expect(response.status).toBe(400)
  })

  test.each(Object.keys(careerAnswers()))('Form with another encoding in %s is refused by name', async (field) => {
    const before = await stored()
    for (const partType of PART_TYPES) {
      const form = multipart({ ...careerAnswers(), [field]: IN_WINDOWS_1256 }, { partType })
      const response = await fetch(`${api.url}/api/guest-api/Form`, form)
      expect(response.status).toBe(422)
      expect(await response.json()).toMatchObject({ errors: { [field]: ['unreadableCharacters'] } })
    }
    expect(await stored()).toBe(before)
  })

  test('Form with another encoding in the name of the CV is refused by name', async () => {
    const before = await stored()
    const response = await fetch(
      `${api.url}/api/guest-api/Form`,
      multipart(careerAnswers(), { fileName: `${IN_WINDOWS_1256}.pdf` }),
    )
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ errors: { cv: ['cvFileName'] } })
    expect(await stored()).toBe(before)
  })

  test('Arabic in UTF-8 is stored as it was written, however the sender names the encoding', async () => {
    const written = Buffer.from('منى عادل').toString('latin1')
    for (const partType of ['', PART_TYPES[2]]) {
      const form = multipart({ ...careerAnswers(), name: written }, { partType })
      expect((await fetch(`${api.url}/api/guest-api/Form`, form)).status).toBe(201)
      expect((await storedSubmissions(api.database.queries))[0]).toMatchObject({ name: 'منى عادل' })
    }
    const response = await api.post('contact-us', aContactMessage({ name: 'منى عادل' }), {
      'content-type': 'application/json; charset=utf-8',
    })
    expect(response.status).toBe(201)
    expect((await storedSubmissions(api.database.queries))[0]).toMatchObject({ name: 'منى عادل' })
  })
})

describe.each(DATABASES)('the rules at the door, on %s', (name) => {
  const api = apiOn(name)
  const stored = () => storedSubmissions(api.database.queries)
  const career = (fields: Record<string, string>) => api.postForm('Form', aCareerApplication({ fields }))

  test('invisible text is no answer, in any field', async () => {
    for (const nothing of ['\u200b\u200b\u200b', '\u200c\u200d', '\u3164', '\u2800', '\u0301', '\ufe0f']) {
      for (const [path, field, valid] of JSON_FIELDS) {
        const response = await api.post(path, { ...valid, [field]: nothing })
        expect([field, response.status]).toEqual([field, 422])
        expect((await response.json()).errors[field][0]).toMatch(/Required$/)
      }
      for (const field of Object.keys(careerAnswers())) {
        const response = await career({ [field]: nothing })
        expect([field, response.status]).toEqual([field, 422])
        expect((await response.json()).errors[field][0]).toMatch(/Required$/)
      }
    }
    expect(await stored()).toEqual([])
  })

  test('a name with a joiner between its letters is stored with it', async () => {
    expect((await career({ name: 'علی‌رضا' })).status).toBe(201)
    expect((await stored())[0]).toMatchObject({ name: 'علی‌رضا' })
  })

  test.each([
    ['john&jane@example.com', 'john&jane@example.com'],
    ['user@مثال.مصر', 'user@xn--mgbh0fb.xn--wgbh1c'],
  ])('mail for %s is stored as for %s, by every form', async (email, address) => {
    for (const send of [
      () => api.post('contact-us', aContactMessage({ email })),
      () => api.post('Internship', anInternshipApplication({ email })),
      () => career({ email }),
    ]) {
      expect((await send()).status).toBe(201)
      expect((await stored())[0]).toMatchObject({ email: address })
    }
  })
})

describe.each(DATABASES)('pages without JavaScript on %s', (name) => {
  const settings = duringTests(freshDatabaseOf(name))
  const site = duringTests(() => startSiteOn(settings))
  const database = duringTests(() => openDatabase(settings))
  const stored = async () => (await storedSubmissions(database.queries)).length
  /** As a browser sends it, with one field replaced. */
  const urlencoded = (fields: Record<string, string>, broken: string) => ({
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: Object.entries(fields)
      .map(([field, value]) => `${field}=${field === broken ? escaped(IN_WINDOWS_1256) : encodeURIComponent(value)}`)
      .join('&'),
    redirect: 'manual' as const,
  })

  describe.each(LANGUAGES)('in %s', (language) => {
    const prefix = language === 'ar' ? '/ar' : ''
    const sentence = starterTexts(language)['form-errors'].unreadableCharacters

    test.each(FORMS)('%s says so at the field, and keeps the other answers', async (_path, page, valid) => {
      const before = await stored()
      for (const field of Object.keys(valid)) {
        const response = await fetch(`${site.url}${prefix}${page}`, urlencoded(valid, field))
        expect([field, response.status]).toEqual([field, 422])
        const html = await response.text()
        expect(html).toContain(sentence)
        for (const [other, answer] of Object.entries(valid)) if (other !== field) expect(html).toContain(answer)
      }
      expect(await stored()).toBe(before)
    })

    test('so does a job application', async () => {
      const before = await stored()
      const form = multipart({ ...careerAnswers(), name: IN_WINDOWS_1256 })
      const response = await fetch(`${site.url}${prefix}/careerApply/1`, form)
      expect(response.status).toBe(422)
      const html = await response.text()
      expect(html).toContain(sentence)
      expect(html).toContain(careerAnswers().college)
      expect(await stored()).toBe(before)
    })
  })

  test('a correction and an answer to a question are refused at their field', async () => {
    const sentence = starterTexts('en')['form-errors'].unreadableCharacters
    const { reference, page } = await sendForm(site.url, 'contact-us', aContactMessage())
    const send = (fields: Record<string, string>, broken: string) =>
      fetch(site.url + page, urlencoded({ ...fields, [broken]: '' }, broken))
    const found = async () => (await findSubmission(database.queries, reference)) as WholeSubmission
    const submission = await found()
    const question = await database.write((queries) =>
      ask(
        queries,
        submission,
        { question: 'When?' },
        { mailDomain: 'nuqta.example' },
        { actorId: null, now: new Date() },
      ),
    )
    for (const response of [
      await send({ act: 'correct', field: 'subject' }, 'subject'),
      await send({ act: 'answer', question }, 'answer'),
    ]) {
      expect(response.status).toBe(422)
      expect(await response.text()).toContain(sentence)
    }
    expect((await found()).answers.subject).toBe(aContactMessage().subject)
  })

  test('job alerts refuse an unreadable address', async () => {
    const response = await fetch(`${site.url}/job-alerts`, urlencoded({ email: '' }, 'email'))
    expect(response.status).toBeLessThan(500)
    expect(await database.queries.selectFrom('job_alerts').selectAll().execute()).toEqual([])
  })
})

describe.each(DATABASES)('the desk on %s', (name) => {
  const desk = deskOn(name)

  test('takes no call in another encoding, and none with a field twice', async () => {
    const { cookie } = await desk.as('owner')
    const id = await storeMessage(desk)
    const send = (body: Buffer) =>
      fetch(`${desk.url}/api/submissions/${id}/notes`, {
        method: 'POST',
        headers: { 'x-desk': '1', cookie, 'content-type': 'application/json' },
        body: new Uint8Array(body),
      })
    for (const body of [JSON.stringify({ note: IN_WINDOWS_1256 }), '{"note":"one","note":"two"}']) {
      const refused = await send(bytesOf(body))
      expect(refused.status).toBe(400)
      expect(await refused.json()).toMatchObject({ type: 'urn:problem:badRequest' })
    }
    expect(await desk.database.queries.selectFrom('submission_notes').selectAll().execute()).toEqual([])
    expect((await send(Buffer.from(JSON.stringify({ note: 'منى عادل' })))).status).toBeLessThan(300)
  })
})
