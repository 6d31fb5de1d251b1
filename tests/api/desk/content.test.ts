import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addressOfPicture, MIDDLE, PICTURE_FORMATS, widthsOf } from '#contract/uploaded-pictures.ts'
import type { Check } from '#domain/content/checks.ts'
import { watchContentVersion } from '#domain/content/content-version.ts'
import { exportContent } from '#domain/content/export-content.ts'
import { loadContent } from '#domain/content/load-content.ts'
import { addPicture, changePicture } from '#domain/content/pictures/pictures.ts'
import { findEntity, listEntities } from '#domain/content/published.ts'
import { isJobOpen } from '#domain/content/published-jobs.ts'
import type { ListedRevision } from '#domain/content/revisions.ts'
import type { Part } from '#domain/content/types/definition.ts'
import { CONTENT_TYPES } from '#domain/content/types/index.ts'
import { listAuditTrail } from '#domain/platform/audit-trail.ts'
import { calendarDay } from '#domain/platform/calendar.ts'
import { openDatabase } from '#domain/platform/database/connection.ts'
import { LANGUAGES } from '#texts/languages.ts'
import { startApi } from '../../support/api.ts'
import { bodyOf, type Described, editing } from '../../support/content-record.ts'
import { DATABASES, databasesByTurn, freshDatabaseOf } from '../../support/databases.ts'
import { type Caller, deskOn, startDesk } from '../../support/desk-api.ts'
import { storeApplication } from '../../support/desk-submissions.ts'

