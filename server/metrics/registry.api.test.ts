import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '#domain/platform/database/connection.ts'
import { freshDatabaseOf } from '../../tests/support/databases.ts'
import { createMeasurements } from './measurements.ts'
import { createRegistry } from './registry.ts'

const HOUR = 60 * 60 * 1000
const fresh = freshDatabaseOf('SQLite')

test('the age of the newest backup leaves out one that was made while the clock was ahead', async () => {
  const backupFolder = mkdtempSync(path.join(tmpdir(), 'nuqta-metrics-'))
  const database = await openDatabase(await fresh())
  const registry = createRegistry({
    measurements: createMeasurements(),
    database,
    folders: {},
    backupPlace: backupFolder,
    findConditions: async () => [],
  })
  for (const made of [Date.now() + 1000 * HOUR, Date.now() - 30 * HOUR]) {
    const moment = new Date(made).toISOString().slice(0, 19).replaceAll(':', '-')
    writeFileSync(path.join(backupFolder, `nuqta-${moment}Z.sqlite`), '')
  }
  const age = (await registry.getSingleMetric('nuqta_backup_age_seconds')?.get())?.values[0]?.value
  expect(Math.floor((age ?? 0) / 3600)).toBe(30)
  await database.close()
  rmSync(backupFolder, { recursive: true })
})
