import { describe, expect, test } from 'vitest'
import type { DeskCalls } from '#desk/api/calls.ts'
import { listAuditTrail, verifyAuditTrail } from '#domain/platform/audit-trail.ts'
import { erasePerson } from '#domain/submissions/erase.ts'
import { DATABASES } from '../../support/databases.ts'
import { deskOn } from '../../support/desk-api.ts'
import { storeMessage } from '../../support/desk-submissions.ts'
import { aPhoto } from '../../support/photographs.ts'

type ResultOf<Key extends keyof DeskCalls> = Awaited<ReturnType<DeskCalls[Key]['handle']>>

describe.each(DATABASES)('the audit trail of the desk on %s', (name) => {
  const desk = deskOn(name)

  test('names the person who called, and what it was done to', async () => {
    const { person, call } = await desk.as('owner')
    const { person: colleague } = await desk.as('recruiter')
    expect(
      (
        await call('PATCH /people/:id', {
          params: { id: colleague.id },
          body: { roles: ['owner', 'reader'], seen: colleague.roles },
        })
      ).ok,
    ).toBe(true)
    const { queries } = desk.database
    const [entry] = await listAuditTrail(queries)
    expect(entry).toMatchObject({
      actor: person.id,
      action: 'person.change-role',
      subject: colleague.id,
      words: { role: 'owner reader' },
    })
    expect((await verifyAuditTrail(queries)).broken).toBeUndefined()
    const { entries, names } = (await (await call('GET /activity')).json()) as {
      entries: { actor: string }[]
      names: Record<string, string>
    }
    expect(names[entries[0]?.actor ?? '']).toBe(person.name)
  })

  test('shows what was done to one submission, by its reference, and to no other', async () => {
    const { call } = await desk.as('owner')
    const [reference, other] = [await storeMessage(desk), await storeMessage(desk)]
    for (const id of [reference, other]) await call('GET /submissions/:id', { params: { id } })
    const activity = await call('GET /activity', { query: { reference } })
    const { entries } = (await activity.json()) as { entries: { action: string }[] }
    expect(entries.map(({ action }) => action)).toEqual(['submission.open'])
    expect(JSON.stringify(entries)).not.toContain(reference)
  })

  test('tells whom an entry is about and where it is, until that is erased', async () => {
    const { call } = await desk.as('owner')
    const email = 'nour@mail.example'
    const reference = await storeMessage(desk, { fields: { name: 'نور سمير', email } })
    const params = { id: reference }
    await call('GET /submissions/:id', { params })
    desk.clock.pass(60_000)
    await call('PUT /submissions/:id/stage', { params, body: { stage: 'archived', version: 1 } })
    const about = async () => {
      const { entries, subjects } = (await (await call('GET /activity')).json()) as ResultOf<'GET /activity'>
      return entries.flatMap(({ action, subject }) =>
        action.startsWith('submission.') && subjects[subject] ? [[action, subjects[subject]]] : [],
      )
    }
    const named = { to: `/inbox/${reference}`, title: { en: 'نور سمير', ar: 'نور سمير' } }
    expect(await about()).toEqual(
      expect.arrayContaining([
        ['submission.stage', named],
        ['submission.open', named],
      ]),
    )
    await erasePerson(desk.database, email, { actor: 'a test', now: desk.clock.now })
    expect(JSON.stringify(await about())).not.toContain(reference)
  })

  test('tells the title and the place of content', async () => {
    const { call } = await desk.as('owner')
    const params = { type: 'services', id: '1' }
    await call('DELETE /content/:type/:id/preview', { params })
    const { entries, subjects } = (await (await call('GET /activity')).json()) as ResultOf<'GET /activity'>
    const entry = entries.find(({ action }) => action === 'content.end-previews')
    const found = subjects[entry?.subject ?? '']
    expect(found?.to).toBe('/content/services/1')
    expect(found?.title.en).toMatch(/[a-z]/)
    expect(found?.title.ar).toMatch(/\p{Script=Arabic}/u)
  })

  test('tells the name and the place of templates, pictures, webhooks and people, and the name of what was removed', async () => {
    const { call } = await desk.as('owner')
    const made = async (key: string, body: unknown, query = {}) =>
      (await (await call(key, { body, query })).json()) as { id: string; version: number }
    const text = { name: 'Test task', subject: 'A task', body: 'Dear {name}' }
    const template = await made('POST /letters/templates', { kind: 'answer', texts: { en: text, ar: text } })
    const picture = await made('POST /pictures', (await aPhoto('harbour')).buffer, { name: 'harbour.png' })
    const url = 'https://hooks.example/secret-path'
    const webhook = await made('POST /webhooks', {
      url,
      events: ['message.received'],
      format: 'standard',
      language: 'en',
    })
    const invited = { name: 'Salma Adel', email: 'salma@mail.example', roles: ['reader'], language: 'ar' }
    await call('POST /people/invitations', { body: invited })
    const about = async (action: string) => {
      const { entries, subjects } = (await (await call('GET /activity')).json()) as ResultOf<'GET /activity'>
      const entry = entries.find((each) => each.action === action)
      return subjects[entry?.subject ?? ''] ?? entry?.words.name
    }
    const titled = (name: string, to: string) => ({ to, title: { en: name, ar: name } })
    expect(await about('template.create')).toEqual(titled('Test task', `/templates/${template.id}`))
    expect(await about('picture.add')).toEqual(titled('harbour.png', '/pictures'))
    expect(await about('webhook.create')).toEqual(titled('hooks.example', '/webhooks'))
    expect(await about('person.invite')).toEqual(titled('Salma Adel', '/people'))

    const remove = async (key: string, { id, version }: { id: string; version: number }) =>
      (await call(key, { params: { id }, query: { version: String(version) } })).status
    expect(await remove('DELETE /letters/templates/:id', template)).toBe(204)
    expect(await remove('DELETE /pictures/:id', picture)).toBe(204)
    expect((await call('DELETE /webhooks/:id', { params: { id: webhook.id } })).status).toBe(204)
    expect(await about('template.remove')).toBe('Test task')
    expect(await about('picture.remove')).toBe('harbour.png')
    expect(await about('webhook.remove')).toBe('hooks.example')
  })

  test('a call that is refused leaves no entry', async () => {
    const { call } = await desk.as('owner')
    const before = (await listAuditTrail(desk.database.queries)).length
    expect(
      (await call('PATCH /people/:id', { params: { id: 'nobody' }, body: { roles: ['owner'], seen: ['reader'] } })).ok,
    ).toBe(false)
    expect(await listAuditTrail(desk.database.queries)).toHaveLength(before)
  })
})
