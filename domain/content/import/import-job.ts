import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Clock } from '../../platform/calendar.ts'
import type { Database } from '../../platform/database/database.ts'
import { MINUTE } from '../../platform/durations.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import type { Recording } from '../../platform/jobs/queue.ts'
import { createPicturePreparation, type PicturePreparation } from '../pictures/preparation.ts'
import { NoJobBoard } from './board-jobs.ts'
import { openImportSource, UnknownFile } from './import-source.ts'
import {
  changeImport,
  enqueueImport,
  findImport,
  forgetOldImports,
  type Import,
  type ImportFailure,
  type ImportPayload,
  readImportFile,
} from './imports.ts'
import { ArchiveRefused } from './unpack.ts'
import { NotWordPress } from './wordpress.ts'

/** After it another run goes on, so that no lease ends meanwhile. */
const RUN_MILLISECONDS = 2 * MINUTE
const LEASE_MILLISECONDS = 10 * MINUTE

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
    dropsGivenUp: true,
    async run({ payload: { importId } }, { isStopping }) {
      const wanted = await findImport(database.queries, importId)
      const bytes = wanted && (await readImportFile(database.queries, importId))
      if (!bytes) return undefined
      const folder = await mkdtemp(path.join(tmpdir(), 'import-'))
      try {
        return await readOrImport({ database, clock, preparation, isStopping }, wanted, bytes, folder)
      } catch (error) {
        return fail(importId, failureOf(error))
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
    describe: (error) => (error as Error).name,
    onGiveUp: ({ payload: { importId } }) => fail(importId, 'broken'),
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
  const { kind, items, importNew } = await openImportSource(database, wanted, bytes, folder)
  if (status === 'reading') {
    const total = items.filter(({ isKnown }) => !isKnown).length
    return async (queries) => {
      await changeImport(queries, id, { status: 'ready', kind, plan: JSON.stringify(items), total })
      await forgetOldImports(queries, clock())
    }
  }
  if (status !== 'importing') return undefined
  const endsAt = clock().getTime() + RUN_MILLISECONDS
  const isFinished = await importNew({
    author: wanted.created_by,
    now: clock(),
    prepare: preparation.prepare,
    async onImported(count) {
      const done = Math.min(wanted.done + count, wanted.total)
      await database.write((queries) => changeImport(queries, id, { done }))
      return !isStopping() && clock().getTime() < endsAt
    },
  })
  return (queries) =>
    isFinished
      ? changeImport(queries, id, { status: 'done', done: wanted.total, bytes: null })
      : enqueueImport(queries, id, clock())
}

const fail =
  (id: string, failure: ImportFailure): Recording =>
  (queries) =>
    changeImport(queries, id, { status: 'failed', failure, bytes: null })

/** Only faults of the file: other failures are tried again. */
function failureOf(error: unknown): ImportFailure {
  if (error instanceof NotWordPress) return 'notWordPress'
  if (error instanceof NoJobBoard) return 'notJobBoard'
  if (error instanceof UnknownFile) return 'unknownFile'
  if (error instanceof ArchiveRefused) return error.reason
  throw error
}
