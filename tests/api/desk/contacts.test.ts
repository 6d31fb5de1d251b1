import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { DeskCalls } from '#desk/api/calls.ts'
import { textsIn } from '#texts/index.ts'
import { DATABASES } from '../../support/databases.ts'
import { type Caller, deskOn } from '../../support/desk-api.ts'
import { storeApplication } from '../../support/desk-submissions.ts'

type One = Awaited<ReturnType<DeskCalls['GET /submissions/:id']['handle']>>

describe.each(DATABASES)('contacts outside the desk on %s', (name) => {
  const desk = deskOn(name, { pageUrl: (path: string, language: string) => `https://nuqta.example/${language}${path}` })
  const open = async (call: Caller, id: string) =>
    (await (await call('GET /submissions/:id', { params: { id } })).json()) as One
  const contactsOf = async (call: Caller, id: string) =>
    (await open(call, id)).timeline
      .filter(({ kind }) => kind.startsWith('contact'))
      .map(({ kind, details }) => [kind, details.by])

  test('WhatsApp opens with a text in the language of the sender, without the link to their page', async () => {
    const { call, person } = await desk.as('recruiter')
    const fields = { name: 'عبد الرحمن السيد', phone: '01012345678' }
    const id = await storeApplication(desk, { fields, language: 'ar' })
    const link = new URL((await open(call, id)).whatsapp ?? '')
    expect(link.origin + link.pathname).toBe('https://wa.me/201012345678')
    const text = link.searchParams.get('text') ?? ''
    const { application } = textsIn('ar').mail.letters.whatsapp
    expect(text.slice(0, 10)).toBe(application.replace('{firstname}', 'عبد الرحمن').slice(0, 10))
    expect(text).toContain('عبد الرحمن')
    expect(text).toContain(person.name)
    expect(text).not.toMatch(/https?:|[{}]/)
  })

  test('what was opened and said is in the thread once, and is taken back by its author alone', async () => {
    const { call } = await desk.as('recruiter')
    const { call: colleague } = await desk.as('recruiter')
    const id = await storeApplication(desk)
    const body = { id: randomUUID(), by: 'telephone', act: 'contacted' }
    const record = (changes = {}) =>
      call('POST /submissions/:id/contacts', { params: { id }, body: { ...body, ...changes } })
    expect([(await record()).status, (await record()).status]).toEqual([204, 204])
    expect((await record({ id: randomUUID(), by: 'whatsapp', act: 'opened' })).status).toBe(204)
    expect((await record({ id: randomUUID(), by: 'pigeon' })).status).toBe(422)
    expect((await contactsOf(call, id)).toSorted()).toEqual([
      ['contact-opened', 'whatsapp'],
      ['contacted', 'telephone'],
    ])
    const params = { id, contact: body.id }
    expect((await colleague('DELETE /submissions/:id/contacts/:contact', { params })).status).toBe(404)
    expect((await call('DELETE /submissions/:id/contacts/:contact', { params })).status).toBe(204)
    expect(await contactsOf(call, id)).toEqual([['contact-opened', 'whatsapp']])
  })

  test('the values of a letter hold no link that opens the page of the sender', async () => {
    const { call } = await desk.as('recruiter')
    const id = await storeApplication(desk, { fields: { name: 'Nourhan Samir' } })
    const values = await (await call('GET /submissions/:id/letters/values', { params: { id } })).json()
    expect(values).toMatchObject({ en: { firstname: 'Nourhan', page: 'https://nuqta.example/en/application/…' } })
  })
})
