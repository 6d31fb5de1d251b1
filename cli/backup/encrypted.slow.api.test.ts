import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { openDatabase } from '#domain/platform/database/connection.ts'
import { readConfig } from '#settings/settings.ts'
import { startApi } from '../../tests/support/api.ts'
import { aCareerApplication, aContactMessage } from '../../tests/support/builders.ts'
import { DATABASES, emptyDatabaseOf } from '../../tests/support/databases.ts'
import { calling } from '../../tests/support/desk.ts'
import { temporaryFolder } from '../../tests/support/temporary-folder.ts'
import { runCommand } from '../run-command.ts'
import { backup } from './backup.ts'
import { restore } from './restore.ts'

/** Only for a test that hangs: a whole database is saved and restored several times. */
const TIMEOUT_MILLISECONDS = 180_000

const scratch = temporaryFolder()

/** A full folder for temporary files. */
async function withoutTemporaryFolder<Result>(work: () => Promise<Result>) {
  const before = process.env.TMPDIR
  process.env.TMPDIR = path.join(scratch, 'not there')
  try {
    return await work()
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  }
}

const run = (name: string, args: string[], settings: Parameters<typeof calling>[1]) =>
  calling((situation) => runCommand(name, name === 'backup' ? backup : restore, args, situation), settings)

async function makeKey(file: string) {
  const { code, output, remarks } = await run('backup', ['--make-key', file], {})
  expect({ code, remarks }).toEqual({ code: 0, remarks: expect.stringContaining(file) })
  expect(statSync(file).mode & 0o077).toBe(0)
  const [, recipient = ''] = /^BACKUP_KEY=(age1\w+)$/m.exec(output) ?? []
  return recipient
}

describe.each(DATABASES)('an encrypted backup on %s', (name) => {
  const empty = emptyDatabaseOf(name)

  test('needs the secret key to be read, and restores whole with it', { timeout: TIMEOUT_MILLISECONDS }, async () => {
    const here = mkdtempSync(path.join(scratch, 'one-'))
    const identity = path.join(here, 'key.txt')
    const recipient = await makeKey(identity)
    const dataDirectory = mkdtempSync(path.join(here, 'data-'))
    const settings = { ...(await empty()), ...(name === 'SQLite' && { dataDirectory }) }
    const api = await startApi(settings)
    await api.post('contact-us', aContactMessage({ subject: 'A canary in the mine' }))
    await api.postForm('Form', aCareerApplication())
    const folder = path.join(here, 'backups')
    const { backups } = readConfig({ BACKUP_DIR: folder, BACKUP_KEY: recipient })
    const made = await run('backup', ['--nightly'], { ...settings, dataDirectory, backups })
    expect(made).toMatchObject({ code: 0 })
    await api.stop()

    const files = readdirSync(folder).sort()
    expect(files).toEqual([
      expect.stringMatching(/^nuqta-.*\.sqlite\.age$/),
      expect.stringMatching(/^nuqta-.*\.sqlite\.age\.manifest\.json$/),
    ])
    const file = path.join(folder, files[0] as string)
    const bytes = readFileSync(file)
    expect(bytes.includes('SQLite format')).toBe(false)
    expect(bytes.includes('canary')).toBe(false)
    expect(readdirSync(dataDirectory).filter((entry) => !entry.startsWith('nuqta.sqlite'))).toEqual([])

    const target = { ...(await empty()), dataDirectory: path.join(here, 'restored') }
    const refused = await run('restore', [file], target)
    expect(refused).toMatchObject({ code: 1, remarks: expect.stringContaining('--identity') })
    const otherKey = path.join(here, 'other.txt')
    await makeKey(otherKey)
    const foreign = await run('restore', [file, '--identity', otherKey, '--drill'], target)
    expect(foreign).toMatchObject({ code: 1, remarks: expect.stringContaining('cannot be decrypted') })
    const drill = await withoutTemporaryFolder(() => run('restore', [file, '--identity', identity, '--drill'], target))
    expect(drill).toMatchObject({ code: 0, output: expect.stringContaining('Nothing was changed.') })

    expect(readdirSync(folder).sort()).toEqual(files)
    const unwritable = { ...target, dataDirectory: '/proc' }
    const homeless = await run('restore', [file, '--identity', identity, '--drill'], unwritable)
    expect(homeless).toMatchObject({
      code: 1,
      remarks: expect.stringMatching(/^Cannot write to \/proc .*$/m),
    })

    const whole = await withoutTemporaryFolder(() => run('restore', [file, '--identity', identity], target))
    expect(whole).toMatchObject({ code: 0 })
    expect(readdirSync(folder).sort()).toEqual(files)
    const restored = await openDatabase(target)
    const subjects = await restored.queries.selectFrom('submissions').select('about').orderBy('arrival').execute()
    expect(subjects[0]?.about).toBe('A canary in the mine')
    expect(await restored.queries.selectFrom('cvs').select('size').execute()).toHaveLength(1)
    await restored.close()

    bytes[bytes.length - 100] = (bytes[bytes.length - 100] as number) ^ 1
    writeFileSync(file, bytes)
    const damaged = await run('restore', [file, '--identity', identity, '--drill'], target)
    expect(damaged).toMatchObject({ code: 1, remarks: expect.stringContaining('damaged') })
  })
})

test('a key is never overwritten, and a secret one is refused as BACKUP_KEY in one line', async () => {
  const file = path.join(scratch, 'once.txt')
  await makeKey(file)
  const kept = readFileSync(file, 'utf8')
  expect(await run('backup', ['--make-key', file], {})).toMatchObject({ code: 1 })
  expect(readFileSync(file, 'utf8')).toBe(kept)
  const secret = kept.split('\n').find((line) => line.startsWith('AGE-SECRET-KEY-')) as string
  expect(() => readConfig({ BACKUP_DIR: scratch, BACKUP_KEY: secret })).toThrow(/^BACKUP_KEY: is the secret key[^\n]+$/)
  expect(() => readConfig({ BACKUP_DIR: scratch, BACKUP_KEY_FILE: file })).toThrow(/^BACKUP_KEY_FILE: [^\n]+secret key/)
  expect(() => readConfig({ BACKUP_DIR: scratch, BACKUP_KEY: 'age1' })).toThrow(/^BACKUP_KEY: must be public keys/)
  expect(() => readConfig({ BACKUP_KEY: `age1${'q'.repeat(58)}` })).toThrow(/^BACKUP_DIR: must be set/)
})
