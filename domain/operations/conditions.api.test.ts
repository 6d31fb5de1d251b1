import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { startApi } from '../../tests/support/api.ts'
import { aContactMessage } from '../../tests/support/builders.ts'
import { startSpeaker } from '../../tests/support/clamd.ts'
import { databasesByTurn, freshDatabaseOf } from '../../tests/support/databases.ts'
import { atTheDesk } from '../../tests/support/desk.ts'
import { duringTests } from '../../tests/support/during-tests.ts'
import { partsOf, startMailServer } from '../../tests/support/mail-server.ts'
import { startS3Server } from '../../tests/support/s3-server.ts'
import { temporaryFolder } from '../../tests/support/temporary-folder.ts'
import type { MailSettings } from '../notifications/mail/transport.ts'
import { openDatabase } from '../platform/database/connection.ts'
import { claimDailyJob, claimDeletingJob, finishDailyJob } from '../platform/jobs/daily-jobs.ts'
import { type Condition, findConditions, watchClock } from './conditions.ts'
import { watchConditions } from './notices.ts'
import { PURGE_JOB } from './retention.ts'
import { watchServices } from './services.ts'

const HOUR = 60 * 60 * 1000
const folders = temporaryFolder()

describe.each(databasesByTurn(0))('conditions on %s', (name) => {
  const fresh = freshDatabaseOf(name)
  const backupDirectory = mkdtempSync(path.join(folders, 'backups-'))
  const settings = duringTests(fresh)
  const api = duringTests(() => startApi({ ...settings, outbox: { mailDomain: 'nuqta.example', wake: () => {} } }))

  /** Without conditions of this machine's disk. */
  const find = async (now = new Date(), backups?: string) => {
    const { dataDirectory } = settings
    const found = await findConditions({ database: api.database, dataDirectory, backupDirectory: backups, now })
    return found.filter((condition) => condition.name !== 'diskLow')
  }

  test('nothing is, on a fresh database', async () => {
    expect(await find()).toEqual([])
  })

  test('a mail that should have left an hour ago, and not one that has just been written', async () => {
    await api.post('contact-us', aContactMessage())
    expect(await find()).toEqual([])
    // PostgreSQL tells the time itself, so its clock cannot be wrong here.
    const later = await find(new Date(Date.now() + 3 * HOUR + 60_000))
    expect(later.filter((condition) => condition.name !== 'clockOff')).toEqual([
      { name: 'mailStuck', values: { hours: 3, count: 2 } },
    ])
    await api.database.queries.deleteFrom('queued_jobs').execute()
  })

  test('a backup that is older than a day, or none', async () => {
    expect(await find(new Date(), backupDirectory)).toEqual([{ name: 'backupOld', values: { hours: 0, hasAny: 'no' } }])
    const madeAt = new Date(Date.now() - 30 * HOUR).toISOString().slice(0, 19).replaceAll(':', '-')
    writeFileSync(path.join(backupDirectory, `nuqta-${madeAt}Z.sqlite`), '')
    expect(await find(new Date(), backupDirectory)).toEqual([
      { name: 'backupOld', values: { hours: 30, hasAny: 'yes' } },
    ])
    const today = new Date(Date.now() - HOUR).toISOString().slice(0, 19).replaceAll(':', '-')
    writeFileSync(path.join(backupDirectory, `nuqta-${today}Z.sqlite.age`), '')
    expect(await find(new Date(), backupDirectory)).toEqual([])
  })

  test('a backup that is dated in the future, which does not count as one', async () => {
    const folder = mkdtempSync(path.join(folders, 'ahead-'))
    writeFileSync(path.join(folder, 'nuqta-2099-01-01T02-00-00Z.sqlite'), '')
    expect(await find(new Date(), folder)).toEqual([
      { name: 'backupOld', values: { hours: 0, hasAny: 'no' } },
      { name: 'backupAhead', values: { count: 1, file: 'nuqta-2099-01-01T02-00-00Z.sqlite' } },
    ])
    const { code, output } = await atTheDesk({ ...settings, backups: { folder, remote: undefined, recipients: [] } }, [
      'doctor',
    ])
    expect(code).toBe(1)
    expect(output).toMatch(/^WRONG {2}backups +nuqta-2099\S+ is dated in the future/m)
    expect(output).toMatch(/^WRONG {2}backups +there is none in/m)
    expect(output).not.toMatch(/-\d+ hours/)
  })

  test('a clock that was ahead for a night: nothing is purged then, and the nights go on when it is right', async () => {
    const claim = (day: string) =>
      api.database.write(async (queries) => {
        const isOurs = await claimDeletingJob(queries, PURGE_JOB, day, 3)
        if (isOurs) await finishDailyJob(queries, PURGE_JOB, day)
        return isOurs
      })
    const held = async () => (await find()).filter((condition) => condition.name === 'purgeHeld')
    expect(await claim('2026-03-01')).toBe(true)
    expect(await claim('2026-03-01')).toBe(false)
    expect(await claim('2026-03-02')).toBe(true)
    expect(await held()).toEqual([])
    expect(await claim('2028-03-02')).toBe(false)
    expect(await held()).toEqual([{ name: 'purgeHeld', values: {} }])
    expect(await claim('2026-03-02')).toBe(false)
    expect(await held()).toHaveLength(1)
    expect(await claim('2026-03-03')).toBe(true)
    expect(await held()).toEqual([])
  })

  test('hourly work continues when the clock is right again', async () => {
    const claim = (hour: string) => api.database.write((queries) => claimDailyJob(queries, 'backup', hour))
    expect(await claim('2028-03-02 04')).toBe(true)
    expect(await claim('2026-03-02 04')).toBe(true)
    expect(await claim('2026-03-02 04')).toBe(false)
    expect(await claim('2026-03-02 05')).toBe(true)
    expect(await claim('2026-03-02 04')).toBe(false)
  })

  test('a clock that is behind what the database knows', async () => {
    expect(await find(new Date(Date.now() - 2 * HOUR))).toContainEqual({
      name: 'clockOff',
      values: { minutes: expect.any(Number) },
    })
  })

  test('is mailed once a day for each, by one of several processes, and again the day after', async () => {
    const mailServer = await startMailServer()
    let now = new Date('2026-03-01T10:00:00Z')
    let wrong: Condition[] = [{ name: 'diskLow', values: { folder: 'DATA_DIR', percent: 4 } }]
    const watches = [1, 2].map(() =>
      watching(
        mailServer.url,
        () => now,
        () => wrong,
      ),
    )
    for (const _ of [1, 2]) await Promise.all(watches.map(({ look }) => look()))
    expect(mailServer.received).toHaveLength(1)
    expect(mailServer.received[0]?.to).toEqual(['team@nuqta.example'])

    wrong = [...wrong, { name: 'clockSet', values: { minutes: 7 } }]
    await watches[0]?.look()
    expect(mailServer.received).toHaveLength(2)
    now = new Date('2026-03-02T10:00:00Z')
    await watches[1]?.look()
    expect(mailServer.received).toHaveLength(3)
    wrong = []
    await watches[1]?.look()
    expect(mailServer.received).toHaveLength(3)
    await Promise.all(watches.map(({ stop }) => stop()))
    await mailServer.stop()
  })

  test('is mailed for each disk and each machine, which the mail names', async () => {
    const mailServer = await startMailServer()
    const clock = () => new Date('2026-05-01T10:00:00Z')
    const wrong = ['DATA_DIR', 'BACKUP_DIR'].map(
      (folder): Condition => ({ name: 'diskLow', values: { folder, percent: 4 } }),
    )
    for (const machine of ['first.example', 'second.example']) {
      const watch = watching(mailServer.url, clock, () => wrong, machine)
      await watch.look()
      await watch.stop()
    }
    const texts = mailServer.received.map((mail) => partsOf(mail)['text/plain'] ?? '')
    expect(texts).toHaveLength(2)
    for (const [index, machine] of ['first.example', 'second.example'].entries())
      for (const word of ['DATA_DIR', 'BACKUP_DIR', machine]) expect(texts[index]).toContain(word)
    await mailServer.stop()
  })

  test('is mailed later if the mail server was away', async () => {
    const clock = () => new Date('2026-04-01T10:00:00Z')
    const wrong: Condition[] = [{ name: 'backupOld', values: { hours: 40, hasAny: 'yes' } }]
    const away = watching('smtp://127.0.0.1:1', clock, () => wrong)
    await away.look()
    await away.stop()
    const mailServer = await startMailServer()
    const back = watching(mailServer.url, clock, () => wrong)
    await back.look()
    await back.stop()
    expect(mailServer.received).toHaveLength(1)
    await mailServer.stop()
  })

  test('the doctor names it and exits with 1', async () => {
    const mailServer = await startMailServer()
    const mail = { smtpUrl: mailServer.url, mailTo: ['team@nuqta.example'] }
    const backups = { folder: path.join(folders, `none-${name}`), remote: undefined, recipients: [] }
    mkdirSync(backups.folder)
    const well = await atTheDesk({ ...settings, ...mail }, ['doctor'])
    expect(well.output).toMatch(/^OK {4} database .*$/m)
    expect(well.output).toMatch(/^OK {4} mail .* accepts the connection$/m)
    expect(well.output).toMatch(/^NOTE {2} backups .*BACKUP_DIR is not set/m)
    await mailServer.stop()

    const ill = await atTheDesk({ ...settings, ...mail, backups, publicUrl: 'https://www.nuqta.example' }, ['doctor'])
    expect(ill.code).toBe(1)
    expect(ill.output).toMatch(/^WRONG {2}mail .*ECONNREFUSED/m)
    expect(ill.output).toMatch(/^WRONG {2}backups +there is none in/m)
    expect(ill.output).toMatch(/^WRONG {2}TRUST_PROXY /m)
    expect(ill.output + ill.remarks).not.toMatch(/^ +at /m)
  })

  function watching(smtpUrl: string, clock: () => Date, wrong: () => Condition[], machine = 'one.example') {
    const mail: MailSettings = { smtpUrl, mailFrom: 'site@nuqta.example', mailTo: ['team@nuqta.example'] }
    const log = { warn: () => {}, error: () => {} }
    return watchConditions({ database: api.database, find: async () => wrong(), mail, log, clock, machine })
  }
})

