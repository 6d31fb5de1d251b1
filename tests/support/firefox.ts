import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import puppeteer, { type ElementHandle, type Page } from 'puppeteer-core'
import { expect, test as vitest } from 'vitest'
import { type DateAnswer, isDateAnswer } from '#contract/constants.ts'
import { partName, splitDate } from '#site/submissions/date-parts.ts'
import { requireFirefox } from '../../scripts/browsers.js'

const STILL = { 'ui.prefersReducedMotion': 1 }

// Only for a test that hangs.
const TIMEOUT_MILLISECONDS = 180_000

/** NS_BINDING_ABORTED for a font: another document was opened before it arrived. */
const ABORTED_FONT = /downloadable font: download failed .* status=2152398850 source: (\S+\.woff2)$/

interface Server {
  url: string
  stop(): Promise<void>
}

/** `test` of Firefox tests: one browser and server a file, one window a test. Fails on console, page and policy errors, and on requests to other hosts. */
export const firefoxTest = <Started extends Server>(start: () => Promise<Started>, preferences: object = {}) =>
  vitest
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of the fixtures from the pattern
    .extend('server', { scope: 'file' }, async ({}, { onCleanup }) => {
      const server = await start()
      onCleanup(() => server.stop())
      return server
    })
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of the fixtures from the pattern
    .extend('firefox', { scope: 'file' }, async ({}, { onCleanup }) => {
      const firefox = await puppeteer.launch({
        browser: 'firefox',
        executablePath: requireFirefox(),
        headless: true,
        timeout: TIMEOUT_MILLISECONDS,
        defaultViewport: { width: 1440, height: 900 },
        extraPrefsFirefox: { ...STILL, ...preferences },
      })
      onCleanup(() => firefox.close())
      return firefox
    })
    .extend('page', async ({ firefox, server }, { onCleanup }) => {
      const context = await firefox.createBrowserContext()
      const page = await context.newPage()
      page.setDefaultTimeout(TIMEOUT_MILLISECONDS)
      const complaints = listen(page, new URL(server.url).host)
      onCleanup(async () => {
        await context.close()
        expect(complaints).toEqual([])
      })
      return page
    })

export type { Page }
export { expect }

function listen(page: Page, host: string) {
  const complaints: string[] = []
  let documentsOpened = 0
  const isFontOfAPageThatWasLeft = (message: string) => {
    const [, source] = ABORTED_FONT.exec(message) ?? []
    return source !== undefined && new URL(source).host === host && documentsOpened > 1
  }
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warn') complaints.push(`${message.text()} (${page.url()})`)
  })
  page.on('pageerror', (error) => {
    if (!isFontOfAPageThatWasLeft(String(error))) complaints.push(`${error} (${page.url()})`)
  })
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documentsOpened += 1
    const url = new URL(request.url())
    if (/^(http|ws)s?:$/.test(url.protocol) && url.host !== host) complaints.push(`Asked ${url}`)
  })
  return complaints
}

/** A page sleeps until its visitor interacts. */
export async function wake(page: Page) {
  await page.evaluate(() => dispatchEvent(new Event('pointermove')))
  await page.waitForFunction(() => window.siteIsAwake === true)
}

/** An interactive page refuses to send an empty form. */
export async function openForm(page: Page, address: string) {
  await page.goto(address)
  await wake(page)
  await page.waitForSelector('main form[data-awake]')
}

export const field = (name: string) => `main form [name="${name}"]`

/** Types into empty fields key by key; a date in its three parts. */
export async function typeIn(page: Page, answers: Record<string, string>) {
  for (const [name, answer] of Object.entries(answers)) {
    if (isDateAnswer(name)) await typeDate(page, name, answer)
    else await typeInto(page, field(name), answer)
  }
}

async function typeDate(page: Page, name: DateAnswer, date: string) {
  const { day, month, year } = splitDate(date, 'en')
  await typeInto(page, field(partName(name, 'day')), day)
  await page.select(field(partName(name, 'month')), month)
  await typeInto(page, field(partName(name, 'year')), year)
}

export async function typeInto(page: Page, selector: string, text: string) {
  await page.focus(selector)
  await page.keyboard.type(text)
}

// Firefox reads a chosen file only when it is sent.
const cvFolder = mkdtempSync(path.join(tmpdir(), 'nuqta-cv-'))
process.once('exit', () => rmSync(cvFolder, { recursive: true, force: true }))

export async function chooseCv(page: Page, bytes: Buffer) {
  const file = path.join(mkdtempSync(`${cvFolder}${path.sep}`), 'cv.pdf')
  writeFileSync(file, bytes)
  const input = (await page.$(field('cv'))) as ElementHandle<HTMLInputElement>
  await input.uploadFile(file)
}

const SUBMIT = 'main form [type="submit"]:enabled'

/** By keyboard, as soon as the form can be sent. */
export async function submit(page: Page) {
  await expect.poll(() => page.$(SUBMIT)).not.toBeNull()
  await page.focus(SUBMIT)
  await page.keyboard.press('Enter')
}

/** Resolves once the action has opened another document. */
export async function follow(page: Page, act: () => Promise<void>) {
  await Promise.all([page.waitForNavigation(), act()])
}

/** The visible text of the page. */
export const readingOf = (page: Page) => page.evaluate(() => document.body.innerText)

/** By role and accessible name. */
export const named = (role: string, name: string) => `::-p-aria([name="${name}"][role="${role}"])`
