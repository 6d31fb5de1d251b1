import * as z from 'zod'
import { redirectsTo } from '#domain/content/import/former-addresses.ts'
import {
  addImport,
  beginImport,
  findImport,
  type Import,
  isStuck,
  listImports,
  MAX_IMPORT_BYTES,
  removeImport,
} from '#domain/content/import/imports.ts'
import type { Queries } from '#domain/platform/database/database.ts'
import { csvLine } from '#domain/submissions/export/csv.ts'
import { call } from '../call.ts'
import { namesOf } from '../content-records.ts'
import { language } from '../fields.ts'
import { found, Problem } from '../problem.ts'
import { sendFile } from './cv.ts'

const MAX_NAME_LENGTH = 200

export const importCalls = {
  'GET /imports': call('content.change', {
    async handle({ queries }) {
      const imports = await listImports(queries)
      const names = await namesOf(
        queries,
        imports.map(({ created_by }) => created_by),
      )
      return { imports: imports.map((each) => described(each, names)), maxBytes: MAX_IMPORT_BYTES }
    },
  }),

  /** The file is read afterwards: nothing is imported yet. */
  'POST /imports': call('content.change', {
    audit: 'import.add',
    maxFileBytes: MAX_IMPORT_BYTES,
    query: z.object({ name: z.string().trim().min(1).max(MAX_NAME_LENGTH, 'tooLong'), language }),
    handle: ({ write, person, now }, { query, body }) =>
      write(
        async (queries) => ({
          id: await addImport(
            queries,
            { fileName: query.name, language: query.language, bytes: body as Buffer, author: person.id },
            now,
          ),
        }),
        ({ id }) => ({ subject: id, words: { name: query.name } }),
      ),
  }),

  'GET /imports/:id': call('content.change', {
    handle: async ({ queries }, { params }) => describe(queries, found(await findImport(queries, params.id))),
  }),

  'POST /imports/:id/begin': call('content.change', {
    audit: 'import.begin',
    handle: ({ write, now }, { params }) =>
      write(
        async (queries) => {
          found(await findImport(queries, params.id))
          if (!(await beginImport(queries, params.id, now))) throw new Problem('conflict')
          return describe(queries, found(await findImport(queries, params.id)))
        },
        ({ fileName }) => ({ words: { name: fileName } }),
      ),
  }),

  /** Not while it runs; drafts that were made of it stay. */
  'DELETE /imports/:id': call('content.change', {
    audit: 'import.remove',
    async handle({ write }, { params }) {
      await write(
        async (queries) => {
          const current = found(await findImport(queries, params.id))
          if (current.status === 'importing' && !isStuck(current)) throw new Problem('conflict')
          await removeImport(queries, params.id)
          return current
        },
        ({ file_name }) => ({ words: { name: file_name } }),
      )
    },
  }),

  /** For the list of redirects: from former addresses to new ones. */
  'GET /imports/:id/redirects': call('content.change', {
    async handle(context, { params }) {
      const { plan } = found(await findImport(context.queries, params.id))
      const rows = redirectsTo(plan.map(({ key: slug, formerAddress }) => ({ slug, formerAddress }))).map((row) =>
        csvLine(row),
      )
      const bytes = Buffer.from(csvLine(['from', 'to']) + rows.join(''))
      return sendFile(context, { type: 'text/csv; charset=utf-8', name: 'redirects.csv', bytes })
    },
  }),
}

function described(each: Omit<Import, 'plan'>, names: Record<string, string>) {
  const { id, file_name, language: inLanguage, status, kind, failure, done, total, created_at, created_by } = each
  return {
    id,
    isStuck: isStuck(each),
    fileName: file_name,
    language: inLanguage,
    status,
    kind,
    failure,
    done,
    total,
    createdAt: created_at,
    createdBy: names[created_by] ?? null,
  }
}

async function describe(queries: Queries, each: Import) {
  const { plan } = each
  return {
    ...described(each, await namesOf(queries, [each.created_by])),
    items: plan,
    hasRedirects: plan.some(({ formerAddress }) => formerAddress.length > 1),
  }
}