test('an object storage and a virus scanner that do not answer are conditions, and the doctor names them', async () => {
  const settings = await freshDatabaseOf('SQLite')()
  const store = await startS3Server()
  const scanner = await startSpeaker()
  const database = await openDatabase({ ...settings, storage: store.storage })
  const doctor = () => atTheDesk({ ...settings, storage: store.storage, clamd: scanner.address }, ['doctor'])
  const find = () => watchServices(database.files, scanner.address)()
  try {
    expect(await find()).toEqual([])
    expect((await doctor()).output).toMatch(/^OK {4} scanner /m)
    store.fault = 'refuse'
    await scanner.stop()
    expect((await find()).map(({ name }) => name)).toEqual(['storageUnreachable', 'scannerUnreachable'])
    const { code, output } = await doctor()
    expect(code).toBe(1)
    expect(output).toMatch(/^WRONG {2}storage +STORAGE_URL cannot be used: .*503/m)
    expect(output).toMatch(/^WRONG {2}scanner +CLAMD cannot be used: ECONNREFUSED/m)
  } finally {
    await database.close()
    await store.stop()
  }
})

test('the doctor reports a missing database and creates none', async () => {
  const dataDirectory = path.join(folders, 'nothing')
  mkdirSync(dataDirectory)
  const { code, output } = await atTheDesk({ dataDirectory }, ['doctor'])
  expect(code).toBe(1)
  expect(output).toMatch(/^WRONG {2}database +there is none at/m)
})

test('a clock that is set while the process runs is noticed, and forgotten after an hour', () => {
  let clock = 1_000_000
  let counter = 0
  const pass = (milliseconds: number) => {
    clock += milliseconds
    counter += milliseconds
  }
  const findJump = watchClock(
    () => clock,
    () => counter,
  )
  pass(5 * HOUR)
  expect(findJump()).toBeUndefined()
  clock -= HOUR / 2
  expect(findJump()).toEqual({ name: 'clockSet', values: { minutes: 30 } })
  pass(HOUR / 2)
  expect(findJump()).toEqual({ name: 'clockSet', values: { minutes: 30 } })
  pass(HOUR)
  expect(findJump()).toBeUndefined()
})
