import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { deskTextsIn } from '../support/desk-texts.ts'
import { field, openForm, prefixOf, submitButton, textsOf } from '../support/filling-in.ts'
import { freePort } from '../support/free-port.ts'
import { BARE_ENVIRONMENT } from '../support/programs.ts'
import { test as base, expect } from '../support/site.ts'
import { aContactMessage } from '../support/submissions.ts'
import { isLong, languagesByTurn } from '../support/turns.ts'

/** The site of `npm run dev`, unbuilt, with the same finished pages. */
const test = base.extend<{ development: { url: string; deskUrl: string; hotReloadHosts: string[] } }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
  development: async ({}, use) => {
    const dataFolder = await mkdtemp(path.join(tmpdir(), 'development-'))
    const [port, hotReloadPort, deskPort, deskHotReloadPort] = await Promise.all(Array.from({ length: 4 }, freePort))
    const program = spawn(process.execPath, ['scripts/start.js', '--dev'], {
      env: {
        ...BARE_ENVIRONMENT,
        PORT: String(port),
        HMR_PORT: String(hotReloadPort),
        DESK_PORT: String(deskPort),
        DESK_HMR_PORT: String(deskHotReloadPort),
        DATA_DIR: dataFolder,
        LOG_LEVEL: 'warn',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = once(program, 'exit')
    for await (const line of createInterface(program.stdout)) if (line.includes(`:${port}`)) break
    await use({
      url: `http://127.0.0.1:${port}`,
      deskUrl: `http://localhost:${deskPort}`,
      hotReloadHosts: [`127.0.0.1:${hotReloadPort}`, `localhost:${deskHotReloadPort}`],
    })
    program.kill('SIGTERM')
    await ended
    await rm(dataFolder, { recursive: true, force: true })
  },
  visited: async ({ development: { url } }, use) => use({ url }),
  allowedHosts: async ({ development: { deskUrl, hotReloadHosts } }, use) =>
    use([new URL(deskUrl).host, ...hotReloadHosts]),
})

test.setTimeout(300_000)

test('in development a page wakes, sends its form; the desk is open', async ({ page, development: { deskUrl } }) => {
  for (const language of languagesByTurn(0)) {
    await openForm(page, `${prefixOf(language)}/contact`, aContactMessage())
    await submitButton(page).click()
    await expect(page.getByRole('status').filter({ hasText: textsOf(language).sent['contact-message'] })).toBeVisible()
    await expect(field(page, 'name')).toHaveValue('')
  }
  if (isLong) {
    await page.goto('/')
    await expect(page.locator('h1')).toBeVisible()
  }

  for (const language of languagesByTurn(1)) {
    await page.context().addCookies([{ name: 'desk-language', value: language, url: deskUrl }])
    await page.goto(`${deskUrl}/inbox`)
    await expect(page.locator('html')).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr')
    await expect(page.getByLabel(deskTextsIn(language).door.setUp.code)).toBeVisible()
  }
})
