import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { MIGRATIONS } from './migrate.ts'

const folder = path.join(import.meta.dirname, 'migrations')
const sources = Object.fromEntries(
  Object.keys(MIGRATIONS).map((name) => [name, readFileSync(path.join(folder, `${name}.ts`), 'utf8')]),
)

test('every migration file is in the list, in order', () => {
  const files = readdirSync(folder).filter((file) => /^\d/.test(file))
  expect(Object.keys(MIGRATIONS).map((name) => `${name}.ts`)).toEqual(files.sort())
})

test('a migration imports nothing of the project, so no later change of the code changes it', () => {
  const imports = Object.values(sources).flatMap((source) =>
    [...source.matchAll(/from '([^']+)'/g)].map(([, from]) => from),
  )
  expect(imports.filter((from) => from !== 'kysely' && from !== './migration.ts')).toEqual([])
})

const RECORD = 'To record a migration: npx vitest run --project unit domain/platform/database/migrations.test.ts -u'

test('a released migration never changes', () => {
  const hashes = Object.entries(sources).map(([name, source]) => [
    name,
    createHash('sha256').update(source).digest('hex').slice(0, 16),
  ])
  expect(Object.fromEntries(hashes), RECORD).toMatchInlineSnapshot(`
    {
      "001-baseline": "87b4fcfaf32b778a",
      "002-read-marks": "7371bf6a4140e7e7",
      "004-notifications": "0b3bd77f12fc8bcc",
      "005-correspondence": "8195540191b7494d",
      "006-interviews": "6828546bda27cf2c",
      "007-jobs-as-processes": "bf4f6dd87cd87347",
      "009-people": "5ef95f631761b893",
      "010-teams": "471dc372fc7a3dc1",
      "011-sources-and-reports": "ce7e32fcd2debc6c",
      "012-notified-jobs": "69bd9d4f1fe8a534",
      "013-redirects": "5661ced1210b9b29",
      "014-visitor-sums": "fd7e2ba7a2ff1ee7",
      "015-identities-and-releases": "7fe8a44f4caef245",
      "016-articles": "01cac5139c648a27",
      "018-review-and-comments": "f42eb23d84c04186",
      "019-content-imports": "a8ca916860c95d69",
      "020-search-index": "afd1bc01f9160056",
    }
  `)
})
