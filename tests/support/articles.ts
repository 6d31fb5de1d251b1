import { createRecord, saveDraft } from '#domain/content/drafts.ts'
import { readRecord } from '#domain/content/records.ts'
import type { Database } from '#domain/platform/database/database.ts'
import { LANGUAGES, type Language } from '#texts/languages.ts'

const editing = { author: 'test', now: new Date('2026-05-01T00:00:00.000Z') }

/** A draft of its own, so that no other test has its lock. */
export const addArticle = (database: Database, bodies: Record<Language, string>): Promise<number> =>
  database.write(async (queries) => {
    const id = await createRecord(queries, 'notes', editing)
    const record = await readRecord(queries, 'notes', id)
    const changes = LANGUAGES.map((part) => ({
      part,
      fields: { body: bodies[part] },
      version: record?.parts[part].version ?? 0,
    }))
    await saveDraft(queries, 'notes', id, changes, editing)
    return id
  })

export const bodyOfArticle = async ({ queries }: Database, id: number, language: Language) =>
  String((await readRecord(queries, 'notes', id))?.parts[language].fields.body)
