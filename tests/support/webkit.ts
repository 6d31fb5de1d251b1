import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test as vitest } from 'vitest'
import { type DateAnswer, isDateAnswer } from '#contract/constants.ts'
import { partName, splitDate } from '#site/submissions/date-parts.ts'
import { requireWebKit } from '../../scripts/browsers.js'
import { freePort } from './free-port.ts'

/** WebKit over WebDriver: https://www.w3.org/TR/webdriver2/. */

// Only for a test that hangs.
const TIMEOUT_MILLISECONDS = 180_000
const POLL_MILLISECONDS = 50
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
/** https://www.w3.org/TR/webdriver2/#keyboard-actions */
export const KEYS = {
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  Home: '\uE011',
  End: '\uE010',
  Backspace: '\uE003',
  Delete: '\uE017',
  Shift: '\uE008',
  Control: '\uE009',
}
// The driver drops line breaks.
const ENTER = '\uE007'
// Other lines complain about numbers that are taken.
const DISPLAY_NUMBER = /^\d+$/m
const WIDE = { width: 1280, height: 888 }

interface Server {
  url: string
  stop(): Promise<void>
}

/** `test` of WebKit tests: one display and server a file, one browser a test. */
export const webkitTest = <Started extends Server>(start: () => Promise<Started>) =>
  vitest
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of the fixtures from the pattern
    .extend('server', { scope: 'file' }, async ({}, { onCleanup }) => {
      const server = await start()
      onCleanup(() => server.stop())
      return server
    })
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of the fixtures from the pattern
    .extend('driver', { scope: 'file' }, async ({}, { onCleanup }) => {
      const driver = await startDriver()
      onCleanup(() => driver.stop())
      return driver
    })
    .extend('page', async ({ driver }, { onCleanup }) => {
      const page = await openBrowser(driver)
      onCleanup(() => page.close().then(() => {}))
      return page
    })

export { expect }

export type Page = Awaited<ReturnType<typeof openBrowser>>
type Driver = Awaited<ReturnType<typeof startDriver>>

