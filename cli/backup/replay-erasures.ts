import { readdirSync } from 'node:fs'
import path from 'node:path'
import { backupsAmong } from '#domain/operations/backups.ts'
import { continueAuditTrail, recordInAuditTrail } from '#domain/platform/audit-trail.ts'
import type { Database, Queries } from '#domain/platform/database/database.ts'
import { isDamage } from '#domain/platform/database/sqlite.ts'
import { keepTombstones, replayTombstones, type Tombstone } from '#domain/submissions/tombstones.ts'
import { type Call, commandLineActor, describeCounts } from '../command.ts'
import type { Manifest } from './backup-file.ts'
import { withDecrypted } from './encryption.ts'
import { assertPlainTables, openDistrusted } from './stage.ts'
import { StagingError, stagingRoot } from './staging.ts'

/** Erases again who was erased since the backup, and continues the audit trail, as the former database and later backups tell. */
export async function replayErasures(
  { config, terminal, now }: Pick<Call, 'config' | 'terminal' | 'now'>,
  restored: Database,
  former: Queries | 'unreadable' | undefined,
  { file, identity, manifest }: { file: string; identity: string | undefined; manifest: Manifest },
): Promise<void> {
  const known = former && (await readFormer(former))
  if (former && !known)
    terminal.remark('The old database cannot be read, so data erased since the backup is back. Erase it again.')
  const tombstones = [
    ...(known?.tombstones ?? []),
    ...(await tombstonesBeside(file, { identityFile: identity, root: stagingRoot(config, file) })),
  ]
  await restored.write((queries) => keepTombstones(queries, tombstones))
  const counts = await replayTombstones(restored)
  if (Object.keys(counts).length > 0)
    terminal.remark(`Erased since the backup, and now erased again: ${describeCounts(counts)}.`)

  if (known) await continueTrail(known.queries)
  await restored.write(async (queries) => {
    const entry = { action: 'restore', actor: commandLineActor(), counts, words: { made_at: manifest.made_at } }
    await recordInAuditTrail(queries, entry, now)
  })

  async function continueTrail(from: Queries) {
    try {
      const isContinued = await restored.write((queries) => continueAuditTrail(from, queries))
      if (!isContinued) terminal.remark(`The old database has a different audit trail; ${ONLY_KEPT}`)
    } catch (error) {
      if (!isDamage(error)) throw error
      terminal.remark(`The audit trail of the old database is damaged; ${ONLY_KEPT}`)
    }
  }
}

const ONLY_KEPT = 'its entries are only in the saved copy.'

async function readFormer(queries: Queries | 'unreadable') {
  if (queries === 'unreadable') return undefined
  try {
    return { queries, tombstones: await queries.selectFrom('tombstones').selectAll().execute() }
  } catch {
    return undefined
  }
}

/** Files are not checked first: a damaged tombstone matches no one. */
async function tombstonesBeside(file: string, decrypting: Parameters<typeof withDecrypted>[1]): Promise<Tombstone[]> {
  const found = backupsAmong(readdirSync(path.dirname(file)))
  const own = found.find(({ name }) => name === path.basename(file))
  const later = found.filter(({ madeAt }) => own && madeAt > own.madeAt)
  const tombstones: Tombstone[] = []
  for (const { name } of later) {
    const beside = path.join(path.dirname(file), name)
    const found = await withDecrypted(beside, decrypting, tombstonesIn).catch((error) => {
      // Without room the erased people are unknown, so the restore must not go on.
      if (error instanceof StagingError) throw error
      // Not a backup of ours, or encrypted for another key.
      return []
    })
    tombstones.push(...found)
  }
  return tombstones
}

async function tombstonesIn(file: string): Promise<Tombstone[]> {
  const backup = openDistrusted(file)
  try {
    assertPlainTables(backup.file, [{ name: 'tombstones', columns: ['hash', 'erased_at'] }])
    const rows = await backup.queries.selectFrom('tombstones').select(['hash', 'erased_at']).execute()
    return rows.filter((row) => Object.values(row).every((value) => typeof value === 'string'))
  } finally {
    await backup.queries.destroy()
  }
}
