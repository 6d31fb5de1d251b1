import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { addressOfPicture, PICTURE_FORMATS } from '#contract/uploaded-pictures.ts'
import { CONTENT_TYPES, type ContentType, type Part } from '#domain/content/content-model.ts'
import { readRecord } from '#domain/content/content-records.ts'
import { createRecord, saveDraft } from '#domain/content/drafts.ts'
import { exportContent } from '#domain/content/export-content.ts'
import { FACT_TYPES, findCompany, isFactType } from '#domain/content/facts.ts'
import { ChangedInDesk, loadContent, loadContentOnce } from '#domain/content/load-content.ts'
import { addPicture, changePicture, readPictureBytes } from '#domain/content/pictures/pictures.ts'
import { publishDrafts, putRecordsInOrder, unpublish } from '#domain/content/publishing.ts'
import { listAuditTrail } from '#domain/platform/audit-trail.ts'
import { openDatabase } from '#domain/platform/database/connection.ts'
import type { Database } from '#domain/platform/database/database.ts'
import { differences, takeFingerprint } from '#domain/platform/database/every-table.ts'
import { migrate } from '#domain/platform/database/migrate.ts'
import { tableShapes } from '#domain/platform/database/table-shapes.ts'
import { contentFolderWith } from '../support/content-folder.ts'
import { DATABASES, emptyDatabaseOf } from '../support/databases.ts'

const NOW = new Date('2026-03-15T10:00:00Z')
const editing = { author: 'somebody', now: NOW }

