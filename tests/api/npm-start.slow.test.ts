import { type ChildProcess, spawn } from 'node:child_process'
import { appendFileSync, cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { aContactMessage } from '../support/builders.ts'
import { cloneProject } from '../support/clone.ts'
import { freePort } from '../support/free-port.ts'
import { BARE_ENVIRONMENT, runProgram } from '../support/programs.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const root = path.resolve(import.meta.dirname, '../..')
const folder = temporaryFolder()

const running: ChildProcess[] = []
afterEach(() => {
  // The process group: a failing test must leave no server behind.
  for (const { pid } of running.splice(0))
    try {
      process.kill(-(pid as number), 'SIGKILL')
    } catch {}
})

async function start([program, ...args]: [string, ...string[]], { cwd = root, env = {} } = {}) {
  const port = await freePort()
  const child = spawn(program, args, {
    cwd,
    env: {
      ...BARE_ENVIRONMENT,
      PORT: String(port),
      DATA_DIR: path.join(folder, 'data'),
      SHARE_PICTURES: 'on-demand',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  running.push(child)
  let said = ''
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const isOpen = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        said += chunk
        if (said.includes('Nuqta is open')) resolve()
      })
    ended.then((code) => reject(new Error(`It ended with ${code}:\n${said}`)))
  })
  await isOpen
  return { url: `http://127.0.0.1:${port}`, child, ended, said: () => said }
}

/** A form whose end is sent on demand. */
function beginForm(url: string) {
  const body = JSON.stringify(aContactMessage())
  const sending = request(`${url}/api/guest-api/contact-us`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
  })
  const status = new Promise<number | undefined>((resolve, reject) => {
    sending.once('response', (response) => resolve(response.resume().statusCode))
    sending.once('error', reject)
  })
  sending.write(body.slice(0, 10))
  return { status, finish: () => sending.end(body.slice(10)) }
}

test('SIGTERM to npm ends the server, after what was under way is answered', async () => {
  const site = await start(['npm', 'start'])
  expect(site.said().trim().split('\n').length).toBeLessThanOrEqual(8)
  const form = beginForm(site.url)
  // A later request is answered, so the first part of the form has arrived.
  expect((await fetch(`${site.url}/healthz`)).status).toBe(200)
  site.child.kill('SIGTERM')
  await expect.poll(() => fetch(site.url).catch((error) => error.cause.code), { timeout: 60_000 }).toBe('ECONNREFUSED')
  form.finish()
  expect(await form.status).toBe(201)
  expect(await site.ended).toBe(0)
})

test.each(['1', '2'])('the end of its terminal cuts nothing off, with WORKERS=%s', async (WORKERS) => {
  const site = await start([process.execPath, 'scripts/start.js'], { env: { WORKERS } })
  const form = beginForm(site.url)
  expect((await fetch(`${site.url}/healthz`)).status).toBe(200)
  // To every process of the group, as a shell and systemd do.
  for (let times = 0; times < 2; times++) process.kill(-(site.child.pid as number), 'SIGHUP')
  await expect.poll(() => fetch(site.url).catch((error) => error.cause.code), { timeout: 60_000 }).toBe('ECONNREFUSED')
  form.finish()
  expect(await form.status).toBe(201)
  expect(await site.ended).toBe(0)
})

test('it is started from any folder, with a file of settings, and serves what was built', async () => {
  const file = path.join(folder, 'settings.env')
  writeFileSync(file, 'PUBLIC_URL=https://nuqta.example\n')
  const site = await start([process.execPath, path.join(root, 'scripts/start.js')], {
    cwd: folder,
    // Some shells set it; React would serve its development build.
    env: { ENV_FILE: file, NODE_ENV: 'development' },
  })
  const page = await (await fetch(site.url)).text()
  expect(page).toContain('https://nuqta.example')
  expect(site.said()).not.toContain('React')
  const [asset] = /\/assets\/[\w.-]+\.js/.exec(page) ?? []
  expect((await fetch(site.url + asset)).status).toBe(200)
  expect(existsSync(path.join(folder, 'build'))).toBe(false)
  site.child.kill('SIGTERM')
  expect(await site.ended).toBe(0)
})

test('a fault in the content stops the first start, named by file, record and field', async () => {
  const content = path.join(folder, 'content')
  cpSync(path.join(root, 'content'), content, { recursive: true })
  const services = JSON.parse(readFileSync(path.join(content, 'services.json'), 'utf8'))
  delete services[1].title.ar
  writeFileSync(path.join(content, 'services.json'), JSON.stringify(services))
  const { code, output, remarks } = await runProgram([process.execPath, path.join(root, 'scripts/start.js')], {
    env: { CONTENT_DIR: content, DATA_DIR: path.join(folder, 'broken'), PORT: '0' },
  })
  expect(code).toBe(1)
  expect(output).toBe('')
  expect(remarks.split('\n')).toEqual([
    `CONTENT_DIR: faults in ${content}`,
    'services.json, line 1: record 2 (id 2): title.ar is missing',
    '',
  ])
})

test('a server that runs goes on from its own files, however often is built beside it', async () => {
  const clone = cloneProject({ site: true })
  try {
    const site = await start([process.execPath, clone.file('scripts/start.js')], {
      env: { DATA_DIR: clone.file('data') },
    })
    const page = await (await fetch(site.url)).text()
    const [asset] = /\/assets\/[\w.-]+\.js/.exec(page) ?? []
    const build = `
      import { mkdirSync } from 'node:fs'
      import { makeBuild } from '${clone.file('scripts/builds.js')}'
      await makeBuild(async (folder) => ['client/assets', 'desk/assets', 'cli'].map((part) => mkdirSync(folder + '/' + part, { recursive: true })))`
    for (const edit of ['one', 'two', 'three']) {
      appendFileSync(clone.file('site/styles/tokens.css'), `/* ${edit} */`)
      expect(await runProgram([process.execPath, '--input-type=module', '--eval', build])).toMatchObject({ code: 0 })
    }
    expect((await fetch(site.url + asset)).status).toBe(200)
    // A page that was never rendered reads its styles now.
    expect((await fetch(`${site.url}/pricing`)).status).toBe(200)
    site.child.kill('SIGTERM')
    expect(await site.ended).toBe(0)
  } finally {
    clone.remove()
  }
})
