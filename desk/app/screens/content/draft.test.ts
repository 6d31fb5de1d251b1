import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cleanUpAtSignOut } from '../../session.tsx'
import { type ContentRecord, Draft, draftOf } from './draft.ts'
import { isLeft } from './left-drafts.ts'

/** A server that keeps one record and refuses outdated versions, like the desk's API. */
let stored: { title: string; summary: string; version: number }
let isReachable: boolean
let sent: { part: string; version: number; fields: Record<string, unknown>; isSmall: boolean }[][]
let created: number
let kept: Map<string, string>
let listening: Map<string, () => void>

function record(id = 1): ContentRecord {
  const part = (fields: object, version = 1) => ({ version, fields, behind: [], published: null, scheduled: null })
  const { title, summary, version } = stored
  return {
    type: 'services',
    id,
    isPublished: true,
    changedAt: '2026-03-02T09:00:00.000Z',
    parts: { shared: part({}), en: part({ title, summary }, version), ar: part({}) },
  } as unknown as ContentRecord
}

const json = (status: number, body: object) => new Response(JSON.stringify(body), { status })

async function respond(_address: string, { method, body }: { method: string; body?: string }): Promise<Response> {
  if (!isReachable) throw new TypeError('Failed to fetch')
  if (method === 'POST') created++
  const { parts } = JSON.parse(body ?? '{}') as { parts: (typeof sent)[number] }
  sent.push(parts)
  for (const { version, fields } of parts) {
    if (version !== stored.version)
      return json(409, { type: 'urn:problem:conflict', detail: '', details: { current: record() } })
    if (fields.title === 'refused') return json(422, { type: 'urn:problem:invalid', detail: 'No', errors: {} })
    stored = { ...stored, ...fields, version: stored.version + 1 }
  }
  return json(200, record())
}

