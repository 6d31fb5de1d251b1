import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, readFileSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { zipSync } from 'fflate'
import { describe, expect, test, vi } from 'vitest'
import { openDatabase } from '#domain/platform/database/connection.ts'
import type { Database, DatabaseSettings } from '#domain/platform/database/database.ts'
import { MINUTE } from '#domain/platform/durations.ts'
import { DATABASES, freshDatabaseOf } from '../support/databases.ts'
import { makePerson, makeSession } from '../support/desk-people.ts'
import { freePort } from '../support/free-port.ts'
import { aPhoto } from '../support/photographs.ts'
import { BARE_ENVIRONMENT } from '../support/programs.ts'
import { findRows, updateRows } from '../support/rows.ts'
import { startSiteOn } from '../support/start-site.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { aWordPressExport, postOfWordPress, wordPressExport } from '../support/wordpress.ts'
import { tell } from './figures.ts'

const COMMAND = path.resolve(import.meta.dirname, '../../scripts/command.js')
const POSTS = 24
const POLL_MILLISECONDS = 5

const folder = temporaryFolder()
const photoOf = (number: number) => `2024/photo-${number}.jpg`
const EXPORT = aWordPressExport(POSTS, {
  more: (number) => `<img src="https://old.example/wp-content/uploads/${photoOf(number)}" alt="A photo">`,
})
const photos = await Promise.all(
  Array.from({ length: POSTS }, async (_, at) => [photoOf(at + 1), (await aPhoto('x.jpg')).buffer] as const),
)

describe.each(DATABASES)('an import on %s', (name) => {
  const fresh = freshDatabaseOf(name)

  test('at the desk is killed in the middle and ends whole, with everything once', {
    timeout: 5 * MINUTE,
  }, async () => {
    const settings = await fresh()
    const { site, call } = await startDeskOn(settings)
    const files = Object.fromEntries(photos.map(([file, bytes]) => [`wp-content/uploads/${file}`, bytes]))
    const archive = zipSync({ 'export.xml': EXPORT, ...files }, { level: 0 })
    const { id } = await call('POST', '/imports?name=old-site.zip&language=en', archive)
    const read = () => call('GET', `/imports/${id}`)
    await vi.waitFor(async () => expect(await read()).toMatchObject({ status: 'ready', total: POSTS }), MINUTE)
    await call('POST', `/imports/${id}/begin`)
    while (Number((await read()).done) < 3) await pause(POLL_MILLISECONDS)
    await site.end('SIGKILL')

    await withDatabase(settings, async ({ queries }) => {
      const [kept] = await findRows(queries, 'content_imports', { id: String(id) })
      expect(kept).toMatchObject({ status: 'importing' })
      expect(kept?.done).toBeLessThan(POSTS)
      // The lease of the killed process has ended.
      await updateRows(queries, 'queued_jobs', { kind: 'content-import' }, { leased_until: new Date(0).toISOString() })
    })
    const again = await startDeskOn(settings)
    await vi.waitFor(async () => expect(await again.call('GET', `/imports/${id}`)).toMatchObject({ status: 'done' }), {
      timeout: 2 * MINUTE,
    })
    expect(await again.call('GET', `/imports/${id}`)).toMatchObject({ done: POSTS, total: POSTS })
    const csv = await again.text(`/imports/${id}/redirects`)
    for (let time = 1; time <= 2; time++)
      await again.call('POST', '/redirects/import', { csv, isOtherSiteMeant: false })
    await again.site.end('SIGTERM')
    await withDatabase(settings, async (database) => {
      await expectOnce(database)
      const redirects = await findRows(database.queries, 'redirects')
      expect(redirects.filter(({ from_path }) => from_path.startsWith('/2024/post-'))).toHaveLength(POSTS)
    })
  })

  test('by the command is killed in the middle and ends whole, with everything once', {
    timeout: 4 * MINUTE,
  }, async () => {
    const settings = await fresh()
    const source = path.join(folder, `${name}.xml`)
    const pictures = path.join(folder, `uploads-${name}`)
    const redirects = path.join(folder, `${name}.csv`)
    await mkdir(path.join(pictures, '2024'), { recursive: true })
    await writeFile(source, EXPORT)
    for (const [file, bytes] of photos) await writeFile(path.join(pictures, file), bytes)
    const run = () =>
      runCommand(settings, ['content', 'import', source, '--pictures', pictures, '--redirects', redirects])
    const killed = run()
    await withDatabase(settings, async (database) => {
      while ((await postsIn(database)).length < 3) await pause(POLL_MILLISECONDS)
      killed.child.kill('SIGKILL')
      await killed.ended
      expect((await postsIn(database)).length).toBeLessThan(POSTS)
    })
    const { code, printed } = await run().ended
    expect(code, printed).toBe(0)
    await withDatabase(settings, expectOnce)
    const lines = (await readFile(redirects, 'utf8')).trim().split('\n')
    expect(new Set(lines).size).toBe(POSTS + 1)
  })
})

