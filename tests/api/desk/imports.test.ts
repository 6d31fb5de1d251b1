import { zipSync } from 'fflate'
import sharp from 'sharp'
import { describe, expect, test, vi } from 'vitest'
import { contentImportJob } from '#domain/content/import/import-job.ts'
import { MAX_IMPORT_BYTES, type PlannedItem } from '#domain/content/import/imports.ts'
import { MINUTE } from '#domain/platform/durations.ts'
import type { ListedJob } from '#domain/platform/jobs/stuck-jobs.ts'
import { startWorker } from '#domain/platform/jobs/worker.ts'
import problems from '#texts/desk/en/problems.json' with { type: 'json' }
import { bodyOf, editing } from '../../support/content-record.ts'
import { databasesByTurn } from '../../support/databases.ts'
import { type Caller, deskOn } from '../../support/desk-api.ts'
import { requestLines, sendRaw } from '../../support/raw-http.ts'
import { findRows } from '../../support/rows.ts'
import { aWordPressExport } from '../../support/wordpress.ts'

const WORDS = Buffer.alloc(2000, 'word ')
const EXPORT = aWordPressExport(3).toString()
const LAUGHS = `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "ha"><!ENTITY b "${'&a;'.repeat(1000)}">]>${EXPORT.replace('Mona', '&b;')}`

/** Files become drafts only after an editor has seen what they hold. */

interface Described {
  status: string
  kind: string | null
  failure: string | null
  isStuck: boolean
  done: number
  total: number
  items: PlannedItem[]
  hasRedirects: boolean
}