beforeEach(() => {
  vi.useFakeTimers()
  stored = { title: 'Old', summary: 'Once', version: 1 }
  isReachable = true
  sent = []
  created = 0
  kept = new Map()
  listening = new Map()
  vi.stubGlobal('fetch', vi.fn(respond))
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
  vi.stubGlobal('addEventListener', (name: string, listen: () => void) => listening.set(name, listen))
  vi.stubGlobal('removeEventListener', (name: string) => listening.delete(name))
  vi.stubGlobal('document', {
    documentElement: { lang: 'en' },
    cookie: '',
    addEventListener() {},
    removeEventListener() {},
  })
})
afterEach(() => {
  cleanUpAtSignOut()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const PAUSE = 1000
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
const titlesSent = () => sent.map((parts) => parts.map(({ fields }) => fields.title))
const opened = (personId = 'ada') => {
  const draft = draftOf(record(), personId)
  return { draft, close: draft.open(() => {}) }
}
const colleagueWrites = (fields: Partial<typeof stored>) => {
  stored = { ...stored, ...fields, version: stored.version + 1 }
}

test('a pause of a second saves, with the version that was read', async () => {
  const { draft } = opened()
  draft.change('en', 'title', 'New')
  expect(draft.read().save.kind).toBe('pending')
  await pass(PAUSE - 1)
  expect(sent).toEqual([])
  await pass(1)
  expect(sent).toEqual([[{ part: 'en', version: 1, fields: { title: 'New' }, isSmall: false }]])
  expect(draft.read()).toMatchObject({ save: { kind: 'saved' }, edits: {}, conflicts: [] })
})

test('somebody who types without a pause is saved every three seconds', async () => {
  const { draft } = opened()
  for (let letters = 1; letters <= 8; letters++) {
    draft.change('en', 'title', 'x'.repeat(letters))
    await pass(500)
  }
  expect(titlesSent()[0]).toEqual(['xxxxxx'])
})

test('a text that was changed back is not sent', async () => {
  const { draft } = opened()
  draft.change('en', 'title', 'New')
  draft.change('en', 'title', 'Old')
  await pass(PAUSE)
  expect(sent).toEqual([])
  expect(draft.read().save.kind).toBe('saved')
})

test('a second tab in another field is merged and saved without a question', async () => {
  const { draft } = opened()
  colleagueWrites({ summary: 'Theirs' })
  draft.change('en', 'title', 'Mine')
  await pass(PAUSE)
  await vi.waitFor(() => expect(stored).toMatchObject({ title: 'Mine', summary: 'Theirs' }))
  await vi.waitFor(() => expect(draft.read()).toMatchObject({ save: { kind: 'saved' }, conflicts: [] }))
  expect(draft.read().record.parts.en.fields).toMatchObject({ title: 'Mine', summary: 'Theirs' })
})

test('a second tab in the same field gets a conflict, and keeps either text', async () => {
  const { draft } = opened()
  colleagueWrites({ title: 'Theirs' })
  draft.change('en', 'title', 'Mine')
  await pass(PAUSE)
  const [conflict] = draft.read().conflicts
  expect(conflict).toEqual({ part: 'en', name: 'title', mine: 'Mine', theirs: 'Theirs' })
  expect(draft.read().save.kind).toBe('conflict')
  expect(stored.title).toBe('Theirs')

  if (conflict) draft.settle(conflict, 'mine')
  await vi.waitFor(() => expect(draft.read().save.kind).toBe('saved'))
  expect(stored.title).toBe('Mine')
})

test('a conflict is settled for the colleague without sending anything', async () => {
  const { draft } = opened()
  colleagueWrites({ title: 'Theirs' })
  draft.change('en', 'title', 'Mine')
  await pass(PAUSE)
  const [conflict] = draft.read().conflicts
  if (conflict) draft.settle(conflict, 'theirs')
  await pass(PAUSE)
  expect(sent).toHaveLength(1)
  expect(draft.read()).toMatchObject({ save: { kind: 'saved' }, edits: { en: {} } })
})

test('without a network the edits are kept and sent once it is back', async () => {
  isReachable = false
  const { draft } = opened()
  draft.change('en', 'title', 'New')
  expect([...kept.values()].join()).toContain('New')
  await pass(PAUSE)
  expect(draft.read().save.kind).toBe('offline')
  isReachable = true
  listening.get('online')?.()
  await pass(0)
  expect(stored.title).toBe('New')
  expect(kept.size).toBe(0)
})

test('an unreachable server is tried again every five seconds', async () => {
  isReachable = false
  const { draft } = opened()
  draft.change('en', 'title', 'New')
  await pass(PAUSE)
  isReachable = true
  await pass(5000)
  expect(stored.title).toBe('New')
})

test('edits of an earlier visit are restored and saved', async () => {
  const first = opened()
  isReachable = false
  first.draft.change('en', 'title', 'New')
  first.draft.stop()
  isReachable = true
  const draft = new Draft(record(), 'ada')
  expect(draft.read()).toMatchObject({ isRestored: true, save: { kind: 'pending' } })
  draft.open(() => {})
  await pass(0)
  expect(stored.title).toBe('New')
})

test('edits of another person are not restored', () => {
  opened().draft.change('en', 'title', 'New')
  expect(new Draft(record(), 'ben').read()).toMatchObject({ isRestored: false, edits: {} })
})

test('an editor that is closed too early goes on sending', async () => {
  isReachable = false
  const { draft, close } = opened()
  draft.change('en', 'title', 'New')
  close()
  await pass(0)
  expect(isLeft(record(), 'ada')).toBe(true)
  expect(draftOf(record(), 'ada')).toBe(draft)
  isReachable = true
  await pass(5000)
  expect(stored.title).toBe('New')
  expect(isLeft(record(), 'ada')).toBe(false)
})

test('a refused text is shown as such and not tried again by itself', async () => {
  const { draft } = opened()
  draft.change('en', 'title', 'refused')
  await pass(PAUSE)
  expect(draft.read().save.kind).toBe('refused')
  await pass(60_000)
  expect(sent).toHaveLength(1)
})

test('a new record is stored with its first letter, and only once', async () => {
  const draft = draftOf(record(0), 'ada')
  const onStoredLate = vi.fn()
  const close = draft.open(onStoredLate)
  await draft.saveNow()
  expect(created).toBe(0)
  draft.change('en', 'title', 'N')
  await pass(PAUSE)
  expect(draft.params).toEqual({ type: 'services', id: '1' })
  draft.change('en', 'title', 'New')
  await pass(PAUSE)
  close()
  await pass(PAUSE)
  expect({ created, title: stored.title, kept: kept.size }).toEqual({ created: 1, title: 'New', kept: 0 })
  expect(onStoredLate).not.toHaveBeenCalled()
})

test('a new record left before it was stored is stored all the same, and the list is told', async () => {
  const draft = draftOf(record(0), 'ada')
  const onStoredLate = vi.fn()
  const close = draft.open(onStoredLate)
  draft.change('en', 'title', 'N')
  close()
  await vi.waitFor(() => expect(onStoredLate).toHaveBeenCalledOnce())
  expect(stored.title).toBe('N')
  expect(isLeft(record(0), 'ada')).toBe(false)
})

test('a new record that was left without a letter is not stored', async () => {
  const draft = draftOf(record(0), 'ada')
  const onStoredLate = vi.fn()
  draft.open(onStoredLate)()
  await pass(PAUSE)
  expect(created).toBe(0)
  expect(onStoredLate).not.toHaveBeenCalled()
})

test('a colleague’s text that came with the response does not count as seen', async () => {
  const { draft } = opened()
  draft.change('en', 'title', 'Mine')
  expect(await draft.saveSeen()).toEqual({ shared: 1, en: 2, ar: 1 })
  colleagueWrites({ summary: 'Theirs' })
  expect(await draft.saveSeen()).toEqual({ shared: 1, en: 2, ar: 1 })
})

test('an overtaken response changes nothing', () => {
  const older = record()
  colleagueWrites({ title: 'Newer' })
  const draft = new Draft(record(), 'ada')
  draft.receive(older)
  expect(draft.read().record.parts.en.fields.title).toBe('Newer')
})
