import { spawn } from 'node:child_process'
import { cpSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { withDatabase } from '#cli/open-database.ts'
import { publishedRecords } from '#domain/content/published.ts'
import { openDatabase } from '#domain/platform/database/connection.ts'
import { openReadyDatabase } from '#server/open-database.ts'
import { readConfig, SettingsError } from '#settings/settings.ts'
import { startApi } from '../support/api.ts'
import { aContactMessage } from '../support/builders.ts'
import { DATABASES, emptyDatabaseOf } from '../support/databases.ts'

describe.each(DATABASES)('starting on %s', (name) => {
  const empty = emptyDatabaseOf(name)

  test('several at once on an empty database migrate and load once', async () => {
    const settings = await empty()
    const apis = await Promise.all([1, 2, 3].map(() => startApi(settings)))
    const { queries } = apis[0]!.database
    expect(await queries.selectFrom('content_version').selectAll().execute()).toHaveLength(1)
    expect(await publishedRecords(queries, 'projects')).toHaveLength(24)
    await Promise.all(apis.map((api) => api.stop()))
  })

  test('two processes at once do the same', async () => {
    const { dataDirectory, databaseUrl } = await empty()
    const environment = { DATA_DIR: dataDirectory, ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
    const endings = await Promise.all([1, 2].map(() => runStart(environment)))
    expect(endings).toEqual([
      { code: 0, errors: '' },
      { code: 0, errors: '' },
    ])
    const database = await openDatabase({ dataDirectory, databaseUrl })
    expect(await database.queries.selectFrom('content_version').selectAll().execute()).toHaveLength(1)
    await database.close()
  })

  test('a second start keeps what was edited and what was sent', async () => {
    const settings = await empty()
    const first = await startApi(settings)
    await first.post('contact-us', aContactMessage())
    const edition = await first.database.queries.selectFrom('content_version').selectAll().execute()
    await first.stop()
    const second = await startApi(settings)
    expect(await second.database.queries.selectFrom('content_version').selectAll().execute()).toEqual(edition)
    expect(await second.database.queries.selectFrom('submissions').selectAll().execute()).toHaveLength(1)
    await second.stop()
  })

  test('without its database what is in memory is served, the rest says when to come back', async () => {
    const api = await startApi(await empty())
    const list = await (await api.get('Services')).text()
    await api.database.close()
    expect(await (await api.get('Services')).text()).toBe(list)
    const unread = await api.get('Team')
    expect(unread.status).toBe(503)
    expect(Number(unread.headers.get('retry-after'))).toBeGreaterThan(0)
    const refused = await api.post('contact-us', aContactMessage())
    expect(refused.status).toBe(503)
    expect((await refused.json()).type).toBe('urn:problem:unavailable')
    expect((await api.get('/healthz')).status).toBe(200)
    await expect.poll(async () => (await api.get('/readyz')).status).toBe(503)
    await api.stop()
  })
})

test('a submission is not acknowledged while the SQLite folder is missing or replaced', async () => {
  const { dataDirectory } = await emptyDatabaseOf('SQLite')()
  const api = await startApi({ dataDirectory })
  const send = async () => (await api.post('contact-us', aContactMessage())).status
  expect(await send()).toBe(201)
  const away = `${dataDirectory}-away`
  renameSync(dataDirectory, away)
  expect(await send()).toBe(503)
  expect((await api.get('Services')).status).toBe(200)
  // An operator copies an older file over a running server's database.
  cpSync(away, dataDirectory, { recursive: true })
  expect(await send()).toBe(503)
  rmSync(dataDirectory, { recursive: true })
  renameSync(away, dataDirectory)
  expect(await send()).toBe(201)
  rmSync(path.join(dataDirectory, 'nuqta.sqlite-wal'))
  expect(await send()).toBe(503)
  await api.stop()
})

test('of a damaged SQLite file the start and the commands say how a backup takes its place', async () => {
  const { dataDirectory, databaseUrl } = await emptyDatabaseOf('SQLite')()
  const api = await startApi({ dataDirectory, databaseUrl })
  await api.stop()
  const file = path.join(dataDirectory, 'nuqta.sqlite')
  const config = readConfig({ DATA_DIR: dataDirectory })
  const call = { config, terminal: { remark: () => {} } } as unknown as Parameters<typeof withDatabase>[0]
  const whole = readFileSync(file)
  for (const damaged of [Buffer.from('no database at all'), whole.subarray(0, 100_000)]) {
    writeFileSync(file, damaged)
    for (const open of [() => openReadyDatabase(config), () => withDatabase(call, async () => {})])
      await expect(open()).rejects.toThrow(/^DATA_DIR: the database cannot be used \([^\n]+\); npm run restore [^\n]+$/)
  }
})

/** The steps of a start before it listens, in a process. */
function runStart(environment: Record<string, string>) {
  const program = `
    import { openDatabase } from '#domain/platform/database/connection.ts'
    import { loadContentOnce } from '#domain/content/load-content.ts'
    import { migrate } from '#domain/platform/database/migrate.ts'
    import './tests/support/subscribe.ts'
    import { readConfig } from '#settings/settings.ts'
    const config = readConfig()
    const database = await openDatabase(config)
    await migrate(database)
    await loadContentOnce(database, config.contentDirectory)
    await database.close()
  `
  return new Promise<{ code: number | null; errors: string }>((resolve) => {
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', program], {
      env: { PATH: process.env.PATH ?? '', ...environment },
    })
    let errors = ''
    child.stderr.on('data', (data) => {
      errors += data
    })
    child.on('close', (code) => resolve({ code, errors }))
  })
}

