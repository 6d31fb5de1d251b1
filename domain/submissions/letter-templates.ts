import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import { textsIn } from '#texts/index.ts'
import { LANGUAGES, type Language } from '#texts/languages.ts'
import type { Queries } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { type LetterText, PLACEHOLDERS } from './letters.ts'

interface LetterTemplate extends LetterText {
  id: string
  kind: 'answer' | 'decline'
  name: string
  /** Null for a template of the product, which cannot be changed. */
  version: number | null
}

interface NewTemplate {
  kind: LetterTemplate['kind']
  texts: Record<Language, TemplateText>
}

export type TemplateText = Pick<LetterTemplate, 'name' | 'subject' | 'body'>

/** Templates of the product that end an application. */
const DECLINING = ['decline', 'closed']

export async function listTemplates(queries: Queries): Promise<LetterTemplate[]> {
  const own = await queries.selectFrom('letter_templates').selectAll().orderBy('name_en').orderBy('id').execute()
  return LANGUAGES.flatMap((language) => [
    ...Object.entries(textsIn(language).mail.letters.templates).map(([id, text]) => ({
      id,
      kind: DECLINING.includes(id) ? ('decline' as const) : ('answer' as const),
      language,
      ...text,
      version: null,
    })),
    ...own.map((row) => ({ id: row.id, kind: row.kind, language, ...textOf(row, language), version: row.version })),
  ])
}

const textOf = (row: Selectable<Tables['letter_templates']>, language: Language): TemplateText => ({
  name: row[`name_${language}`],
  subject: row[`subject_${language}`],
  body: row[`body_${language}`],
})

export function unknownPlaceholders({ subject, body }: Pick<LetterText, 'subject' | 'body'>): string[] {
  const found = [...`${subject}\n${body}`.matchAll(/\{([^{}]*)\}/g)]
  const unknown = found.filter(([, name]) => !(PLACEHOLDERS as readonly string[]).includes(name as string))
  return [...new Set(unknown.map(([whole]) => whole))]
}

interface Change {
  personId: string
  now: Date
}

export async function createTemplate(queries: Queries, template: NewTemplate, change: Change): Promise<string> {
  const id = randomUUID()
  await queries
    .insertInto('letter_templates')
    .values({ id, version: 1, ...columnsOf(template, change) })
    .execute()
  return id
}

/** Resolves to the new version; undefined if the template has another version or is gone. */
export async function changeTemplate(
  queries: Queries,
  { id, version }: { id: string; version: number },
  template: NewTemplate,
  change: Change,
): Promise<number | undefined> {
  const changed = await queries
    .updateTable('letter_templates')
    .set({ version: version + 1, ...columnsOf(template, change) })
    .where('id', '=', id)
    .where('version', '=', version)
    .returning('version')
    .executeTakeFirst()
  return changed?.version
}

export async function removeTemplate(queries: Queries, { id, version }: { id: string; version: number }) {
  const { numDeletedRows } = await queries
    .deleteFrom('letter_templates')
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

export async function findTemplate(queries: Queries, id: string) {
  const row = await queries.selectFrom('letter_templates').selectAll().where('id', '=', id).executeTakeFirst()
  return row && { kind: row.kind, version: row.version, texts: { en: textOf(row, 'en'), ar: textOf(row, 'ar') } }
}

function columnsOf({ kind, texts: { en, ar } }: NewTemplate, { personId, now }: Change) {
  return {
    kind,
    changed_at: now.toISOString(),
    changed_by: personId,
    name_en: en.name,
    name_ar: ar.name,
    subject_en: en.subject,
    subject_ar: ar.subject,
    body_en: en.body,
    body_ar: ar.body,
  }
}