describe.each(databasesByTurn(1))('the content in the desk on %s', (name) => {
  const desk = deskOn(name)
  const editor = async () => (await desk.as('editor')).call

  test('loaded records are published and not behind', async () => {
    const call = await editor()
    const { counts, types } = await bodyOf<{ counts: Record<string, Record<string, number>>; types: object[] }>(
      call('GET /content'),
    )
    expect(types).toHaveLength(CONTENT_TYPES.length)
    expect(counts.services).toMatchObject({ total: 6, published: 6, draft: 0, behind: 0, missing: 0 })
    const record = await editing(call, 'services', 2).read()
    expect(record.parts.en.fields.title).toBe((await findEntity(desk.database.queries, 'services', 2, 'en'))?.title)
    expect(record.parts.ar.isDraft).toBe(false)
  })

  test('a draft changes nothing that visitors read, until it is published', async () => {
    const one = editing(await editor(), 'services', 1)
    const site = () =>
      Promise.all(LANGUAGES.map((language) => findEntity(desk.database.queries, 'services', 1, language)))
    const before = await site()
    expect((await one.save('en', { title: 'Apps that work underground' })).status).toBe(200)
    expect(await site()).toEqual(before)
    expect((await one.read()).parts.en).toMatchObject({
      isDraft: true,
      published: { fields: { title: before[0]?.title } },
    })

    expect((await one.publish('en')).status).toBe(200)
    const [english, arabic] = await site()
    expect(english?.title).toBe('Apps that work underground')
    expect(arabic).toEqual(before[1])
    expect((await one.read()).parts.en.isDraft).toBe(false)
  })

  test('changing one language marks the other as behind, with the former text', async () => {
    const one = editing(await editor(), 'services', 3)
    const { title } = (await one.read()).parts.en.fields
    await one.save('en', { title: 'Company systems' })
    await one.save('en', { title: 'Company systems that fit' })
    expect((await one.read()).parts.ar.behind).toEqual([
      { language: 'en', field: 'title', before: title, after: 'Company systems that fit' },
    ])
    await one.save('ar', { title: 'أنظمة للشركات' })
    await one.save('ar', { title: 'أنظمة تلائم الشركات' })
    const { parts } = await one.read()
    expect([parts.en.behind, parts.ar.behind]).toEqual([[], []])
  })

  test('a small edit marks nothing as behind, and a text can be confirmed as still right', async () => {
    const call = await editor()
    const one = editing(call, 'services', 4)
    const { summary } = (await one.read()).parts.en.fields
    await one.save('en', { summary: `${summary}!` }, { isSmall: true })
    expect((await one.read()).parts.ar.behind).toEqual([])
    await one.save('en', { summary: 'Something else' })
    expect((await one.read()).parts.ar.behind).toHaveLength(1)
    const listed = () =>
      bodyOf<{ items: { id: number }[] }>(
        call('GET /content/:type', { params: { type: 'services' }, query: { state: 'behind', language: 'ar' } }),
      )
    expect((await listed()).items.map(({ id }) => id)).toContain(4)
    const body = { language: 'ar', fields: ['summary'], parts: await one.versions('en', 'ar') }
    await call('POST /content/:type/:id/confirm', { params: one.params, body })
    expect((await one.read()).parts.ar.behind).toEqual([])
    expect((await listed()).items.map(({ id }) => id)).not.toContain(4)
  })

  test('a team of two jobs is respelt by writing it alike in both drafts, and then publishing each', async () => {
    const call = await editor()
    const [first, second] = [editing(call, 'jobs', 1), editing(call, 'jobs', 2)]
    const name = { en: 'Field Work', ar: 'العمل الميداني' }
    for (const one of [first, second]) {
      for (const language of LANGUAGES) await one.save(language, { team: name[language] })
      expect((await one.read()).checks.filter(({ check }) => check === 'nameDiffers')).toEqual([])
    }
    // Renamed one after the other, the two briefly have the same name.
    for (const one of [first, second]) expect((await one.publish('en', 'ar')).status).toBe(200)

    await first.save('ar', { team: 'العمل في الميدان' })
    expect((await first.publish('ar')).status).toBe(409)
    await second.save('ar', { team: 'العمل في الميدان' })
    expect((await first.read()).checks.filter(({ check }) => check === 'nameDiffers')).toEqual([])
    expect((await first.publish('ar')).status).toBe(200)

    // In between, an export loads and names the conflict.
    const folder = mkdtempSync(path.join(tmpdir(), 'nuqta-export-'))
    await exportContent(desk.database, 'content', folder)
    const { remarks } = await loadContent(desk.database, folder)
    rmSync(folder, { recursive: true })
    expect(remarks).toEqual([expect.stringContaining('team must be written as elsewhere')])
    expect((await second.publish('ar')).status).toBe(200)
  })

  test('a time of a far year is refused in words', async () => {
    const one = editing(await editor(), 'services', 6)
    await one.save('en', { title: 'In the far future' })
    const refused = await one.schedule('9999-12-31T23:59', 'en')
    expect(refused.status).toBe(422)
    expect(await refused.json()).toMatchObject({ errors: { at: ['timeFar'] } })
    await one.discard('en')
  })

  test('of two who save from the same version, the second is shown both and nothing is overwritten', async () => {
    const [first, second] = [editing(await editor(), 'projects', 3), editing(await editor(), 'projects', 3)]
    const { version } = (await first.read()).parts.en
    expect((await first.save('en', { title: 'First' }, { version })).status).toBe(200)
    const refused = await second.save('en', { title: 'Second' }, { version })
    expect(refused.status).toBe(409)
    const { details } = (await refused.json()) as { details: { current: Described; wanted: { fields: object }[] } }
    expect(details.current.parts.en.fields.title).toBe('First')
    expect(details.wanted[0]?.fields).toEqual({ title: 'Second' })
    expect((await first.save('ar', { title: 'غيره' })).status).toBe(200)
  })

  test('of many who save in the same moment one wins, and many who begin a record get one each', async () => {
    const call = await editor()
    const one = editing(call, 'projects', 4)
    const { version } = (await one.read()).parts.en
    const saved = await Promise.all(
      Array.from({ length: 6 }, (_, index) => one.save('en', { title: `Title ${index}` }, { version })),
    )
    expect(saved.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
    const begun = await Promise.all(
      Array.from({ length: 6 }, () =>
        bodyOf<{ id: number }>(call('POST /content/:type', { params: { type: 'team' } })),
      ),
    )
    expect(new Set(begun.map(({ id }) => id)).size).toBe(6)
    const done = await Promise.all([
      ...begun.map(({ id }) => editing(call, 'team', id).remove()),
      one.publish('en'),
      editing(call, 'services', 6).publish('ar'),
      editing(call, 'team', 3).publish('en'),
    ])
    expect(done.filter(({ ok }) => !ok)).toEqual([])
  })

  test('a new project is told what it lacks, and is on the site once it lacks nothing', async () => {
    const call = await editor()
    const { id } = await bodyOf<{ id: number }>(call('POST /content/:type', { params: { type: 'projects' } }))
    const one = editing(call, 'projects', id)
    const text = (words: string) => ({ title: words, summary: words, description: words })
    await one.save('en', text('A project'))
    const blocked = await one.publish('shared', 'en', 'ar')
    expect(blocked.status).toBe(409)
    const { details } = (await blocked.json()) as { details: { checks: Check[] } }
    expect(details.checks).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ check: 'missing', field: 'title', language: 'ar', isBlocking: true }),
        expect.objectContaining({ check: 'missing', field: 'start_date', language: null }),
      ]),
    )
    expect(await findEntity(desk.database.queries, 'projects', id, 'en')).toBeUndefined()

    const { icon_image, images } = (await editing(call, 'projects', 1).read()).parts.shared.fields
    await one.save('ar', text('مشروع'))
    await one.save('shared', { type: 'Mobile App', start_date: '2026-03-01', icon_image, images })
    expect((await one.publish('shared', 'en', 'ar')).status).toBe(200)
    expect(await findEntity(desk.database.queries, 'projects', id, 'ar')).toMatchObject({
      title: 'مشروع',
      type: 'Mobile App',
    })
    const removal = await one.remove()
    expect(removal.status).toBe(409)

    expect((await one.unpublish()).status).toBe(200)
    expect(await findEntity(desk.database.queries, 'projects', id, 'ar')).toBeUndefined()
    expect((await one.read()).parts.en).toMatchObject({ isDraft: true, fields: text('A project') })
    expect((await one.publish('shared', 'en', 'ar')).status).toBe(200)
  })

  test('a picture that was uploaded needs words in every language, and has them on the site', async () => {
    const call = await editor()
    const one = editing(call, 'projects', 6)
    const id = 'AAAAAAAAAAAAAAAA'
    const files = widthsOf({ width: 640 }).flatMap((width) =>
      PICTURE_FORMATS.map((format) => ({ width, format, bytes: Buffer.from('picture') })),
    )
    const prepared = { width: 640, height: 480, files }
    const { database, clock } = desk
    await database.write((queries) =>
      addPicture(queries, { id, name: 'photo.jpg', prepared, uploadedBy: null }, clock.now),
    )
    const address = addressOfPicture({ id, ...prepared, focus: MIDDLE })
    await one.save('shared', { images: [{ en: address, ar: address }] })
    const blocked = await one.publish('shared')
    const { details } = (await blocked.json()) as { details: { checks: Check[] } }
    expect(details.checks.map(({ check, language }) => `${check} ${language}`)).toEqual([
      'pictureWords en',
      'pictureWords ar',
    ])
    const words = { en: 'A kitchen', ar: 'مطبخ' }
    await database.write((queries) =>
      changePicture(queries, { id, version: 1 }, { words, isDecorative: false, focus: MIDDLE }),
    )
    expect((await one.publish('shared')).status).toBe(200)
    expect((await findEntity(database.queries, 'projects', 6, 'ar'))?.images).toEqual([{ url: address, alt: 'مطبخ' }])

    const folder = mkdtempSync(path.join(tmpdir(), 'nuqta-export-'))
    expect(await exportContent(database, 'content', folder)).toMatchObject({ missing: [] })
    await loadContent(database, folder)
    expect((await findEntity(database.queries, 'projects', 6, 'en'))?.images).toEqual([
      { url: address, alt: 'A kitchen' },
    ])
    rmSync(folder, { recursive: true })
    const gone = address.replace(id, 'BBBBBBBBBBBBBBBB')
    await one.save('shared', { images: [{ en: gone, ar: gone }] })
    expect((await one.read()).checks).toMatchObject([{ check: 'pictureFormat', isBlocking: true }])
  })

  test('a team member has a portrait in the guest API only once a picture is published', async () => {
    const id = 'DDDDDDDDDDDDDDDD'
    const prepared = { width: 600, height: 600, files: [] }
    await desk.database.write((queries) =>
      addPicture(queries, { id, name: 'portrait.jpg', prepared, uploadedBy: null }, desk.clock.now),
    )
    await desk.database.write((queries) =>
      changePicture(
        queries,
        { id, version: 1 },
        { words: { en: 'Youssef', ar: 'يوسف' }, isDecorative: false, focus: MIDDLE },
      ),
    )
    const address = addressOfPicture({ id, ...prepared, focus: MIDDLE })
    const one = editing(await editor(), 'team', 2)
    const member = async () => (await listEntities(desk.database.queries, 'team', 'en'))[1]
    const drawn = await member()
    expect(drawn).not.toHaveProperty('portrait')
    await one.save('shared', { portrait: { en: address, ar: address } })
    expect(await member()).toEqual(drawn)
    expect((await one.publish('shared')).status).toBe(200)
    expect(await member()).toEqual({ ...drawn, portrait: address })
  })

  test('a former version comes back without the pictures that were deleted since, and says so', async () => {
    const call = await editor()
    const one = editing(call, 'projects', 7)
    const { images, icon_image } = (await one.read()).parts.shared.fields as Record<string, object[]>
    const id = 'CCCCCCCCCCCCCCCC'
    const prepared = { width: 640, height: 480, files: [] }
    await desk.database.write((queries) =>
      addPicture(queries, { id, name: 'photo.jpg', prepared, uploadedBy: null }, desk.clock.now),
    )
    const address = addressOfPicture({ id, ...prepared, focus: MIDDLE })
    const gone = { en: address, ar: address }
    await one.save('shared', { images: [gone, ...(images as object[])], icon_image: gone })
    const { number } = (await one.read()).parts.shared
    const remove = () => call('DELETE /pictures/:id', { params: { id }, query: { version: '1' } })
    expect((await remove()).status).toBe(409)
    const other = editing(await editor(), 'projects', 7)
    await other.save('shared', { images, icon_image })
    const { revisions } = await bodyOf<{ revisions: ListedRevision[] }>(
      call('GET /content/:type/:id/history', { params: one.params }),
    )
    expect(revisions.some((each) => each.part === 'shared' && each.number === number)).toBe(true)
    const restore = () => bodyOf<Described & { missingPictures: number }>(one.restore('shared', number))
    expect(await restore()).toMatchObject({ missingPictures: 0, parts: { shared: { fields: { icon_image: gone } } } })
    await one.discard('shared')

    expect((await remove()).status).toBe(204)
    const restored = await restore()
    expect(restored).toMatchObject({ missingPictures: 2, parts: { shared: { fields: { images, icon_image: null } } } })
    expect(restored.checks).toContainEqual(expect.objectContaining({ check: 'missing', field: 'icon_image' }))
    await one.discard('shared')
  })

  test('the order is the one that was given, and only a whole one is taken', async () => {
    const call = await editor()
    const ids = (await listEntities(desk.database.queries, 'services', 'en')).map(({ id }) => id).reverse()
    const seen = ids.toReversed()
    const put = (wanted: number[]) =>
      call('PUT /content/:type/order', { params: { type: 'services' }, body: { ids: wanted, seen } })
    expect((await put(ids.slice(1))).status).toBe(409)
    expect((await put(ids)).status).toBe(204)
    expect((await listEntities(desk.database.queries, 'services', 'en')).map(({ id }) => id)).toEqual(ids)
  })

  test('the history says who wrote what, and any of it comes back as a draft', async () => {
    const { call, person } = await desk.as('editor')
    const one = editing(call, 'team', 1)
    const { fields, number: loaded } = (await one.read()).parts.en
    await one.save('en', { role: 'Draws and explains' })
    const other = editing(await editor(), 'team', 1)
    await other.save('en', { role: 'Explains' })
    const { revisions, names } = await bodyOf<{ revisions: ListedRevision[]; names: Record<string, string> }>(
      call('GET /content/:type/:id/history', { params: one.params }),
    )
    const english = revisions.filter(({ part }) => part === 'en').toSorted((a, b) => a.number - b.number)
    expect(english.map(({ state }) => state)).toEqual(['published', 'superseded', 'draft'])
    expect(english.map(({ author }) => author === person.id)).toEqual([false, true, false])
    expect(names[person.id]).toBe(person.name)

    const [{ version } = { version: 0 }] = await one.versions('en')
    const body = { part: 'en', number: english[1]?.number, version }
    const restored = await bodyOf(call('POST /content/:type/:id/restore', { params: one.params, body }))
    expect(restored.parts.en.fields.role).toBe('Draws and explains')
    const parts = await one.versions('en')
    const discarded = await bodyOf(call('POST /content/:type/:id/discard', { params: one.params, body: { parts } }))
    expect(discarded.parts.en).toMatchObject({ fields, number: loaded, isDraft: false })
    expect(discarded.parts.ar.behind).toEqual([])
    const revision = { ...one.params, part: 'en', number: String(english[1]?.number) }
    const read = await bodyOf<{ fields: object }>(
      call('GET /content/:type/:id/history/:part/:number', { params: revision }),
    )
    expect(read.fields).toMatchObject({ role: 'Draws and explains' })
  })

  test('one at a time has a record, until a colleague takes over or they leave', async () => {
    const [one, other] = [await desk.as('editor'), await desk.as('editor')]
    const params = { type: 'team', id: '2' }
    const lock = (call: Caller, isTakeOver = false) =>
      bodyOf<{ isMine: boolean; holder: { name: string } }>(
        call('PUT /content/:type/:id/lock', { params, body: { isTakeOver } }),
      )
    expect(await lock(one.call)).toMatchObject({ isMine: true })
    expect(await lock(other.call)).toMatchObject({ isMine: false, holder: { name: one.person.name } })
    expect(await lock(other.call, true)).toMatchObject({ isMine: true })
    expect(await lock(one.call)).toMatchObject({ isMine: false, holder: { name: other.person.name } })
    await other.call('DELETE /content/:type/:id/lock', { params })
    expect(await lock(one.call)).toMatchObject({ isMine: true })
    desk.clock.pass(2 * 60_000)
    expect(await lock(other.call)).toMatchObject({ isMine: true })
  })

  test('a job that somebody applied for is closed instead of taken away', async () => {
    const call = await editor()
    await storeApplication(desk, { fields: { job_id: 2 } })
    const [applied, free] = [editing(call, 'jobs', 2), editing(call, 'jobs', 4)]
    const day = calendarDay(desk.clock.now, 'Africa/Cairo')
    const close = (job: typeof applied) => bodyOf<Described & { isClosed: boolean }>(job.unpublish())
    expect(await close(applied)).toMatchObject({ isClosed: true, isPublished: true })
    expect(await close(free)).toMatchObject({ isClosed: false, isPublished: false })
    const { queries } = desk.database
    expect(await isJobOpen(queries, 2, day)).toBe(false)
    expect(await isJobOpen(queries, 4, day)).toBe(false)
    const published = await listEntities(queries, 'jobs', 'en')
    expect(published.map(({ id }) => id).filter((id) => id === 2 || id === 4)).toEqual([2])
    const events = await queries.selectFrom('published_jobs').select('job_id').where('job_id', 'in', [2, 4]).execute()
    expect(events).toEqual([])
    expect((await free.publish('shared', 'en', 'ar')).status).toBe(200)
    expect(await isJobOpen(queries, 4, day)).toBe(true)
  })

  test('a job that was closed stays closed when a draft or a schedule of it, begun before, is published', async () => {
    const call = await editor()
    await storeApplication(desk, { fields: { job_id: 5 } })
    const job = editing(call, 'jobs', 5)
    const day = calendarDay(desk.clock.now, 'Africa/Cairo')
    await job.save('shared', { seats: 7 })
    const body = { parts: await job.versions('shared'), at: '2099-01-05T09:00' }
    expect((await call('PUT /content/:type/:id/schedule', { params: job.params, body })).status).toBe(200)
    await job.unpublish()
    const { shared } = (await job.read()).parts
    expect(shared).toMatchObject({ isDraft: true, scheduled: null, fields: { seats: 7 } })
    expect((await job.publish('shared')).status).toBe(200)
    expect(await isJobOpen(desk.database.queries, 5, day)).toBe(false)
  })

  test('a list says of each language what waits in it', async () => {
    const call = await editor()
    const one = editing(call, 'projects', 8)
    await one.save('ar', { title: 'عنوان آخر' }, { isSmall: true })
    const listed = async () => {
      const { items } = await bodyOf<{ items: { id: number; drafts: string[]; scheduled: string[] }[] }>(
        call('GET /content/:type', { params: { type: 'projects' } }),
      )
      return items.find(({ id }) => id === 8)
    }
    expect(await listed()).toMatchObject({ drafts: ['ar'], scheduled: [] })
    const body = { parts: await one.versions('ar'), at: '2099-01-05T09:00' }
    await call('PUT /content/:type/:id/schedule', { params: one.params, body })
    expect(await listed()).toMatchObject({ scheduled: ['ar'] })
    // Shared fields have one value for all languages.
    await one.save('shared', { start_date: '2026-01-01' })
    expect(await listed()).toMatchObject({ drafts: ['en', 'ar'] })
  })

  test('looking at a blank record stores nothing, and its first letter stores it', async () => {
    const call = await editor()
    const total = async () =>
      (await bodyOf<{ total: number }>(call('GET /content/:type', { params: { type: 'team' } }))).total
    const before = await total()
    const blank = await bodyOf<{ id: number; checks: Check[] }>(
      call('GET /content/:type/:id', { params: { type: 'team', id: 'new' } }),
    )
    expect(blank.id).toBe(0)
    expect(blank.checks.some(({ check }) => check === 'missing')).toBe(true)
    expect(await total()).toBe(before)
    const body = { parts: [{ part: 'ar' as const, fields: { name: 'ن' }, isSmall: false }] }
    const begun = await bodyOf<{ id: number }>(call('POST /content/:type', { params: { type: 'team' }, body }))
    expect((await editing(call, 'team', begun.id).read()).parts.ar).toMatchObject({ version: 2, fields: { name: 'ن' } })
    expect(await total()).toBe(before + 1)
    await editing(call, 'team', begun.id).remove()
    const single = await call('GET /content/:type/:id', { params: { type: 'company', id: 'new' } })
    expect(single.status).toBe(404)
  })

  test('a first letter whose response was lost goes on with its record', async () => {
    const call = await editor()
    const begin = (name: string, key: string) => {
      const parts = [{ part: 'en' as const, fields: { name }, isSmall: false }]
      return bodyOf<{ id: number }>(call('POST /content/:type', { params: { type: 'team' }, body: { parts, key } }))
    }
    const key = randomUUID()
    const { id } = await begin('N', key)
    expect(await begin('Nadia', key)).toMatchObject({ id, parts: { en: { fields: { name: 'Nadia' } } } })
    const other = await begin('Nadia', randomUUID())
    expect(other.id).not.toBe(id)
    for (const each of [id, other.id]) await editing(call, 'team', each).remove()
  })

  test('a first letter that is refused stores no record', async () => {
    const call = await editor()
    const total = async () =>
      (await bodyOf<{ total: number }>(call('GET /content/:type', { params: { type: 'team' } }))).total
    const before = await total()
    for (const fields of [{ nonsense: 'x' }, { name: 7 }, { name: 'x'.repeat(30_000) }]) {
      const body = { parts: [{ part: 'en' as const, fields, isSmall: false }] }
      expect((await call('POST /content/:type', { params: { type: 'team' }, body })).status).toBe(422)
    }
    expect(await total()).toBe(before)
  })

  test('the number of a job is given once, also in the desk', async () => {
    const job = editing(await editor(), 'jobs', 1)
    await job.save('shared', { requisition: 'J-9' })
    const refused = await job.publish('shared')
    expect(refused.status).toBe(409)
    const { details } = (await refused.json()) as { details: { checks: Check[] } }
    expect(details.checks.filter(({ isBlocking }) => isBlocking)).toMatchObject([{ check: 'requisitionChanged' }])
  })

  test('fields that are none, of another kind or too long are refused, and nothing is saved', async () => {
    const one = editing(await editor(), 'projects', 5)
    const before = await one.read()
    const wrong: [Part, object, string][] = [
      ['en', { nmae: 'x' }, 'invalid'],
      ['en', { start_date: '2026-01-01' }, 'invalid'],
      ['shared', { title: 'x' }, 'invalid'],
      ['en', { title: ['x'] }, 'invalid'],
      ['en', { title: 'x'.repeat(300) }, 'tooLong'],
      ['shared', { images: [{ en: 1 }] }, 'invalid'],
      ['shared', { type: 'Game' }, 'invalid'],
      ['shared', { start_date: '2026-02-30' }, 'invalid'],
      ['shared', { start_date: 'x' }, 'invalid'],
      ['en', { __proto__: null, constructor: 'x' }, 'invalid'],
    ]
    for (const [part, fields, error] of wrong) {
      const response = await one.save(part, fields)
      expect([fields, response.status]).toEqual([fields, 422])
      const { errors } = (await response.json()) as { errors: Record<string, string[]> }
      expect(Object.values(errors)).toEqual([[error]])
    }
    expect(await one.read()).toEqual(before)
  })

  test('line breaks are kept where a text has paragraphs, and nowhere else', async () => {
    const one = editing(await editor(), 'jobs', 3)
    const broken = 'One\r\n\r\ntwo \n three'
    await one.save('en', { title: broken, description: broken, requirements: [broken], team: '\n' })
    await one.save('shared', { contact_email: 'jobs@example.com\nbcc@example.com' })
    const { parts } = await one.read()
    expect(parts.en.fields).toMatchObject({
      title: 'One two three',
      description: 'One\n\ntwo \n three',
      requirements: ['One two three'],
      team: ' ',
    })
    expect(parts.shared.fields.contact_email).toBe('jobs@example.com bcc@example.com')
    await one.discard('en', 'shared')
  })

  test('whatever is written in one language, the other stays byte for byte as it was', async () => {
    const one = editing(await editor(), 'services', 5)
    const { queries } = desk.database
    const arabic = () =>
      Promise.all([
        queries
          .selectFrom('content_revisions')
          .selectAll()
          .where('type', '=', 'services')
          .where('record_id', '=', 5)
          .where('part', 'in', ['ar', 'shared'])
          .orderBy('part')
          .orderBy('number')
          .execute(),
        findEntity(queries, 'services', 5, 'ar'),
      ])
    const before = await arabic()
    const letter = fc.constantFrom('a', 'Z', '9', ' ', '<', '&', '"', '%', '_', 'ل', 'ـ', 'ٍ', '،', '٣', '😀')
    const text = fc
      .string({ unit: letter, minLength: 1, maxLength: 60 })
      .map((each) => each.trim())
      .filter(Boolean)
    const fields = fc.record({ title: text, summary: text, description: text }, { requiredKeys: [] })
    await fc.assert(
      fc.asyncProperty(fields, fc.boolean(), async (changes, isPublished) => {
        const response = await one.save('en', changes)
        expect(response.status).toBe(200)
        const { parts } = (await response.json()) as Described
        expect(parts.en.fields).toMatchObject(changes)
        if (isPublished) await one.publish('en')
        expect(await arabic()).toEqual(before)
      }),
      { numRuns: 25 },
    )
  })
})

