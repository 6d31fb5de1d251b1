import { rm } from 'node:fs/promises'
import path from 'node:path'
import { ENCRYPTED_SUFFIX } from '#domain/operations/backups.ts'
import { openRemoteBackups, type RemoteBackups } from '#domain/operations/remote-backups.ts'
import { headOfAuditTrail } from '#domain/platform/audit-trail.ts'
import { type Call, type Command, counted, NotDone, Refusal, readCount, UsageError } from '../command.ts'
import { withDatabaseOfAnyRelease } from '../open-database.ts'
import type { Terminal } from '../terminal.ts'
import { backupsFolder, flush, manifestOf, readSealed, rowsIn, seal } from './backup-file.ts'
import { encryptFile, makeKeyPair } from './encryption.ts'
import { createFolder, type Place, type Saved, saveDatabase, wholeOrNothing } from './save.ts'
import { deleteOlder, deleteOutdated, removeLeftovers, withStaging } from './staging.ts'

/** `npm run backup`. A database of an earlier release is saved as it is: that is what one does before migrating it. */
export const backup: Command = {
  summary:
    'saves everything, CVs included, while the server runs: one file, and a manifest with the row count and hash of every table',
  options: {
    '--to <folder>': 'the folder (default: BACKUP_DIR, or backups/ in DATA_DIR)',
    '--keep-days <number>': 'deletes older backups in that folder',
    '--nightly':
      'as the server does every night: into BACKUP_DIR, tested by a restore; keeps one a day for seven days and one a week for five weeks',
    '--make-key <file>':
      'makes a pair of keys instead of a backup: the secret one in that file, the public one for BACKUP_KEY',
  },
  examples: ['--to /backups --keep-days 35', '--make-key backup-key.txt'],

  async run(call) {
    const { config, options, terminal, now } = call
    if (options.makeKey !== undefined) return printNewKey(String(options.makeKey), terminal)
    const keepDays = readCount(options.keepDays, '--keep-days is a whole number above zero.')
    const isNightly = options.nightly === true
    if (isNightly && options.to !== undefined)
      throw new UsageError('--nightly writes to BACKUP_DIR and deletes old backups there: leave out --to.')
    if (isNightly && !config.backups) throw new Refusal('BACKUP_DIR is not set.')
    const target = options.to === undefined ? backupsFolder(config) : path.resolve(String(options.to))

    await removeLeftovers([config.dataDirectory, target], call)
    const saved = await save(call, target, isNightly ? { trialFolder: config.dataDirectory } : {})
    report(terminal, saved)
    const remote =
      options.to === undefined && config.backups?.remote && (await openRemoteBackups(config.backups.remote))
    if (remote) await moveAway(saved.file, remote, terminal)
    const place = remote || target
    if (keepDays !== undefined) await deleteOlder(place, keepDays, now, terminal)
    if (isNightly) await deleteOutdated(place, now, terminal)
    if (saved.stored && saved.stored.lost.length > 0) throw new NotDone()
  },
}

interface Backup extends Saved {
  head: { number: number; hash: string }
}

/** Before it is encrypted, a backup exists only beside the database. */
async function save(call: Call, target: string, trial: Pick<Place, 'trialFolder'>): Promise<Backup> {
  const { config, now } = call
  const recipients = config.backups?.recipients ?? []
  const isEncrypted = recipients.length > 0
  return withDatabaseOfAnyRelease(call, async (database) => {
    const saveIn = (folder: string) => saveDatabase(config, database, { folder, now, ...trial })
    const saved = isEncrypted
      ? await withStaging(config.dataDirectory, 'encrypting', async (folder) => {
          const plain = await saveIn(folder)
          return { ...plain, file: await encrypt(plain.file, target, recipients) }
        })
      : await saveIn(target)
    return { ...saved, head: await headOfAuditTrail(database.queries) }
  })
}

/** A backup is stored elsewhere or not at all: the next try makes a new one. */
async function moveAway(file: string, remote: RemoteBackups, terminal: Terminal) {
  try {
    await remote.put(file)
    terminal.print(`${path.basename(file)} is stored in the object storage of BACKUP_DIR.`)
  } catch (error) {
    throw new Refusal(`Nothing was saved: ${(error as Error).message}.`)
  } finally {
    for (const each of [file, manifestOf(file)]) await rm(each, { force: true })
  }
}

function report(terminal: Terminal, { file, tables, stored, head }: Backup) {
  terminal.print(`${file}: ${rowsIn(tables)} rows.`)
  if (stored && stored.brought > 0)
    terminal.print(`${counted(stored.brought, 'file was', 'files were')} added from the object storage.`)
  for (const each of stored?.lost ?? []) terminal.remark(`Not in the backup: ${each}.`)
  if (head.number > 0) terminal.print(`Audit trail: ${head.number} entries, hash ${head.hash}`)
}

async function printNewKey(file: string, terminal: Terminal) {
  const secret = path.resolve(file)
  const recipient = await makeKeyPair(secret)
  terminal.print(`BACKUP_KEY=${recipient}`)
  terminal.remark(
    `The secret key is in ${secret}. Keep it away from this machine. Without it the backups cannot be read.`,
  )
}

function encrypt(plain: string, folder: string, recipients: string[]) {
  const file = path.join(folder, path.basename(plain) + ENCRYPTED_SUFFIX)
  const partial = `${file}.partial`
  return wholeOrNothing([partial, manifestOf(file), file], async () => {
    const { tables, made_at } = await readSealed(plain)
    createFolder(folder)
    await encryptFile(plain, partial, recipients)
    await seal(partial, file, tables, new Date(made_at))
    await flush(folder)
    return file
  })
}