describe('settings', () => {
  test('have the documented defaults', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      workers: 1,
      submissionsPerMinute: 10,
      cvMaximumBytes: 5 * 1024 * 1024,
      retentionMonths: 12,
      allowedOrigins: [],
      trustProxy: [],
    })
  })

  test.each([
    ['PORT', 'abc'],
    ['PORT', '70000'],
    ['DATABASE_URL', 'mysql://x'],
    ['PUBLIC_URL', 'nuqta.example'],
    ['PUBLIC_URL', 'https://nuqta.example/site'],
    ['PUBLIC_URL', 'https://nuqta.example/?language=ar'],
    ['DESK_URL', 'https://nuqta.example/desk'],
    ['API_HOST', 'ftp://x.example'],
    ['SUBMISSIONS_PER_MINUTE', '0'],
    ['WORKERS', '0'],
    ['WORKERS', '65'],
    ['WORKERS', 'many'],
    ['ALLOWED_ORIGINS', 'https://a.example, b.example'],
    ['ALLOWED_ORIGINS', '*'],
    ['CV_MAX_MB', '-1'],
    ['TRUST_PROXY', '10.0.0.0/99'],
    ['TRUST_PROXY', 'everybody'],
    ['RETENTION_MONTHS', 'never'],
    ['SMTP_URL', 'mail.example'],
    ['CLAMD', 'scanner'],
    ['CLAMD', '127.0.0.1:99999'],
  ])('%s=%s is refused in one line that names it', (setting, value) => {
    const read = () => readConfig({ [setting]: value })
    expect(read).toThrow(SettingsError)
    expect(read).toThrow(new RegExp(`^${setting}: [^\\n]+$`))
  })

  test('lists and addresses are read', () => {
    const config = readConfig({
      ALLOWED_ORIGINS: 'https://a.example, https://b.example:8443',
      TRUST_PROXY: '10.0.0.0/8,::1',
      PUBLIC_URL: 'https://nuqta.example/',
      CV_MAX_MB: '0.5',
    })
    expect(config.allowedOrigins).toEqual(['https://a.example', 'https://b.example:8443'])
    expect(config.trustProxy).toEqual(['10.0.0.0/8', '::1'])
    expect(config.publicUrl).toBe('https://nuqta.example')
    expect(config.cvMaximumBytes).toBe(512 * 1024)
    expect(readConfig({ CLAMD: '/run/clamd.sock' }).clamd).toEqual({ path: '/run/clamd.sock' })
    expect(readConfig({ CLAMD: 'scanner:3310' }).clamd).toEqual({ host: 'scanner', port: 3310 })
    expect(readConfig({ CLAMD: '[::1]:3310' }).clamd).toEqual({ host: '::1', port: 3310 })
  })
})