describe.each(databasesByTurn(0))('a schedule on %s', (name) => {
  const fresh = freshDatabaseOf(name)

  async function twoProcesses() {
    const settings = await fresh()
    const desk = await startDesk(settings)
    const other = await openDatabase(settings)
    const watches = await Promise.all(
      [desk.database, other].map((database) => watchContentVersion(database, () => desk.clock.now)),
    )
    const stop = async () => {
      for (const watch of watches) watch.stop()
      await other.close()
      await desk.stop()
    }
    return { desk, watches, stop }
  }

  test('is no part of a version of another moment: no former address leads to one that is gone', async () => {
    const { desk, watches, stop } = await twoProcesses()
    const { call } = await desk.as('editor')
    const one = editing(call, 'notes', 1)
    const wrong: unknown[] = []
    let isOver = false
    let published = 0
    const earlier = (slugs: string[]) => {
      const number = Number(slugs.find((slug) => slug.startsWith('renamed-'))?.split('-')[1] ?? 0)
      return Array.from({ length: number }, (_, index) => `renamed-${index + 1}`)
    }
    const reading = (async () => {
      while (!isOver)
        for (const watch of watches) {
          await setImmediate()
          await watch.refresh()
          const { notes, 'moved-notes': moved } = watch.current().siteContent.pages.en
          const slugs = notes.map(({ slug }) => slug)
          wrong.push(...Object.entries(moved).filter(([from, to]) => slugs.includes(from) || !slugs.includes(to)))
          wrong.push(...earlier(slugs).filter((slug) => !slugs.includes(slug) && !Object.hasOwn(moved, slug)))
        }
    })()
    while (published < 20) {
      await one.save('shared', { slug: `renamed-${++published}` })
      expect((await one.publish('shared')).status).toBe(200)
    }
    isOver = true
    await reading
    expect(wrong).toEqual([])
    await stop()
  })

  test('is kept by whichever process looks first, once, with what was written when it was made', async () => {
    const { desk, watches, stop } = await twoProcesses()
    desk.clock.now = new Date('2026-10-29T10:00:00Z')
    const { call } = await desk.as('editor')
    const one = editing(call, 'services', 1)
    const title = async () => (await findEntity(desk.database.queries, 'services', 1, 'en'))?.title
    const before = await title()
    await one.save('en', { title: 'Tomorrow' })
    const at = async (time: string) =>
      call('PUT /content/:type/:id/schedule', {
        params: one.params,
        body: { parts: await one.versions('en'), at: time },
      })
    expect((await at('2026-10-29T11:00')).status).toBe(422)
    expect((await at('2027-04-30T00:30')).status).toBe(422)
    // Cairo's clocks go back that night.
    const scheduled = await bodyOf(at('2026-10-30T09:00'))
    expect(scheduled.parts.en.scheduled?.at).toBe('2026-10-30T07:00:00.000Z')
    await one.save('en', { title: 'Later' })

    desk.clock.now = new Date('2026-10-30T06:59:59Z')
    await Promise.all(watches.map((watch) => watch.refresh()))
    expect(await title()).toBe(before)

    desk.clock.now = new Date('2026-10-30T07:00:00Z')
    const versions = watches.map((watch) => watch.current().content)
    await Promise.all(watches.map((watch) => watch.refresh()))
    await Promise.all(watches.map((watch) => watch.refresh()))
    expect(await title()).toBe('Tomorrow')
    expect(watches[0]?.current().content).toBe(watches[1]?.current().content)
    expect(versions).not.toContain(watches[0]?.current().content)
    const trail = await listAuditTrail(desk.database.queries)
    const kept = trail.filter(({ action, actor }) => action === 'content.publish' && actor === 'server')
    expect(kept).toMatchObject([{ subject: 'services/1' }])
    const { parts } = await editing((await desk.as('editor')).call, 'services', 1).read()
    expect(parts.en).toMatchObject({ isDraft: true, scheduled: null, fields: { title: 'Later' } })
    await stop()
  })

  test('of something that may not be published any more ends, and the draft waits', async () => {
    const { desk, watches, stop } = await twoProcesses()
    desk.clock.now = new Date('2026-01-12T10:00:00Z')
    const { call } = await desk.as('editor')
    const [one, other] = [editing(call, 'jobs', 1), editing(call, 'jobs', 3)]
    const move = async (job: typeof one, city: Record<'en' | 'ar', string>) => {
      await job.save('en', { city: city.en })
      await job.save('ar', { city: city.ar })
    }
    await move(one, { en: 'Giza', ar: 'الجيزة' })
    const body = { parts: await one.versions('en', 'ar'), at: '2026-01-14T09:00' }
    expect((await call('PUT /content/:type/:id/schedule', { params: one.params, body })).status).toBe(200)
    // The same city has another Arabic name.
    await move(other, { en: 'Giza', ar: 'جيزة' })
    expect((await other.publish('en', 'ar')).status).toBe(200)
    desk.clock.now = new Date('2026-01-14T07:30:00Z')
    await watches[0]?.refresh()
    const { parts: after } = await editing((await desk.as('editor')).call, 'jobs', 1).read()
    expect(after.en).toMatchObject({ isDraft: true, scheduled: null })
    const actions = (await listAuditTrail(desk.database.queries)).map(({ action }) => action)
    expect(actions).toContain('content.publish-blocked')
    await stop()
  })
})

describe.each(DATABASES)('publishing on %s', (name) => {
  const fresh = freshDatabaseOf(name)

  test('reaches another process without a restart', async () => {
    const settings = await fresh()
    const desk = await startDesk(settings)
    const api = await startApi(settings)
    const { call } = await desk.as('editor')
    const job = editing(call, 'jobs', 3)
    const published = async () =>
      ((await (await api.get('job')).json()) as { data: { id: number; title: string }[] }).data
    await job.save('en', { title: 'Engineer, edited in the desk' })
    await job.publish('en')
    await expect
      .poll(async () => (await published()).find(({ id }) => id === 3)?.title)
      .toBe('Engineer, edited in the desk')
    await job.unpublish()
    await expect.poll(async () => (await published()).some(({ id }) => id === 3)).toBe(false)
    const other = await bodyOf<{ items: { id: number; title: Record<string, string> }[] }>(
      call('GET /content/:type', { params: { type: 'jobs' }, query: { state: 'unpublished' } }),
    )
    expect(other.items).toMatchObject([{ id: 3, title: { en: 'Engineer, edited in the desk' } }])
    await api.stop()
    await desk.stop()
  })
})