const MEGABYTE = 1024 * 1024
const freshOnSqlite = freshDatabaseOf('SQLite')
const LARGE_POSTS = 500
const MAX_MEGABYTES = 400

test('an export of 200 MB is imported by the command in little memory', { timeout: 8 * MINUTE }, async () => {
  const settings = await freshOnSqlite()
  const source = path.join(folder, 'large.xml')
  const [beginning, end] = wordPressExport('|').split('|') as [string, string]
  const file = createWriteStream(source)
  file.write(beginning)
  const comment = `<wp:comment><wp:comment_content><![CDATA[${'كلمات كثيرة '.repeat(900)}]]></wp:comment_content></wp:comment>`
  for (let number = 1; number <= LARGE_POSTS; number++) {
    const post = postOfWordPress(number, { more: () => '<p>Some words of a long post.</p>'.repeat(300) })
    if (!file.write(post.replace('</item>', `${comment.repeat(22)}</item>`))) await once(file, 'drain')
  }
  file.end(end)
  await once(file, 'finish')
  expect(file.bytesWritten / MEGABYTE).toBeGreaterThan(200)
  const { ended, megabytes } = runCommand(settings, ['content', 'import', source])
  const { code, printed } = await ended
  expect(code, printed).toBe(0)
  tell('an export imported by the command', {
    megabytes: Math.round(file.bytesWritten / MEGABYTE),
    'megabytes of memory': Math.round(megabytes()),
  })
  expect(megabytes()).toBeLessThan(MAX_MEGABYTES)
  await withDatabase(settings, async (database) => expect(await postsIn(database)).toHaveLength(LARGE_POSTS))
})

async function startDeskOn(settings: DatabaseSettings) {
  const port = await freePort()
  const site = await startSiteOn(settings, {
    DESK_PORT: String(port),
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_TO: 'a@b.example',
  })
  await vi.waitFor(() => expect(site.output()).toContain('The desk is open'), { timeout: MINUTE })
  const cookie = await withDatabase(settings, async (database) => {
    const person = await makePerson(database, 'editor')
    return `desk-session=${await makeSession(database, person)}`
  })
  const ask = async (method: string, address: string, body?: Uint8Array | object) => {
    const isFile = body instanceof Uint8Array
    const response = await fetch(`http://localhost:${port}/api${address}`, {
      method,
      headers: {
        ...{ cookie, 'x-desk': '1' },
        ...(body && { 'content-type': isFile ? 'application/octet-stream' : 'application/json' }),
      },
      ...(body && { body: isFile ? (body as BodyInit) : JSON.stringify(body) }),
    })
    expect(response.ok, `${method} ${address}: ${response.status}`).toBe(true)
    return response
  }
  return {
    site,
    call: async (...asked: Parameters<typeof ask>) => (await (await ask(...asked)).json()) as Record<string, unknown>,
    text: async (address: string) => (await ask('GET', address)).text(),
  }
}

function runCommand({ dataDirectory, databaseUrl }: DatabaseSettings, args: string[]) {
  const child = spawn(process.execPath, [COMMAND, ...args, '--apply'], {
    env: { ...BARE_ENVIRONMENT, DATA_DIR: dataDirectory, ...(databaseUrl && { DATABASE_URL: databaseUrl }) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [printed, most] = ['', 0]
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (printed += text))
  const watching = setInterval(() => {
    most = Math.max(most, mostMegabytes(child.pid as number))
  }, POLL_MILLISECONDS)
  const ended = once(child, 'close').then(([code]) => {
    clearInterval(watching)
    return { code: code as number | null, printed }
  })
  return { child, ended, megabytes: () => most }
}

/** The most that a process held so far; 0 after its end. */
function mostMegabytes(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

async function withDatabase<Result>(settings: DatabaseSettings, work: (database: Database) => Promise<Result>) {
  const database = await openDatabase(settings)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** Slugs of the records that the import made. */
async function postsIn({ queries }: Database): Promise<string[]> {
  const rows = await findRows(queries, 'content_revisions', { type: 'notes', part: 'shared' })
  const slugs = new Map(rows.map(({ record_id, fields }) => [record_id, String(JSON.parse(fields).slug)]))
  return [...slugs.values()].filter((slug) => slug.startsWith('post-'))
}

async function expectOnce(database: Database) {
  const slugs = await postsIn(database)
  expect(slugs).toHaveLength(POSTS)
  expect(new Set(slugs).size).toBe(POSTS)
  const pictures = await findRows(database.queries, 'pictures')
  expect(pictures.filter(({ name }) => /^photo-\d+\.jpg$/.test(name))).toHaveLength(POSTS)
}
