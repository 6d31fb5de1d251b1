import { describe, expect, test } from 'vitest'
import { DATABASES, emptyDatabaseOf } from '../../tests/support/databases.ts'
import { openDatabase } from '../platform/database/connection.ts'
import { MIGRATIONS, migrate } from '../platform/database/migrate.ts'
import { putPublished } from './published.ts'
import { readRecord } from './records.ts'
import { insertRecords } from './revisions.ts'
import { readSiteContent } from './site-content.ts'

const BEFORE = Object.fromEntries(Object.entries(MIGRATIONS).filter(([name]) => name < '016'))
const MOMENT = '2026-01-02T00:00:00.000Z'

const noteIn = (words: string) => ({
  title: words,
  summary: words,
  topic: words,
  author: words,
  opening: `${words} <b>opening</b>.`,
  paragraphs: `One **${words}**.\n\n2026. A year\n\n• first\n• second`,
  pull: `${words} pull.`,
  heading: `${words} rules`,
  rules: ['Keep *three*', 'Write'],
  closing: '> no quote',
})

describe.each(DATABASES)('articles of the former release on %s', (name) => {
  const empty = emptyDatabaseOf(name)

  test('become one text, in drafts, on the site and in what a language is behind', async () => {
    const database = await openDatabase(await empty())
    await migrate(database, { migrations: BEFORE })
    const shared = { slug: 'former', published_on: '2026-01-01', minutes: 4 }
    const parts = { shared, en: noteIn('Former'), ar: noteIn('سابق') }
    await database.write(async (queries) => {
      await insertRecords(queries, 'notes', [{ id: 1, position: 0, parts }], {
        author: null,
        moment: MOMENT,
        isPublished: true,
      })
      await putPublished(queries, 'notes', [{ id: 1, position: 0, parts }])
      const behind = JSON.stringify({ en: { pull: 'Before.' } })
      await queries.updateTable('content_parts').set({ behind, is_behind: 1 }).where('part', '=', 'ar').execute()
    })
    await migrate(database)

    const record = await readRecord(database.queries, 'notes', 1)
    const body =
      'Former \\<b>opening\\</b>.\n\nOne **Former**.\n\n2026\\. A year\n\n- first\n- second\n\n' +
      '> **Former pull.**\n\n## Former rules\n\n1. Keep *three*\n2. Write\n\n\\> no quote'
    expect(record?.parts.en.fields.body).toBe(body)
    expect(record?.parts.shared.fields).toEqual({
      slug: 'former',
      published_on: '2026-01-01',
      cover: null,
      share_picture: null,
      is_unlisted: null,
    })
    expect(record?.parts.ar.behind).toEqual([
      { language: 'en', field: 'body', before: body.replace('Former pull.', 'Before.'), after: body },
    ])
    const { pages } = await readSiteContent(database.queries, '2026-11-19')
    expect(pages.ar['note-texts'].former?.body.map(({ block }) => block)).toEqual([
      'paragraph',
      'paragraph',
      'paragraph',
      'list',
      'quote',
      'heading',
      'list',
      'paragraph',
    ])
    await database.close()
  })
})
