import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '#domain/platform/database/connection.ts'
import type { Database, DatabaseSettings } from '#domain/platform/database/database.ts'
import { keepNightlyBackups } from '#server/nightly-backups.ts'
import { type RunningApi, startApi } from '../support/api.ts'
import { aCareerApplication, aContactMessage } from '../support/builders.ts'
import { DATABASES, freshDatabaseOf } from '../support/databases.ts'
import { runProgram } from '../support/programs.ts'

const MINUTE = 60 * 1000
const HOUR = 60 * MINUTE
/** Only for a test that hangs: each backup is a process. */
const TIMEOUT_MILLISECONDS = 180_000

describe.each(DATABASES)('nightly backups on %s', (name) => {
  const fresh = freshDatabaseOf(name)
  const folder = mkdtempSync(path.join(tmpdir(), 'nuqta-nightly-'))
  let settings: DatabaseSettings
  let api: RunningApi
  let other: Database
  let logged: { level: string; message: string; reason?: string }[] = []
  const log = {
    info: (_details: object, message: string) => void logged.push({ level: 'info', message }),
    error: (details: object, message: string) => void logged.push({ level: 'error', message, ...details }),
  }

  beforeAll(async () => {
    settings = { ...(await fresh()), dataDirectory: mkdtempSync(path.join(tmpdir(), 'nuqta-nightly-data-')) }
    api = await startApi(settings)
    other = await openDatabase(settings)
    await api.post('contact-us', aContactMessage())
    await api.postForm('Form', aCareerApplication())
  })
  afterAll(async () => {
    await other.close()
    await api.stop()
    for (const made of [folder, settings.dataDirectory]) rmSync(made, { recursive: true, force: true })
  })

  const environmentOf = (backups: string) => ({
    ENV_FILE: '/dev/null',
    DATA_DIR: settings.dataDirectory,
    DATABASE_URL: settings.databaseUrl ?? '',
    BACKUP_DIR: backups,
  })
  const keeper = (
    database: Database,
    hour: number,
    backups = folder,
    clock = () => new Date(),
    environment: Record<string, string> = {},
  ) => {
    const timeZone = zoneWhereItIs(hour)
    return keepNightlyBackups({
      database,
      contentVersion: () => ({ timeZone }),
      backups: { folder: backups },
      log,
      clock,
      environment: { ...environmentOf(backups), ...environment },
    })
  }
  const backups = (where = folder) => readdirSync(where).filter((file) => file.endsWith('.sqlite'))

  test('are made once, by one of several processes, after two o’clock of the company', {
    timeout: TIMEOUT_MILLISECONDS,
  }, async () => {
    const early = keeper(api.database, 0)
    await early.runIfDue()
    await early.stop()
    expect(backups()).toEqual([])

    const keepers = [keeper(api.database, 12), keeper(other, 12)]
    await Promise.all(keepers.map(({ runIfDue }) => runIfDue()))
    expect(backups()).toHaveLength(1)
    for (const { runIfDue } of keepers) await runIfDue()
    await Promise.all(keepers.map(({ stop }) => stop()))
    expect(logged).toEqual([{ level: 'info', message: 'The nightly backup was made' }])
    expect(backups()).toHaveLength(1)
  })

  test('can be restored, as a drill says that changes nothing', async () => {
    // Made while the clock was ahead, so it is not the newest.
    const ahead = path.join(folder, 'nuqta-2999-01-01T02-00-00Z.sqlite')
    writeFileSync(ahead, 'of a clock that was wrong')
    const drill = await runProgram([process.execPath, 'scripts/command.js', 'restore', '--drill'], {
      env: environmentOf(folder),
    })
    rmSync(ahead)
    expect(drill).toMatchObject({ code: 0 })
    expect(drill.output).toMatch(/^It can be restored: \d+ rows as of .* Nothing was changed\.$/m)
    expect(await api.database.queries.selectFrom('submissions').select('id').execute()).toHaveLength(2)
  })

  test('that fail leave no file, are logged in one line, and are retried an hour later', {
    timeout: TIMEOUT_MILLISECONDS,
  }, async () => {
    logged = []
    const blocked = path.join(mkdtempSync(path.join(tmpdir(), 'nuqta-blocked-')), 'backups')
    writeFileSync(blocked, 'a file where the folder should be')
    let now = new Date(Date.now() + 24 * HOUR)
    const failing = keeper(api.database, 12, blocked, () => now)
    await failing.runIfDue()
    expect(logged).toEqual([
      {
        level: 'error',
        message: 'The nightly backup failed',
        reason: expect.stringMatching(/^Nothing was saved: .+/),
      },
    ])
    await failing.runIfDue()
    expect(logged).toHaveLength(1)

    rmSync(blocked)
    now = new Date(now.getTime() + HOUR)
    await failing.runIfDue()
    await failing.stop()
    expect(logged.at(-1)).toEqual({ level: 'info', message: 'The nightly backup was made' })
    expect(backups(blocked)).toHaveLength(1)
    expect(readdirSync(settings.dataDirectory).filter((entry) => /^nuqta-\w+-/.test(entry))).toEqual([])
    rmSync(path.dirname(blocked), { recursive: true })
  })

  test('that take hours are not repeated; after a killed one another process tries', {
    timeout: TIMEOUT_MILLISECONDS,
  }, async () => {
    logged = []
    const scratch = mkdtempSync(path.join(tmpdir(), 'nuqta-slow-'))
    const [slow, hang] = [path.join(scratch, 'backups'), path.join(scratch, 'hang.mjs')]
    writeFileSync(hang, 'setInterval(() => {}, 1000); await new Promise(() => {})')
    let now = new Date(Date.now() + 48 * HOUR)
    const holder = keeper(api.database, 4, slow, () => now, { NODE_OPTIONS: `--import ${hang}` })
    const another = keeper(other, 4, slow, () => now)
    const before = await lastClaim()
    const backingUp = holder.runIfDue()
    await expect.poll(lastClaim).not.toBe(before)
    for (let poll = 0; poll < 18; poll++) {
      await another.runIfDue()
      now = new Date(now.getTime() + 10 * MINUTE)
      await another.runIfDue()
      await holder.runIfDue()
    }
    expect(logged).toEqual([])

    await holder.stop()
    await backingUp
    expect(logged.map(({ level }) => level)).toEqual(['error'])
    await another.runIfDue()
    expect(logged).toHaveLength(1)
    now = new Date(now.getTime() + HOUR)
    await another.runIfDue()
    await another.stop()
    expect(logged.at(-1)).toEqual({ level: 'info', message: 'The nightly backup was made' })
    expect(backups(slow)).toHaveLength(1)
    rmSync(scratch, { recursive: true })
  })

  async function lastClaim() {
    const { queries } = api.database
    const row = await queries.selectFrom('daily_jobs').select('done_on').where('name', '=', 'backup').executeTakeFirst()
    return row?.done_on
  }
})

function zoneWhereItIs(hour: number) {
  const ahead = ((hour - new Date().getUTCHours() + 36) % 24) - 12
  return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}