async function startDriver() {
  const { driver, browser, display } = requireWebKit()
  const home = mkdtempSync(path.join(tmpdir(), 'nuqta-webkit-'))
  mkdirSync(path.join(home, '.config/gtk-3.0'), { recursive: true })
  // The browser says then that less motion is wanted.
  writeFileSync(path.join(home, '.config/gtk-3.0/settings.ini'), '[Settings]\ngtk-enable-animations=0\n')
  const port = await freePort()
  const screen = run(display, ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {})
  await expect.poll(screen.printed).toMatch(DISPLAY_NUMBER)
  const process = run(driver, [`--port=${port}`], {
    ...{
      HOME: home,
      XDG_RUNTIME_DIR: home,
      GDK_BACKEND: 'x11',
      DISPLAY: `:${DISPLAY_NUMBER.exec(screen.printed())?.[0]}`,
      LANG: 'C.UTF-8',
    },
    // There is no graphics processor to draw with.
    ...{ WEBKIT_DISABLE_DMABUF_RENDERER: '1', WEBKIT_DISABLE_COMPOSITING_MODE: '1', LIBGL_ALWAYS_SOFTWARE: '1' },
  })
  return {
    url: `http://127.0.0.1:${port}`,
    browser,
    async stop() {
      await process.end()
      await screen.end()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

function run(program: string, args: string[], environment: Record<string, string>) {
  const child: ChildProcess = spawn(program, args, {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (printed += text))
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  return {
    printed: () => printed,
    async end() {
      process.off('exit', kill)
      if (child.exitCode !== null || child.signalCode !== null) return
      const exit = once(child, 'exit')
      child.kill('SIGTERM')
      await exit
    },
  }
}

async function openBrowser({ url, browser }: Driver) {
  const browserOptions = { binary: browser, args: ['--automation'] }
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': browserOptions } }
  const { sessionId } = await connect(() => ask<{ sessionId: string }>(url, 'POST', '/session', { capabilities }))
  const session = `/session/${sessionId}`
  const call = <Value = null>(method: string, command: string, body?: object) =>
    ask<Value>(url, method, session + command, body)
  await call('POST', '/timeouts', { script: TIMEOUT_MILLISECONDS, pageLoad: TIMEOUT_MILLISECONDS })
  await call('POST', '/window/rect', WIDE)

  const evaluate = <Result, Args extends unknown[]>(task: (...args: Args) => Result, ...args: Args) =>
    call<Awaited<Result>>('POST', '/execute/sync', { script: `return (${task})(...arguments)`, args })

  async function find(selector: string) {
    const using = selector.startsWith('//') ? 'xpath' : 'css selector'
    const [found] = await call<Record<typeof ELEMENT, string>[]>('POST', '/elements', { using, value: selector })
    return found?.[ELEMENT]
  }

  async function waitFor(selector: string): Promise<string> {
    let found: string | undefined
    await expect.poll(async () => (found = await find(selector)), { message: selector }).toBeDefined()
    return found as string
  }

  return {
    evaluate,
    find,
    waitFor,
    goto: (address: string) => call('POST', '/url', { url: address }),
    back: () => call('POST', '/back', {}),
    url: () => call<string>('GET', '/url'),
    close: () => call('DELETE', ''),
    click: async (selector: string) => call('POST', `/element/${await waitFor(selector)}/click`, {}),
    clear: async (selector: string) => call('POST', `/element/${await waitFor(selector)}/clear`, {}),
    /** Into the field, or the path of a file to choose. */
    type: async (selector: string, text: string) => call('POST', `/element/${await waitFor(selector)}/value`, { text }),
    /** To whatever has the focus. */
    press: (key: string, modifier?: string) => {
      const keys = [...(modifier ? [modifier] : []), key]
      const actions = [
        ...keys.map((value) => ({ type: 'keyDown', value })),
        ...keys.toReversed().map((value) => ({ type: 'keyUp', value })),
      ]
      return call('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] })
    },
    setCookie: (cookie: object) => call('POST', '/cookie', { cookie }),
    /** The visible text of the page. */
    text: () => evaluate(() => document.body.innerText),
  }
}

async function ask<Value>(url: string, method: string, command: string, body?: object): Promise<Value> {
  const response = await fetch(url + command, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  const { value } = (await response.json()) as { value: Value & { error?: string; message?: string } }
  if (!response.ok) throw new Error(`${command}: ${value.error} ${value.message}`)
  return value
}

/** The driver listens a moment after it was started. */
async function connect<Result>(task: () => Promise<Result>): Promise<Result> {
  const end = Date.now() + TIMEOUT_MILLISECONDS
  for (;;) {
    try {
      return await task()
    } catch (error) {
      if (!(error instanceof TypeError) || Date.now() > end) throw error
      await new Promise((resolve) => setTimeout(resolve, POLL_MILLISECONDS))
    }
  }
}

/** A page sleeps until its visitor interacts. Fails on what the page complains of while it wakes. */
export async function wake(page: Page) {
  await page.evaluate(() => {
    window.complaints = []
    addEventListener('error', ({ message }) => window.complaints.push(message))
    console.error = (...words) => window.complaints.push(words.join(' '))
    dispatchEvent(new Event('pointermove'))
  })
  await expect.poll(() => page.evaluate(() => window.siteIsAwake)).toBe(true)
  expect(await page.evaluate(() => window.complaints)).toEqual([])
}

declare global {
  interface Window {
    complaints: string[]
  }
}

export async function openForm(page: Page, address: string) {
  await page.goto(address)
  await wake(page)
  await page.waitFor('main form[data-awake]')
}

export const field = (name: string) => `main form [name="${name}"]`

/** Types into empty fields; a date in its three parts. */
export async function typeIn(page: Page, answers: Record<string, string>) {
  for (const [name, answer] of Object.entries(answers)) {
    if (isDateAnswer(name)) await typeDate(page, name, answer)
    else await page.type(field(name), answer.replaceAll('\n', ENTER))
  }
}

async function typeDate(page: Page, name: DateAnswer, date: string) {
  const { day, month, year } = splitDate(date, 'en')
  await page.type(field(partName(name, 'day')), day)
  await page.click(`${field(partName(name, 'month'))} option[value="${month}"]`)
  await page.type(field(partName(name, 'year')), year)
}

export async function chooseCv(page: Page, bytes: Buffer) {
  const folder = mkdtempSync(path.join(tmpdir(), 'nuqta-cv-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const file = path.join(folder, 'cv.pdf')
  writeFileSync(file, bytes)
  await page.type(field('cv'), file)
}

/** By keyboard, as soon as the form can be sent. */
export const submit = (page: Page) => page.type('main form [type="submit"]:enabled', ENTER)

/** By a part of the text or label of a control. */
export const named = (tag: string, name: string) =>
  `//${tag}[contains(normalize-space(), "${name}") or contains(@aria-label, "${name}")]`

export const labelled = (name: string) => `//*[@id=//label[normalize-space()="${name}"]/@for]`
