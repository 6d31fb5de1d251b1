import type { Kysely } from 'kysely'

/** Frozen once released, so it imports nothing of the project; untyped, since no code describes the tables of that day. */
// biome-ignore lint/suspicious/noExplicitAny: see above
export type Migration = (queries: Kysely<any>, kind: 'sqlite' | 'postgres') => Promise<void>
