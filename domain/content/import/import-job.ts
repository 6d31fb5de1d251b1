import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Clock } from '../../platform/calendar.ts'
import type { Database } from '../../platform/database/database.ts'
import { MINUTE } from '../../platform/durations.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import type { Recording } from '../../platform/jobs/queue.ts'
import { createPicturePreparation, type PicturePreparation } from '../pictures/preparation.ts'
import {
  changeImport,
  countImported,
  enqueueImport,
  findImport,
  forgetOldImports,
  type Import,
  type ImportPayload,
  readImportFile,
} from './imports.ts'
import { RefusedFile } from './refused-file.ts'

/** After it another run goes on, so that no lease ends meanwhile. */
const RUN_MILLISECONDS = MINUTE / 2
/** Also how long the import of a killed process waits. */
const LEASE_MILLISECONDS = 5 * MINUTE

interface Options {
  database: Database
  clock?: Clock
}

/** Reads an uploaded file; once an editor has seen what it holds, imports it. */
export function contentImportJob({ database, clock = () => new Date() }: Options) {
  const preparation = createPicturePreparation()
  const job = defineJob<ImportPayload>({
    kind: 'content-import',
    concurrency: 1,
    leaseMilliseconds: LEASE_MILLISECONDS,
    retry: { backoff: [MINUTE], giveUpAfterTries: 3 },
    async run({ payload: { importId } }, { isStopping }) {
      const wanted = await findImport(database.queries, importId)
      const bytes = wanted && (await readImportFile(database.queries, importId))
      if (!bytes) return undefined
      if (wanted.failure) await database.write((queries) => changeImport(queries, importId, { failure: null }))
      const folder = await mkdtemp(path.join(tmpdir(), 'import-'))
      try {
        return await readOrImport({ database, clock, preparation, isStopping }, wanted, bytes, folder)
      } catch (error) {
        if (!(error instanceof RefusedFile)) throw error
        const { reason: failure } = error
        return (queries) => changeImport(queries, importId, { status: 'failed', failure, bytes: null })
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
    describe: (error) => (error as NodeJS.ErrnoException).code ?? (error as Error).name,
    // The file stays: the list of stuck jobs offers to try again.
    onGiveUp:
      ({ payload: { importId } }) =>
      (queries) =>
        changeImport(queries, importId, { failure: 'broken' }),
  })
  return { job, stop: () => preparation.stop() }
}

interface Run {
  database: Database
  clock: Clock
  preparation: PicturePreparation
  isStopping(): boolean
}

async function readOrImport(
  { database, clock, preparation, isStopping }: Run,
  wanted: Import,
  bytes: Buffer,
  folder: string,
): Promise<Recording | undefined> {
  const { id, status } = wanted
  const { openImportSource } = await import('./import-source.ts')
  const { kind, plan, importNew } = await openImportSource(database, wanted, bytes, folder)
  if (status === 'reading') {
    const items = await plan()
    const total = items.filter(({ isKnown }) => !isKnown).length
    return async (queries) => {
      await changeImport(queries, id, { status: 'ready', kind, plan: JSON.stringify(items), total })
      await forgetOldImports(queries, clock())
    }
  }
  if (status !== 'importing') return undefined
  let endsAt = Infinity
  const { isWhole } = await importNew({
    author: wanted.created_by,
    now: clock(),
    prepare: preparation.prepare,
    onStored: (queries) => countImported(queries, id),
    mayGoOn() {
      const now = clock().getTime()
      // Counted from the first record: reading what is known already takes a while, too.
      endsAt = Math.min(endsAt, now + RUN_MILLISECONDS)
      return !isStopping() && now < endsAt
    },
  })
  return (queries) =>
    isWhole ? changeImport(queries, id, { status: 'done', bytes: null }) : enqueueImport(queries, id, clock())
}