describe.each(DATABASES)('content as files, on %s', (name) => {
  const empty = emptyDatabaseOf(name)
  const folder = mkdtempSync(path.join(tmpdir(), 'nuqta-files-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const newFolder = () => mkdtempSync(path.join(folder, 'export-'))

  async function filled() {
    const database = await openDatabase(await empty())
    await migrate(database)
    await loadContent(database, 'content', NOW)
    return database
  }

  /** As somebody at the desk would. */
  async function change(database: Database, type: ContentType, id: number, part: Part, fields: object) {
    await database.write(async (queries) => {
      const version = (await readRecord(queries, type, id))?.parts[part].version ?? 0
      await saveDraft(queries, type, id, [{ part, version, fields: fields as never }], editing)
    })
  }
  async function publish(database: Database, type: ContentType, id: number, part: Part) {
    await database.write(async (queries) => {
      const version = (await readRecord(queries, type, id))?.parts[part].version ?? 0
      expect(await publishDrafts(queries, type, id, [{ part, version }], editing)).toMatchObject({ kind: 'published' })
    })
  }

  const jsonIn = (from: string) =>
    Object.fromEntries(CONTENT_TYPES.map((type) => [type, readFileSync(path.join(from, `${type}.json`), 'utf8')]))

  const contentTables = async () =>
    (await tableShapes()).filter(({ name: table }) =>
      /^content_(records|parts|revisions)$|^project|^services$|^jobs$|^reviews$|^team_|^categories$|^contact_info$/.test(
        table,
      ),
    )

  test('what is exported is what was loaded, with its pictures', async () => {
    const database = await filled()
    const to = newFolder()
    const { records, pictures, missing } = await exportContent(database, 'content', to)
    expect(missing).toEqual([])
    expect(pictures).toBe(
      readdirSync(path.join(to, 'images'), { recursive: true, withFileTypes: true }).filter((each) => each.isFile())
        .length,
    )
    expect(records).toBeGreaterThan(30)
    for (const [type, text] of Object.entries(jsonIn(to))) {
      const own = JSON.parse(readFileSync(`content/${type}.json`, 'utf8'))
      // Days that the starter content counts from loading are days of the calendar by now.
      if (type === 'jobs') expect(JSON.parse(text)).toHaveLength(own.length)
      else expect(JSON.parse(text)).toEqual(own)
    }
    await database.close()
  })

  test('loading an export changes nothing, also of what was changed in the desk', async () => {
    const database = await filled()
    await change(database, 'services', 1, 'en', { title: 'Edited in the desk' })
    await publish(database, 'services', 1, 'en')
    await change(database, 'team', 1, 'ar', { role: 'مسودة' })
    const to = newFolder()
    await exportContent(database, 'content', to)
    const before = await takeFingerprint(database.queries, await contentTables())
    await loadContent(database, to, new Date('2026-05-01T10:00:00Z'))
    expect(differences(before, await takeFingerprint(database.queries, await contentTables()))).toEqual([])
    const again = newFolder()
    await exportContent(database, 'content', again)
    expect(jsonIn(again)).toEqual(jsonIn(to))
    await database.close()
  })

  test('uploaded pictures travel with an export, with their words, to another database', async () => {
    const database = await filled()
    const picture = { id: 'AbCdEfGh-jKlMn_p', width: 400, height: 300, focus: { x: 1, y: 3 } }
    const files = PICTURE_FORMATS.map((format) => ({ width: 400, format, bytes: Buffer.from(format) }))
    const prepared = { width: 400, height: 300, files }
    await database.write(async (queries) => {
      await addPicture(queries, { id: picture.id, name: 'kitchen.jpg', prepared, uploadedBy: null }, NOW)
      const words = { en: 'A kitchen', ar: 'مطبخ' }
      await changePicture(queries, { id: picture.id, version: 1 }, { words, focus: picture.focus, isDecorative: false })
    })
    const url = addressOfPicture(picture)
    await change(database, 'projects', 1, 'shared', { images: [{ en: url, ar: url }] })
    await publish(database, 'projects', 1, 'shared')
    const shown = async ({ queries }: Database) =>
      queries.selectFrom('projects').select(['images_en', 'images_ar']).where('id', '=', 1).executeTakeFirst()
    const expected = {
      images_en: JSON.stringify([{ url, alt: 'A kitchen' }]),
      images_ar: JSON.stringify([{ url, alt: 'مطبخ' }]),
    }
    expect(await shown(database)).toEqual(expected)

    const to = newFolder()
    expect((await exportContent(database, 'content', to)).missing).toEqual([])
    const before = await takeFingerprint(database.queries, await contentTables())
    await loadContent(database, to, NOW)
    expect(differences(before, await takeFingerprint(database.queries, await contentTables()))).toEqual([])
    const other = await openDatabase(await empty())
    await migrate(other)
    await loadContentOnce(other, to, NOW)
    expect(await shown(other)).toEqual(expected)
    for (const { format } of files)
      expect(String(await readPictureBytes(other, { id: picture.id, fileWidth: 400, format }))).toBe(format)

    rmSync(path.join(to, 'images', 'uploads', picture.id, '400.avif'))
    const { faults } = await loadContent(database, to, NOW, { replace: true }).catch((error) => error)
    expect(faults).toEqual([expect.stringMatching(/^pictures\.json, line \d+: record 1 .*400\.avif$/)])
    await other.close()
    await database.close()
  })

  test('what was changed in the desk is not overwritten, and is named, unless that is wanted', async () => {
    const database = await filled()
    await change(database, 'services', 1, 'en', { title: 'Edited in the desk' })
    await publish(database, 'services', 1, 'en')
    await change(database, 'projects', 2, 'ar', { title: 'مسودة' })
    await database.write((queries) => unpublish(queries, 'reviews', 2, [], editing))
    const order = { ids: [3, 1, 2], seen: [1, 2, 3] }
    expect(await database.write((queries) => putRecordsInOrder(queries, 'categories', order, editing))).toBe(true)
    const title = async () =>
      (await database.queries.selectFrom('services').select('title_en').where('id', '=', 1).executeTakeFirst())
        ?.title_en

    const refused = await loadContent(database, 'content', NOW).catch((error) => error)
    expect(refused).toBeInstanceOf(ChangedInDesk)
    expect(refused.records).toEqual([
      expect.stringMatching(/^services\.json: Edited in the desk \(1\): title\.en$/),
      'categories.json: the order',
      expect.stringContaining('was taken from the site'),
    ])
    expect(await title()).toBe('Edited in the desk')

    await loadContent(database, 'content', NOW, { replace: true, actor: 'somebody' })
    expect(await title()).toBe('App Development')
    expect(await listAuditTrail(database.queries)).toMatchObject([{ action: 'content.replace', actor: 'somebody' }])
    const project = await readRecord(database.queries, 'projects', 2)
    expect(project?.parts.ar).toMatchObject({ isDraft: true, fields: { title: 'مسودة' } })
    const service = await readRecord(database.queries, 'services', 1)
    expect(service?.parts.en).toMatchObject({ isDraft: false, number: 3 })
    await loadContent(database, 'content', NOW)
    await database.close()
  })

  test('files that changed are loaded as long as nobody has changed the same in the desk', async () => {
    const database = await filled()
    await change(database, 'services', 1, 'en', { title: 'A draft' })
    const changed = contentFolderWith({
      'services.json': (services) => {
        services[1].title.en = 'From the file'
        return services.slice(0, 5)
      },
    })
    await loadContent(database, changed, NOW)
    expect((await readRecord(database.queries, 'services', 2))?.parts.en.fields.title).toBe('From the file')
    expect((await readRecord(database.queries, 'services', 1))?.parts.en.fields.title).toBe('A draft')
    expect((await readRecord(database.queries, 'services', 6))?.isPublished).toBe(false)
    const id = await database.write((queries) => createRecord(queries, 'services', editing))
    expect(id).toBe(7)
    await database.close()
  })

  test('a database that lacks what the company says of itself gets it at the start, and nothing else changes', async () => {
    const database = await filled()
    await change(database, 'services', 1, 'en', { title: 'Edited in the desk' })
    await publish(database, 'services', 1, 'en')
    for (const type of FACT_TYPES)
      await database.queries.deleteFrom('content_records').where('type', '=', type).execute()
    const others = (await tableShapes()).filter(({ name: table }) => !/^content_(records|parts|revisions)$/.test(table))
    const before = await takeFingerprint(database.queries, others)
    const records = await recordsIn(database)
    expect(records.some(({ type }) => isFactType(type))).toBe(false)

    // A folder of the company's own that was written for an earlier release.
    const own = contentFolderWith({})
    for (const type of FACT_TYPES) rmSync(path.join(own, `${type}.json`))
    await loadContentOnce(database, own, NOW, 'content')
    const after = await recordsIn(database)
    expect(after.filter(({ type }) => !isFactType(type))).toEqual(records)
    expect(differences(before, await takeFingerprint(database.queries, others))).toEqual([])
    for (const type of FACT_TYPES) expect(after.map((each) => each.type)).toContain(type)
    expect((await findCompany(database.queries)).name).toEqual({ en: 'Nuqta', ar: 'نقطة' })

    // What is there is never loaded again.
    await change(database, 'company', 1, 'en', { name: 'Renamed' })
    await publish(database, 'company', 1, 'en')
    await loadContentOnce(database, 'content', NOW)
    expect((await findCompany(database.queries)).name.en).toBe('Renamed')
    await database.close()
  })

  async function recordsIn({ queries }: Database) {
    const rows = await queries
      .selectFrom('content_revisions')
      .innerJoin('content_parts', (join) =>
        join
          .onRef('content_parts.type', '=', 'content_revisions.type')
          .onRef('content_parts.record_id', '=', 'content_revisions.record_id')
          .onRef('content_parts.part', '=', 'content_revisions.part'),
      )
      .select([
        'content_revisions.type',
        'content_revisions.record_id',
        'content_revisions.part',
        'number',
        'fields',
        'title',
        'words',
        'published_number',
        'draft_number',
      ])
      .orderBy('content_revisions.type')
      .orderBy('content_revisions.record_id')
      .orderBy('content_revisions.part')
      .orderBy('content_revisions.number')
      .execute()
    // Written by a release that had the year of the foundation there, or by one that has it elsewhere.
    return rows.map(({ fields, ...row }) => ({ ...row, fields: { ...JSON.parse(fields), founded: null } }))
  }
})
