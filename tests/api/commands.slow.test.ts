import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { constants, tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { openDatabase } from '#domain/platform/database/connection.ts'
import { startApi } from '../support/api.ts'
import { aCareerApplication, aContactMessage } from '../support/builders.ts'
import { cloneProject } from '../support/clone.ts'
import { freshDatabaseOf } from '../support/databases.ts'
import { duringTests } from '../support/during-tests.ts'
import { BARE_ENVIRONMENT, runProgram } from '../support/programs.ts'
import { mountSmallDisk } from '../support/small-disk.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const root = path.resolve(import.meta.dirname, '../..')
const folder = temporaryFolder()
const DATA_DIR = path.join(folder, 'data')
const MESSAGES = 3
const SUBMISSIONS = MESSAGES + 1
const SOMEBODY = 65_534
const COMMANDS: string[][] = [['desk', 'list'], ['content'], ['backup'], ['migrate']]

beforeAll(async () => {
  const api = await startApi({ dataDirectory: DATA_DIR })
  for (let sent = 0; sent < MESSAGES; sent++) await api.post('contact-us', aContactMessage())
  await api.postForm('Form', aCareerApplication())
  await api.stop()
})

function command(args: string[], { env = {}, cwd = folder }: { env?: Record<string, string>; cwd?: string } = {}) {
  return runProgram([process.execPath, path.join(root, 'scripts/command.js'), ...args], {
    cwd,
    env: { DATA_DIR, ...env },
  })
}

const ONE_LINE = /^[^\n]+\n$/

describe('a command', () => {
  test('prints its result alone, names the database beside it, and works from any folder', async () => {
    const { code, output, remarks } = await command(['desk', 'list', '--json'])
    expect(code, remarks).toBe(0)
    expect(JSON.parse(output)).toHaveLength(SUBMISSIONS)
    expect(remarks).toBe(`Database: ${DATA_DIR}/nuqta.sqlite\n`)
  })

  test.skipIf(process.getuid?.() !== 0)('refuses to leave files of root (NOT RUN without root)', async () => {
    const theirs = path.join(folder, 'theirs')
    cpSync(DATA_DIR, theirs, { recursive: true })
    chownSync(path.join(theirs, 'nuqta.sqlite'), SOMEBODY, SOMEBODY)
    for (const args of [...COMMANDS, ['restore', 'any.sqlite', '--replace']]) {
      const { code, remarks } = await command(args, { env: { DATA_DIR: theirs } })
      expect(code).toBe(1)
      expect(remarks).toMatch(ONE_LINE)
      expect(remarks).toContain(`sudo -u '#${SOMEBODY}'`)
    }
    const start = [process.execPath, path.join(root, 'scripts/start.js')] as [string, string]
    const env = { DATA_DIR: theirs, PORT: '0', DESK_PORT: 'off', WORKERS: '2' }
    const { code, remarks } = await runProgram(start, { cwd: folder, env })
    expect(code).toBe(1)
    expect(remarks).toMatch(/^DATA_DIR: [^\n]+ sudo -u '#65534' …\n$/)
    expect(readdirSync(theirs)).toEqual(readdirSync(DATA_DIR))
  })

  test('that meets a full disk names it and the remedy, and leaves no partial file', async ({ skip }) => {
    const disk = path.join(folder, 'small-disk')
    mkdirSync(disk)
    mountSmallDisk(disk, '16m', skip)
    cpSync(DATA_DIR, path.join(disk, 'data'), { recursive: true })
    const fill = `dd if=/dev/zero of=${disk}/filler bs=1k`
    await runProgram(['bash', '-c', fill])
    for (const [place, ...args] of [
      ['all.csv', 'desk', 'export', '--to'],
      ['cvs/', 'desk', 'cv', '--since', 'today', '--to'],
      ['content', 'content', 'export'],
      ['key.txt', 'backup', '--make-key'],
    ] as const) {
      const { code, remarks } = await command([...args, path.join(disk, place)])
      expect({ code, disk: remarks.replace(/^Database: .*\n/, '') }, args.join(' ')).toEqual({
        code: 1,
        disk: expect.stringMatching(new RegExp(`^The disk of ${disk}[^\\n]* is full: free some space[^\\n]+\\n$`)),
      })
    }
    const files = readdirSync(disk, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    expect(files.map(({ name }) => name).filter((name) => /csv|pdf|txt/.test(name))).toEqual([])
    const there = { env: { DATA_DIR: path.join(disk, 'data') } }
    const write = ['desk', 'people', 'setup-code']
    expect((await command(write, there)).remarks).toMatch(/^DATA_DIR: [^\n]+; see whether its disk is full\n$/)
    // Enough for the journal's index, not for the journal.
    truncateSync(path.join(disk, 'filler'), statSync(path.join(disk, 'filler')).size - 36 * 1024)
    const refused = await command(write, there)
    expect(refused.code).toBe(1)
    expect(refused.remarks).toContain(`\nThe disk of ${there.env.DATA_DIR} is full: free some space`)
  })

  test('exits with a code for its result', async () => {
    expect((await command(['desk', 'show', 'NQ-0000-0000'])).code).toBe(1)
    expect((await command(['desk', 'dance'])).code).toBe(2)
    expect((await command(['dance'])).code).toBe(2)
  })

  test.each([
    [['dance']],
    [['constructor']],
    [['__proto__']],
    [['desk', 'dance']],
    [['desk', 'help', 'constructor']],
    [['desk', 'help', '__proto__']],
    [['desk', 'toString']],
  ])('%j is refused in one line', async (args) => {
    const { code, output, remarks } = await command(args)
    expect({ code, output }).toEqual({ code: 2, output: '' })
    expect(remarks).toMatch(ONE_LINE)
  })

  test.each([
    [['desk', 'list', 'career']],
    [['desk', 'list', '--colour']],
    [['desk', 'list', '--since', '2026-13-01']],
    [['desk', 'purge', '6']],
    [['content', 'now']],
    [['migrate', '--force']],
    [['backup', 'here']],
    [['backup', '--keep-days', 'many']],
    [['backup', '--to', '']],
    [['backup', '--nightly', '--to', 'elsewhere']],
    [['desk', 'export', '--to=']],
    [['restore']],
    [['restore', 'one', 'two']],
    [['move-to-postgres', 'now']],
    [['move-files']],
  ])('%j is refused with the usage', async (args) => {
    const { code, output, remarks } = await command(args)
    expect({ code, output }).toEqual({ code: 2, output: '' })
    const spoken = args[0] === 'desk' ? `desk -- ${args[1]}` : args[0]
    const lines = remarks.trimEnd().split('\n')
    const [complaint, usage, ...more] = lines.filter((line) => !line.startsWith('Database: '))
    expect(complaint).not.toBe('')
    expect(usage).toContain(`Usage: npm run ${spoken}`)
    expect(more).toEqual([])
  })

  test.each([['desk list'], ['desk list --json'], ['desk export'], ['desk help']])(
    '%s says in one line that its output cannot be written',
    async (words) => {
      const line = `exec ${process.execPath} ${path.join(root, 'scripts/command.js')} ${words} > /dev/full`
      const { code, remarks } = await runProgram(['bash', '-c', line], { cwd: folder, env: { DATA_DIR } })
      expect(code).toBe(1)
      expect(remarks.replace(/^Database: .*\n/, '').replace(/^\d submissions\.\n/, '')).toMatch(
        /^The output cannot be written: its disk is full\. [^\n]+\n$/,
      )
    },
  )

  test('that is stopped while it exports leaves no file that could be taken for all', async () => {
    const settings = await freshDatabaseOf('PostgreSQL')()
    const databaseUrl = settings.databaseUrl as string
    const target = path.join(folder, 'stopped-export')
    mkdirSync(target)
    // It waits here, with a partial file.
    const holder = new pg.Client({ connectionString: databaseUrl })
    await holder.connect()
    await holder.query('begin; lock table audit_trail in access exclusive mode')
    const words = ['desk', 'export', '--to', path.join(target, 'all.csv')]
    const child = spawn(process.execPath, [path.join(root, 'scripts/command.js'), ...words], {
      env: { ...BARE_ENVIRONMENT, DATA_DIR, DATABASE_URL: databaseUrl },
      stdio: 'ignore',
    })
    const end = once(child, 'close')
    await expect.poll(() => readdirSync(target), { timeout: 60_000 }).toEqual(['all.csv'])
    child.kill('SIGINT')
    expect(await end).toEqual([128 + constants.signals.SIGINT, null])
    expect(readdirSync(target)).toEqual([])
    await holder.end()
  })

  test('ends quietly when its reader has seen enough', async () => {
    const line = `${process.execPath} ${path.join(root, 'scripts/command.js')} desk export --format json | head -c 1; echo "\${PIPESTATUS[0]}"`
    const { output, remarks } = await runProgram(['bash', '-c', line], { cwd: folder, env: { DATA_DIR } })
    expect(output).toBe('[0\n')
    expect(remarks).not.toMatch(/Error|EPIPE| at /)
    const [newest] = JSON.parse((await command(['desk', 'audit', '--json'])).output)
    expect(newest).toMatchObject({ action: 'export', counts: { 'contact-message': MESSAGES } })
  })
})

describe('a backup', () => {
  const freshPostgres = freshDatabaseOf('PostgreSQL')
  const backup = (to: string) => ['backup', '--to', to]

  test('that may write no more leaves no file behind, and says so in one line', async () => {
    const target = path.join(folder, 'too-small')
    const line = `ulimit -f 40 && exec ${process.execPath} ${path.join(root, 'scripts/command.js')} ${backup(target).join(' ')}`
    const { code, output, remarks } = await runProgram(['bash', '-c', line], { cwd: folder, env: { DATA_DIR } })
    expect({ code, output }).toEqual({ code: 1, output: '' })
    expect(remarks.replace(/^Database: .*\n/, '')).toMatch(/^Nothing was saved: [^\n]+\n$/)
    expect(readdirSync(target)).toEqual([])
  })

  test('that is told to stop leaves no file behind', async () => {
    const settings = await freshPostgres()
    await (await startApi(settings)).stop()
    const databaseUrl = settings.databaseUrl as string
    const target = path.join(folder, 'stopped')
    mkdirSync(target)
    // It waits here, with a partial file.
    const holder = new pg.Client({ connectionString: databaseUrl })
    await holder.connect()
    await holder.query('begin; lock table cvs in access exclusive mode')
    const child = spawn(process.execPath, [path.join(root, 'scripts/command.js'), ...backup(target)], {
      env: { ...BARE_ENVIRONMENT, DATA_DIR, DATABASE_URL: databaseUrl },
      stdio: 'ignore',
    })
    const end = once(child, 'close')
    await expect.poll(() => readdirSync(target), { timeout: 60_000 }).toEqual([expect.stringMatching(/\.partial$/)])
    child.kill('SIGTERM')
    expect(await end).toEqual([128 + constants.signals.SIGTERM, null])
    expect(readdirSync(target)).toEqual([])
    await holder.end()
  })

  test('into a file is refused', async () => {
    const file = path.join(folder, 'a-file')
    writeFileSync(file, '')
    const { code, remarks } = await command(backup(file))
    expect(code).toBe(1)
    expect(remarks).toContain(`Nothing was saved: EEXIST: file already exists, mkdir '${file}'`)
  })
})

describe('without a database', () => {
  test.each(COMMANDS)('%s refuses, says where it looked, and makes none', async (...args) => {
    const empty = path.join(folder, 'empty')
    const { code, output, remarks } = await command(args, { env: { DATA_DIR: empty } })
    expect({ code, output }).toEqual({ code: 1, output: '' })
    expect(remarks).toMatch(ONE_LINE)
    expect(remarks).toContain(empty)
    expect(existsSync(empty)).toBe(false)
  })

  test('an address where no database answers is named without its password', async () => {
    const env = { DATABASE_URL: 'postgres://someone:secret@127.0.0.1:1/nuqta' }
    const { code, remarks } = await command(['desk', 'list'], { env })
    expect(code).toBe(1)
    expect(remarks).toMatch(/^DATABASE_URL: [^\n]+\n$/)
    expect(remarks).not.toContain('secret')
  })

  test('a PostgreSQL without room for another connection, or without this database, is told with what to do', async () => {
    const { databaseUrl = '' } = await freshDatabaseOf('PostgreSQL')()
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    await client.query("create role crowded login connection limit 0 password 'crowded'")
    await client.end()
    const crowded = Object.assign(new URL(databaseUrl), { username: 'crowded', password: 'crowded' }).href
    const absent = Object.assign(new URL(databaseUrl), { pathname: '/absent' }).href
    for (const [address, remedy] of [
      [crowded, 'max_connections'],
      [absent, 'createdb makes it'],
    ] as const) {
      const { code, remarks } = await command(['desk', 'list'], { env: { DATABASE_URL: address } })
      expect(code).toBe(1)
      expect(remarks).toMatch(new RegExp(`^DATABASE_URL: [^\\n]+${remedy}\\n$`))
    }
  })

  test('a data folder that is a file is told in one line by the start and by a command', async () => {
    const DATA_DIR = path.join(folder, 'a-file')
    writeFileSync(DATA_DIR, '')
    const env = { DATA_DIR, PORT: '0' }
    const start = await runProgram([process.execPath, path.join(root, 'scripts/start.js')], { cwd: folder, env })
    for (const { code, remarks } of [start, await command(['desk', 'list'], { env })]) {
      expect(code).toBe(1)
      expect(remarks).toMatch(/^DATA_DIR: [^\n]+\n$/)
    }
  })
})

describe('an address with a password that is not written as in an address', () => {
  test.each([
    [['desk', 'doctor']],
    [['desk', 'list']],
    [['backup']],
    [['restore', 'any.sqlite']],
    [['move-to-postgres']],
  ])('is refused by %j in one line that does not repeat it', async (args) => {
    for (const [setting, value] of [
      ['SMTP_URL', 'smtps://robot:Geh/eim99@mail.example:465'],
      ['SMTP_URL', 'smtps://robot:Geh%zzeim99@mail.example:465'],
      ['DATABASE_URL', 'postgres://robot:Geh/eim99@db.example/nuqta'],
      ['DATABASE_URL', 'postgres://robot:Geh%zzeim99@db.example/nuqta'],
    ] as const) {
      const { code, output, remarks } = await command(args, { env: { [setting]: value } })
      expect({ code, output }).toEqual({ code: 1, output: '' })
      expect(remarks).toMatch(new RegExp(`^${setting}: [^\\n]+%2F[^\\n]+\\n$`))
      expect(remarks).not.toMatch(/robot|eim99/)
    }
  })
})

describe.skipIf(process.getuid?.() !== 0)('as another user (NOT RUN without root)', () => {
  const asSomebody = (args: string[], env: Record<string, string>) =>
    runProgram(
      [
        ...(['setpriv', `--reuid=${SOMEBODY}`, `--regid=${SOMEBODY}`, '--clear-groups'] as [string, ...string[]]),
        ...[process.execPath, path.join(root, 'scripts/command.js'), ...args],
      ],
      { cwd: '/', env },
    )

  test('an unreadable file is not reported as missing', async () => {
    chmodSync(folder, 0o755)
    const backups = path.join(folder, 'of-root')
    expect((await command(['backup', '--to', backups])).code).toBe(0)
    const [name = ''] = readdirSync(backups)
    const file = path.join(backups, name)
    chmodSync(backups, 0o755)
    const theirs = mkdtempSync(path.join(tmpdir(), 'nuqta-theirs-'))
    chownSync(theirs, SOMEBODY, SOMEBODY)
    for (const args of COMMANDS) {
      const { code, remarks } = await asSomebody(args, { DATA_DIR })
      expect(code).toBe(1)
      expect(remarks, args.join(' ')).toMatch(/^DATA_DIR: [^\n]+ may not be read and written by this user\)\n$/)
    }
    const doctor = await asSomebody(['desk', 'doctor'], { DATA_DIR })
    expect(doctor.output).toMatch(/^WRONG {2}database +[^\n]+ may not be read and written by this user$/m)
    const restored = await asSomebody(['restore', file], { DATA_DIR: theirs })
    expect(restored.code).toBe(1)
    expect(restored.remarks).toMatch(/manifest\.json cannot be read by this user\. Nothing was changed\.\n$/)
    expect(restored.remarks).not.toContain(' at ')
    chmodSync(backups, 0o700)
    const drill = await asSomebody(['restore', '--drill'], { DATA_DIR: theirs, BACKUP_DIR: backups })
    expect(drill.remarks).toBe(`${backups} cannot be read by this user. Nothing was changed.\n`)
    rmSync(theirs, { recursive: true })
  })
})

describe('the file of settings', () => {
  test('says which database is meant, and the environment goes before it', async () => {
    const file = path.join(folder, 'settings.env')
    writeFileSync(file, `# where it is\nDATA_DIR="${DATA_DIR}"\n`)
    const script = path.join(root, 'scripts/command.js')
    const list = (env: Record<string, string>) => runProgram([process.execPath, script, 'desk', 'list'], { env })
    expect((await list({ ENV_FILE: file })).remarks).toContain(DATA_DIR)
    const elsewhere = path.join(folder, 'elsewhere')
    expect((await list({ ENV_FILE: file, DATA_DIR: elsewhere })).remarks).toContain(elsewhere)
    const missing = await list({ ENV_FILE: path.join(folder, 'missing.env') })
    expect(missing.code).toBe(1)
    expect(missing.remarks).toMatch(/^ENV_FILE: [^\n]+\n$/)
  })

  test('with a name that is nearly a setting is remarked on by every command', async () => {
    const file = path.join(folder, 'misspelt.env')
    writeFileSync(file, 'DATABASE_ULR=postgres://127.0.0.1/nuqta\n')
    const { code, output, remarks } = await command(['desk', 'list', '--json'], { env: { ENV_FILE: file } })
    expect({ code, count: JSON.parse(output).length }).toEqual({ code: 0, count: SUBMISSIONS })
    expect(remarks).toMatch(/^Settings [^\n]+: DATABASE_ULR \(perhaps DATABASE_URL\)\nDatabase: /)
  })

  test('may begin with a byte order mark, and the doctor names unknown settings', async () => {
    const file = path.join(folder, 'marked.env')
    writeFileSync(file, `\ufeffDATA_DIR="${DATA_DIR}"\nBACKUPS_DIR=/backups\nTZ=UTC\n`)
    const script = path.join(root, 'scripts/command.js')
    const doctor = await runProgram([process.execPath, script, 'desk', 'doctor'], {
      env: { ENV_FILE: file, RETENTION_MONTH: 'not in the file', MAIL: '/var/mail/root' },
    })
    expect(doctor.output).toContain(path.join(DATA_DIR, 'nuqta.sqlite'))
    expect(doctor.output).toMatch(
      /^WRONG {2}settings +[^\n]+: RETENTION_MONTH \(perhaps RETENTION_MONTHS\), BACKUPS_DIR \(perhaps BACKUP_DIR\)$/m,
    )
    expect(doctor.code).toBe(1)
  })
})

test('the doctor finds room in the folder of the database, and in that of the backups', async () => {
  const BACKUP_DIR = path.join(folder, 'backups-of-doctor')
  mkdirSync(BACKUP_DIR)
  const { output } = await command(['desk', 'doctor'], { env: { BACKUP_DIR } })
  for (const setting of ['DATA_DIR', 'BACKUP_DIR'])
    expect(output).toMatch(new RegExp(`^\\S+ +disk +${setting}: \\d+% free`, 'm'))
})

describe('a database of another release', () => {
  const withMigrations = async (name: string, edit: ReturnType<typeof sql>) => {
    const dataDirectory = path.join(folder, name)
    await (await startApi({ dataDirectory })).stop()
    const database = await openDatabase({ dataDirectory })
    await edit.execute(database.queries)
    await database.close()
    return { env: { DATA_DIR: dataDirectory } }
  }

  test.each([['desk', 'list'], ['content']])('%s does not bring an earlier one up to date', async (...args) => {
    const earlier = await withMigrations(args.join('-'), sql`drop table migrations`)
    const { code, output, remarks } = await command(args, earlier)
    expect({ code, output }).toEqual({ code: 1, output: '' })
    expect(remarks).toMatch(ONE_LINE)
    expect(remarks).toContain('npm ')
  })

  test.each([['desk', 'list'], ['content'], ['migrate']])('%s leaves a later one alone', async (...args) => {
    const later = await withMigrations(
      `later-${args.join('-')}`,
      sql`insert into migrations (name, timestamp) values ('999-later', '')`,
    )
    const { code, output, remarks } = await command(args, later)
    expect({ code, output }).toEqual({ code: 1, output: '' })
    expect(remarks).toContain('999-later')
  })

  test('migrate brings it up to date on purpose', async () => {
    const env = { DATABASE_URL: await freshPostgres() }
    expect((await command(['desk', 'list'], { env })).code).toBe(1)
    const { code, output } = await command(['migrate'], { env })
    expect(code).toBe(0)
    expect(output).toContain('001-baseline')
    expect((await command(['migrate'], { env })).output).toContain('up to date')
    expect((await command(['desk', 'list', '--json'], { env })).output).toBe('[]\n')
  })

  async function freshPostgres() {
    const { default: pg } = await import('pg')
    const server = inject('postgresUrl')
    const name = `commands_${process.pid}`
    const client = new pg.Client({ connectionString: `${server}/postgres` })
    await client.connect()
    await client.query(`create database ${name}`)
    await client.end()
    return `${server}/${name}`
  }
})

describe('in a clone', () => {
  const clone = duringTests(cloneProject)
  const inClone = (...args: string[]) =>
    runProgram([process.execPath, clone.file('scripts/command.js'), ...args], { env: { DATA_DIR } })
  const filesInClone = () => readdirSync(clone.folder, { recursive: true }).length

  test('an edited stylesheet does not lock the desk', async () => {
    appendFileSync(clone.file('site/styles/tokens.css'), '\n/* edited */\n')
    expect((await inClone('desk', 'list')).code).toBe(0)
  })

  test('sources newer than the build are not built, and it says what to run', async () => {
    appendFileSync(clone.file('cli/main.ts'), '\n// edited\n')
    const before = filesInClone()
    for (const args of COMMANDS) {
      const { code, remarks } = await inClone(...args)
      expect(code).toBe(1)
      expect(remarks).toMatch(ONE_LINE)
      expect(remarks).toContain('npm run build')
    }
    expect(filesInClone()).toBe(before)
  })

  test('nothing is built where there is no build', async () => {
    clone.without('build')
    const { code, remarks } = await inClone('desk', 'list')
    expect(code).toBe(1)
    expect(remarks).toMatch(ONE_LINE)
    expect(remarks).toContain('npm start')
    expect(existsSync(clone.file('build'))).toBe(false)
  })

  test('a folder in which nothing can be built is said in one line', async () => {
    writeFileSync(clone.file('build'), 'a file')
    const setUp = clone.file('scripts/set-up.js')
    const { code, remarks } = await runProgram([process.execPath, setUp, 'build', '--no-install'])
    clone.without('build')
    expect(code).toBe(1)
    expect(remarks).toMatch(ONE_LINE)
    expect(remarks).toContain(clone.file('build'))
  })

  test('nor is anything installed', async () => {
    clone.without('node_modules')
    const { code, remarks } = await inClone('desk', 'list')
    expect(code).toBe(1)
    expect(remarks).toMatch(ONE_LINE)
    expect(remarks).toContain('npm start')
    expect(existsSync(clone.file('node_modules'))).toBe(false)
  })
})

describe('in a release, which has nothing to build from', () => {
  const release = duringTests(cloneProject)
  beforeAll(() => {
    release.without('vite.config.ts')
  })
  const programs = () => [[release.file('scripts/start.js')], [release.file('scripts/command.js'), 'desk', 'list']]

  test('a missing part of a copied release is named in one line, with the remedy', async () => {
    release.without('build')
    for (const program of programs()) {
      const { code, remarks } = await runProgram([process.execPath, ...program], { env: { DATA_DIR } })
      expect(code).toBe(1)
      expect(remarks).toMatch(ONE_LINE)
      expect(remarks).toContain(release.file('build'))
    }
  })

  test('packages that are not those of its lock file are named in one line, with what to run', async () => {
    release.without('node_modules')
    for (const program of programs()) {
      const { code, remarks } = await runProgram([process.execPath, ...program], { env: { DATA_DIR } })
      expect(code).toBe(1)
      expect(remarks).toMatch(ONE_LINE)
      expect(remarks).toContain('npm ci --omit=dev')
    }
  })
})

describe('through npm', () => {
  const npm = (...args: string[]) => runProgram(['npm', 'run', ...args], { cwd: root, env: { DATA_DIR } })

  test("npm's own files are not left out silently", async () => {
    for (const args of [
      ['desk', 'purge', '--months', '6'],
      ['desk', 'purge', '--months=6', '--yes'],
      ['desk', 'list', '--json'],
      ['backup', '--to=/nowhere'],
    ]) {
      const { code, remarks } = await npm(...args)
      expect(code, args.join(' ')).toBe(2)
      expect(remarks).toContain(' -- ')
    }
  })

  test('after -- everything arrives', async () => {
    const { code, output } = await npm('--silent', 'desk', '--', 'list', '--json', '--limit', '1')
    expect(code).toBe(0)
    expect(JSON.parse(output)).toHaveLength(1)
  })
})