describe.each(databasesByTurn(0))('imports at the desk on %s', (name) => {
  const desk = deskOn(name)

  /** Of every record. */
  const slugsOfDrafts = async (beginning: string) => {
    const rows = await findRows(desk.database.queries, 'content_revisions', { type: 'notes', part: 'shared' })
    const slugs = new Map(rows.map(({ record_id, fields }) => [record_id, String(JSON.parse(fields).slug)]))
    return [...slugs.values()].filter((slug) => slug.startsWith(beginning)).toSorted()
  }

  async function work(onError: (details: object) => void = (details) => expect(details).toBeUndefined()) {
    const { job, stop } = contentImportJob({ database: desk.database, clock: () => desk.clock.now })
    const worker = startWorker({
      database: desk.database,
      jobs: [job],
      log: { error: onError },
      clock: () => desk.clock.now,
    })
    await worker.runDue()
    await worker.stop()
    await stop()
  }

  async function add(call: Caller, file: string, bytes: Buffer | Uint8Array | string, language = 'en') {
    const response = await call('POST /imports', { query: { name: file, language }, body: Buffer.from(bytes) })
    expect(response.status).toBe(200)
    const { id } = (await response.json()) as { id: string }
    await work()
    return id
  }
  const read = (call: Caller, id: string) => bodyOf<Described>(call('GET /imports/:id', { params: { id } }))
  const begin = (call: Caller, id: string) => call('POST /imports/:id/begin', { params: { id } })
  const recordsOf = async (call: Caller, type: string, search: string) =>
    (
      await bodyOf<{ items: { id: number }[] }>(
        call('GET /content/:type', { params: { type }, query: { state: 'draft', search } }),
      )
    ).items

  test('an archive of Markdown shows what it holds, then becomes drafts with pictures; nothing is overwritten', async () => {
    const { call } = await desk.as('editor')
    const png = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#543' } })
      .png()
      .toBuffer()
    const text = (words: string) => Buffer.from(words)
    const archive = zipSync({
      'texts/harbour-light.en.md': text(
        '---\ntitle: Harbour light\npermalink: /2020/light\n---\nOne.\n\n![A plan](plan.png)\n',
      ),
      'texts/harbour-light.ar.md': text('---\ntitle: ضوء الميناء\n---\nواحد.\n'),
      'texts/loading.md': text('# Known already\n\nx\n'),
      'texts/plan.png': png,
    })
    const id = await add(call, 'articles.zip', archive)
    const planned = await read(call, id)
    expect(planned).toMatchObject({ status: 'ready', kind: 'notes', total: 1, hasRedirects: true })
    expect(planned.items.map(({ key, isKnown, languages, pictures }) => [key, isKnown, languages, pictures])).toEqual([
      ['harbour-light', false, ['en', 'ar'], 1],
      ['loading', true, ['en'], 0],
    ])
    expect(await recordsOf(call, 'notes', 'Harbour light')).toEqual([])

    expect((await begin(call, id)).status).toBe(200)
    expect((await begin(call, id)).status).toBe(409)
    expect((await call('DELETE /imports/:id', { params: { id } })).status).toBe(409)
    await work()
    expect(await read(call, id)).toMatchObject({ status: 'done', done: 1, total: 1 })
    const [made] = await recordsOf(call, 'notes', 'Harbour light')
    const { parts, isPublished } = await editing(call, 'notes', made?.id as number).read()
    expect(isPublished).toBe(false)
    expect(parts.ar.fields).toMatchObject({ title: 'ضوء الميناء', body: 'واحد.' })
    expect(parts.en.fields.body).toMatch(/^One\.\n\n!\[A plan\]\(\/media\/.+\.webp\)$/)
    const redirects = await (await call('GET /imports/:id/redirects', { params: { id } })).text()
    expect(redirects).toContain('/2020/light,/blog-details?note=harbour-light')

    const again = await add(call, 'articles.zip', archive)
    expect(await read(call, again)).toMatchObject({ status: 'ready', total: 0 })
    expect((await begin(call, again)).status).toBe(409)
    expect((await call('DELETE /imports/:id', { params: { id: again } })).status).toBe(204)
    expect((await call('GET /imports/:id', { params: { id: again } })).status).toBe(404)
  })

  test('the jobs of a Greenhouse board become drafts; fields without a place are named', async () => {
    const { call } = await desk.as('owner')
    const board = {
      jobs: [
        {
          id: 4012345,
          title: 'Data &amp; Platform Engineer',
          location: { name: 'Cairo, Egypt' },
          departments: [{ id: 1, name: 'Engineering' }],
          content:
            '&lt;p&gt;You build &lt;strong&gt;pipelines&lt;/strong&gt;.&lt;/p&gt;&lt;h3&gt;Duties&lt;/h3&gt;&lt;ul&gt;&lt;li&gt;one&lt;/li&gt;&lt;li&gt;two&lt;/li&gt;&lt;/ul&gt;&lt;script&gt;alert(1)&lt;/script&gt;',
          first_published: '2026-02-03T10:00:00-05:00',
          absolute_url: 'https://boards.greenhouse.io/x/jobs/4012345',
          offices: [{ name: 'Cairo' }],
          metadata: [],
        },
      ],
      meta: { total: 1 },
    }
    const id = await add(call, 'jobs.json', JSON.stringify(board))
    const planned = await read(call, id)
    expect(planned).toMatchObject({ status: 'ready', kind: 'jobs', total: 1, hasRedirects: false })
    expect(planned.items[0]).toMatchObject({
      name: 'Data & Platform Engineer',
      key: 'GH-4012345',
      languages: ['en'],
      unmapped: ['absolute_url', 'offices'],
    })
    await begin(call, id)
    await work()
    const [made] = await recordsOf(call, 'jobs', 'Platform Engineer')
    const { parts } = await editing(call, 'jobs', made?.id as number).read()
    expect(parts.shared.fields).toMatchObject({ requisition: 'GH-4012345', posted_on: '2026-02-03' })
    expect(parts.en.fields).toMatchObject({
      team: 'Engineering',
      location: 'Cairo, Egypt',
      description: 'You build **pipelines**.\n\n### Duties\n\n- one\n- two',
    })
    expect(parts.ar.isMissing).toBe(true)
    const again = await add(call, 'jobs.json', JSON.stringify(board))
    expect((await read(call, again)).items[0]?.isKnown).toBe(true)
  })

  test('the postings of a Lever board keep workplace, salary and lists', async () => {
    const { call } = await desk.as('editor')
    const posting = {
      id: '5ac21346-8e0c-4494-8e7a-3eb92ff77902',
      text: 'Remote Designer',
      categories: { commitment: 'Full-time', department: 'Design', location: 'Remote' },
      country: 'EG',
      workplaceType: 'remote',
      description: '<div>We draw.</div>',
      descriptionPlain: 'We draw.',
      lists: [
        { text: 'Requirements', content: '<li>taste</li><li>care</li>' },
        { text: 'Your week', content: '<li>talk</li>' },
      ],
      salaryRange: { min: 10, max: 20, currency: 'EGP', interval: 'per-month-salary' },
      createdAt: 1_770_000_000_000,
      hostedUrl: 'https://jobs.lever.co/x/5ac',
    }
    const id = await add(call, 'postings.json', JSON.stringify([posting]))
    await begin(call, id)
    await work()
    const [made] = await recordsOf(call, 'jobs', 'Remote Designer')
    const { parts } = await editing(call, 'jobs', made?.id as number).read()
    expect(parts.shared.fields).toMatchObject({
      requisition: 'LV-5AC21346',
      workplace: 'remote',
      employment_type: 'FULL_TIME',
      country: 'EG',
      salary_period: 'MONTH',
      salary_shown: false,
    })
    expect(parts.en.fields).toMatchObject({
      requirements: ['taste', 'care'],
      description: 'We draw.\n\n## Your week\n\n- talk',
    })
  })

  test.each([
    ['page.xml', '<rss><channel><item><title>x</title></item></channel></rss>', 'notWordPress'],
    ['jobs.json', '{"jobs": [1]}', 'notJobBoard'],
    ['jobs.json', '{"jobs": ', 'notJobBoard'],
    ['photo.bin', 'what', 'unknownFile'],
    ['empty.zip', zipSync({ 'a.txt': new Uint8Array(3) }), 'unknownFile'],
    ['cut.zip', zipSync({ 'a.md': Buffer.alloc(9000, 'word ') }).slice(0, 60), 'archiveDamaged'],
    [
      'cut-between.zip',
      zipSync({ 'a.md': WORDS, 'b.md': WORDS }, { level: 0 }).slice(0, WORDS.length + 34),
      'archiveDamaged',
    ],
    ['climbing.zip', zipSync({ 'a.md': WORDS, '../outside.md': WORDS }), 'archiveEscapes'],
    ['climbing-windows.zip', zipSync({ 'a.md': WORDS, 'b\\..\\..\\outside.md': WORDS }), 'archiveEscapes'],
    ['absolute.zip', zipSync({ '/etc/absolute.md': WORDS }), 'archiveEscapes'],
    ['file-as-folder.zip', zipSync({ 'a.md': WORDS, 'a.md/b.md': WORDS }), 'archiveDamaged'],
    ['long-name.zip', zipSync({ [`${'ط'.repeat(200)}.md`]: WORDS }), 'archiveDamaged'],
    ['entities.xml', LAUGHS, 'notWordPress'],
    ['page.html', '<!DOCTYPE html><html lang="en"><title>x</title></html>', 'notWordPress'],
    ['cut.xml', EXPORT.slice(0, EXPORT.lastIndexOf('</item>')), 'exportDamaged'],
    ['cut-between.xml', EXPORT.slice(0, EXPORT.lastIndexOf('<item>')), 'exportDamaged'],
    ['unclosed.xml', EXPORT.replace('</item>', ''), 'exportDamaged'],
    ['broken.xml', EXPORT.replace('</wp:post_name>', '</wp:name>'), 'exportDamaged'],
    ['endless.xml', EXPORT.replace(']]></content:encoded>', ''), 'exportDamaged'],
    ['long.md', Buffer.alloc(300_001, 'a'), 'textTooLong'],
  ])('%s is refused with a reason, and nothing is kept of it', async (file, bytes, failure) => {
    const { call } = await desk.as('editor')
    const id = await add(call, file, bytes)
    expect(await read(call, id)).toMatchObject({ status: 'failed', failure })
    const row = desk.database.queries.selectFrom('content_imports').select(['bytes', 'plan']).where('id', '=', id)
    expect(await row.executeTakeFirstOrThrow()).toEqual({ bytes: null, plan: '[]' })
    expect((await begin(call, id)).status).toBe(409)
  })

  test('two colleagues who import one file at once make each article once', async () => {
    const file = aWordPressExport(6).toString().replaceAll('post-', `twice-`)
    const ids: string[] = []
    const callers = [await desk.as('editor'), await desk.as('owner')]
    for (const { call } of callers) ids.push(await add(call, 'export.xml', file))
    const call = callers[0]?.call as Caller
    for (const id of ids) expect(await read(call, id)).toMatchObject({ status: 'ready', total: 6 })
    for (const [index, id] of ids.entries()) expect((await begin(callers[index]?.call as Caller, id)).status).toBe(200)
    // Two machines.
    await Promise.all([work(), work()])
    const ended = await Promise.all(ids.map((id) => read(call, id)))
    expect(ended.map(({ status }) => status)).toEqual(['done', 'done'])
    expect(ended.reduce((sum, { done }) => sum + done, 0)).toBe(6)
    const slugs = await slugsOfDrafts('twice-')
    expect(slugs).toEqual(Array.from({ length: 6 }, (_, index) => `twice-${index + 1}`))
  })

  test('an export in several files is read whole, and links between them lead to the articles', async () => {
    const { call } = await desk.as('editor')
    const part = (name: string, more = '') =>
      aWordPressExport(2, { more: () => more })
        .toString()
        .replaceAll('post-', `${name}-`)
    const archive = zipSync({
      'site.001.xml': Buffer.from(part('harbour', '<a href="https://old.example/2024/quay-2/">quay</a>')),
      'site.002.xml': Buffer.from(part('quay')),
    })
    const id = await add(call, 'site.zip', archive)
    expect((await read(call, id)).items.map(({ key }) => key)).toEqual(['harbour-1', 'harbour-2', 'quay-1', 'quay-2'])
    await begin(call, id)
    await work()
    const revisions = await findRows(desk.database.queries, 'content_revisions', { type: 'notes', part: 'en' })
    expect(revisions.filter(({ fields }) => fields.includes('(/blog-details?note=quay-2)'))).toHaveLength(2)
  })

  test('texts of one name become articles of their own, in the same order every time', async () => {
    const { call } = await desk.as('editor')
    const files = {
      'a/ضوء.ar.md': 'واحد',
      'a/ضوء.en.md': 'One',
      'b/بحر.ar.md': 'اثنان',
      'c/swell.md': '1',
      'd/swell.md': '2',
    }
    const archive = zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)])))
    const id = await add(call, 'articles.zip', archive)
    expect((await read(call, id)).items.map(({ key, languages }) => [key, languages])).toEqual([
      ['article', ['en', 'ar']],
      ['article-2', ['ar']],
      ['swell', ['en']],
      ['swell-2', ['en']],
    ])
    await begin(call, id)
    await work()
    const again = await read(call, await add(call, 'articles.zip', archive))
    expect(again.items.map(({ key, isKnown }) => [key, isKnown])).toEqual([
      ['article', true],
      ['article-2', true],
      ['swell', true],
      ['swell-2', true],
    ])
  })

  test('an import that fails three times is a stuck job that goes on when it is tried again', async () => {
    const { call } = await desk.as('editor')
    const recruiter = (await desk.as('recruiter')).call
    const failures: object[] = []
    const workBadly = () => work((details) => failures.push(details))
    vi.stubEnv('TMPDIR', '/proc/no-such-folder')
    const response = await call('POST /imports', {
      query: { name: 'stuck.xml', language: 'en' },
      body: Buffer.from(EXPORT.replaceAll('post-', 'stuck-')),
    })
    const { id } = (await response.json()) as { id: string }
    for (let tries = 1; tries <= 3; tries++) {
      expect(await read(call, id)).toMatchObject({ status: 'reading', isStuck: false })
      await workBadly()
      desk.clock.pass(MINUTE)
    }
    vi.unstubAllEnvs()
    expect(failures).toHaveLength(3)
    expect(await read(call, id)).toMatchObject({ status: 'reading', isStuck: true })
    const stuck = async () =>
      (await bodyOf<{ jobs: ListedJob[] }>(recruiter('GET /queue/stuck'))).jobs.filter(
        ({ kind }) => kind === 'content-import',
      )
    const [job] = await stuck()
    expect(await stuck()).toMatchObject([{ tries: 3, because: 'ENOENT' }])
    expect((await recruiter('POST /queue/:id/retry', { params: { id: String(job?.id) } })).status).toBe(204)
    await work()
    expect(await read(call, id)).toMatchObject({ status: 'ready', isStuck: false, total: 3 })
    expect(await stuck()).toEqual([])
  })

  test('a stuck import can be removed, with its job', async () => {
    const { call } = await desk.as('editor')
    const id = await add(call, 'stuck.xml', EXPORT.replaceAll('post-', 'removed-'))
    await begin(call, id)
    vi.stubEnv('TMPDIR', '/proc/no-such-folder')
    for (let tries = 1; tries <= 3; tries++) {
      await work(() => {})
      desk.clock.pass(MINUTE)
    }
    vi.unstubAllEnvs()
    expect(await read(call, id)).toMatchObject({ status: 'importing', isStuck: true })
    expect((await call('DELETE /imports/:id', { params: { id } })).status).toBe(204)
    expect(await findRows(desk.database.queries, 'queued_jobs', { kind: 'content-import' })).toEqual([])
  })

  test('a file that is too large is refused before it has arrived, and only editors import', async () => {
    const { call, cookie } = await desk.as('editor')
    const large = await call('POST /imports', {
      query: { name: 'large.xml', language: 'en' },
      body: Buffer.alloc(MAX_IMPORT_BYTES + 1),
    })
    expect(large.status).toBe(413)
    const headers = ['Host: localhost', `Cookie: ${cookie}`, 'X-Desk: 1', 'Content-Type: application/octet-stream']
    const target = '/api/imports?name=large.xml&language=en'
    // No byte of the body is sent.
    const refused = await sendRaw(desk.url, requestLines('POST', target, [...headers, 'Content-Length: 200000000']))
    expect(refused.status).toBe(413)
    expect(JSON.parse(refused.body).detail).toBe(problems.tooLarge)
    for (const role of ['recruiter', 'reader'] as const) {
      const other = (await desk.as(role)).call
      expect((await other('GET /imports')).status).toBe(403)
    }
  })
})
