import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { addressOfPicture, PICTURE_FORMATS } from '#contract/uploaded-pictures.ts'
import { findCompany } from '#domain/content/company.ts'
import { createRecord, saveDraft } from '#domain/content/drafts.ts'
import { exportContent } from '#domain/content/export-content.ts'
import { ChangedInDesk, loadContent, loadContentOnce, withDays } from '#domain/content/load-content.ts'
import { addPicture, changePicture, readPictureBytes } from '#domain/content/pictures/pictures.ts'
import { findEntity } from '#domain/content/published.ts'
import { publishDrafts, putRecordsInOrder, unpublish } from '#domain/content/publishing.ts'
import { readRecord } from '#domain/content/records.ts'
import type { Part } from '#domain/content/types/definition.ts'
import { CONTENT_TYPES, type ContentType } from '#domain/content/types/index.ts'
import { listAuditTrail } from '#domain/platform/audit-trail.ts'
import { openDatabase } from '#domain/platform/database/connection.ts'
import type { Database } from '#domain/platform/database/database.ts'
import { differences, tableShapes, takeFingerprint } from '#domain/platform/database/every-table.ts'
import { migrate } from '#domain/platform/database/migrate.ts'
import { contentFolderWith } from '../support/content-folder.ts'
import { DATABASES, emptyDatabaseOf } from '../support/databases.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const NOW = new Date('2026-03-15T10:00:00Z')
const editing = { author: 'somebody', now: NOW }

describe.each(DATABASES)('content as files, on %s', (name) => {
  const empty = emptyDatabaseOf(name)
  const folder = temporaryFolder()
  const newFolder = () => mkdtempSync(path.join(folder, 'export-'))

  async function filled() {
    const database = await openDatabase(await empty())
    await migrate(database)
    await loadContent(database, 'content', NOW)
    return database
  }

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

  test('the export equals the loaded files, with pictures', async () => {
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
      // Relative days of the starter content became dates when it was loaded.
      expect(JSON.parse(text)).toEqual(withDays(type as ContentType, own, '2026-03-15'))
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
    const shown = async ({ queries }: Database) => ({
      en: (await findEntity(queries, 'projects', 1, 'en'))?.images,
      ar: (await findEntity(queries, 'projects', 1, 'ar'))?.images,
    })
    const expected = { en: [{ url, alt: 'A kitchen' }], ar: [{ url, alt: 'مطبخ' }] }
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
    const { lines } = await loadContent(database, to, NOW, { replace: true }).catch((error) => error)
    expect(lines).toEqual([expect.stringMatching(/^pictures\.json, line \d+: record 1 .*400\.avif$/)])
    await other.close()
    await database.close()
  })

  test('a change made at the desk is not overwritten, and is named, unless requested', async () => {
    const database = await filled()
    await change(database, 'services', 1, 'en', { title: 'Edited in the desk' })
    await publish(database, 'services', 1, 'en')
    await change(database, 'projects', 2, 'ar', { title: 'مسودة' })
    await database.write((queries) => unpublish(queries, 'reviews', 2, [], editing))
    const order = { ids: [3, 1, 2], seen: [1, 2, 3] }
    expect(await database.write((queries) => putRecordsInOrder(queries, 'categories', order, editing))).toBe(true)
    const title = async () => (await findEntity(database.queries, 'services', 1, 'en'))?.title

    const refused = await loadContent(database, 'content', NOW).catch((error) => error)
    expect(refused).toBeInstanceOf(ChangedInDesk)
    expect(refused.lines).toEqual([
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

  test('changed files are loaded unless the same record was changed at the desk', async () => {
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

  test('content that is there is not loaded again at the next start', async () => {
    const database = await filled()
    await change(database, 'company', 1, 'en', { name: 'Renamed' })
    await publish(database, 'company', 1, 'en')
    await loadContentOnce(database, 'content', NOW)
    expect((await findCompany(database.queries)).name.en).toBe('Renamed')
    await database.close()
  })
})
