import { readdirSync } from 'node:fs'
import path from 'node:path'
import { continueAuditTrail, recordInAuditTrail } from '#domain/audit-trail.ts'
import type { Database, Queries } from '#domain/database/connection.ts'
import { appliedMigrations } from '#domain/database/migrate.ts'
import { keepTombstones, replayTombstones, type Tombstone } from '#domain/submissions/tombstones.ts'
import { commandLineActor } from '../actor.ts'
import type { Call } from '../command.ts'
import { describeCounts } from '../desk/erase.ts'
import { BACKUP_NAME, type Manifest } from './backup-file.ts'
import { assertPlainTables, openDistrusted } from './distrusted-file.ts'

interface Restoring {
  /** What the restored database replaces, if there was something. */
  former: Queries | undefined
  file: string
  manifest: Manifest
}

/**
 * What must not go back in time with a restore: whoever was erased since the backup stays erased, and the audit trail goes on. Known from
 * the database that is replaced, and from later backups beside this one.
 */
export async function carryOver(
  { terminal, now }: Pick<Call, 'terminal' | 'now'>,
  restored: Database,
  { former, file, manifest }: Restoring,
): Promise<void> {
  const known = former && (await readFormer(former))
  if (former && !known)
    terminal.remark(
      'The former database cannot be read: what was erased in it since the last backup is back. Erase it again.',
    )
  const tombstones = [...(known?.tombstones ?? []), ...(await tombstonesBeside(file))]
  await restored.write((queries) => keepTombstones(queries, tombstones))
  const counts = await replayTombstones(restored)
  if (Object.keys(counts).length > 0)
    terminal.remark(`Had been erased since the backup, and is erased again: ${describeCounts(counts)}.`)

  await restored.write(async (queries) => {
    const isContinued = !known?.hasAuditTrail || (await continueAuditTrail(known.queries, queries))
    if (!isContinued)
      terminal.remark('The audit trail of the former database is another one; it is only in what is kept of it.')
    const entry = { action: 'restore', actor: commandLineActor(), counts, words: { made_at: manifest.made_at } }
    await recordInAuditTrail(queries, entry, now)
  })
}

/** Undefined if it cannot be read. One of an earlier release has nothing to carry over. */
async function readFormer(queries: Queries) {
  try {
    const applied = await appliedMigrations(queries)
    const tombstones = applied.includes('012-tombstones')
      ? await queries.selectFrom('tombstones').selectAll().execute()
      : []
    return { queries, tombstones, hasAuditTrail: applied.includes('011-audit-chain') }
  } catch {
    return undefined
  }
}

/** Damage can make a tombstone that fits nothing and never one that erases somebody else, so the files are not checked first. */
async function tombstonesBeside(file: string): Promise<Tombstone[]> {
  const later = readdirSync(path.dirname(file)).filter(
    (name) => BACKUP_NAME.test(name) && name.endsWith('.sqlite') && name > path.basename(file),
  )
  return (await Promise.all(later.map((name) => tombstonesIn(path.join(path.dirname(file), name))))).flat()
}

async function tombstonesIn(file: string): Promise<Tombstone[]> {
  let backup: ReturnType<typeof openDistrusted> | undefined
  try {
    backup = openDistrusted(file)
    assertPlainTables(backup.file, [{ name: 'tombstones', columns: ['hash', 'erased_at'] }])
    const rows = await backup.queries.selectFrom('tombstones').select(['hash', 'erased_at']).execute()
    return rows.filter((row) => Object.values(row).every((value) => typeof value === 'string'))
  } catch {
    // Of an earlier release, or no backup of ours.
    return []
  } finally {
    await backup?.queries.destroy()
  }
}
