import type { Kysely } from 'kysely'

/**
 * One step of the schema, frozen once it is released: it imports nothing of the project, so that no later change of the code changes it.
 * Its queries are untyped, since no code describes the tables of that day any more.
 */
// biome-ignore lint/suspicious/noExplicitAny: see above
export type Migration = (queries: Kysely<any>, kind: 'sqlite' | 'postgres') => Promise<void>
