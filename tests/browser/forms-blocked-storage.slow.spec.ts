import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { requireChromium } from '../../scripts/browsers.js'
import { chooseCv, fillIn, openForm, prefixOf, submitButton, textsOf } from '../support/filling-in.ts'
import { expect, test as visit } from '../support/site.ts'
import { starterTexts } from '../support/starter-company.ts'
import { aCareerApplication, aContactMessage, rowsOf } from '../support/submissions.ts'
import { languagesByTurn } from '../support/turns.ts'

/** A visitor who blocks cookies in the browser, and with them all storage and locks. */
const test = visit.extend({
  context: async ({ playwright, launchOptions, baseURL }, use) => {
    const profile = await mkdtemp(path.join(tmpdir(), 'profile-'))
    await mkdir(path.join(profile, 'Default'))
    const settings = { profile: { default_content_setting_values: { cookies: 2 } } }
    await writeFile(path.join(profile, 'Default', 'Preferences'), JSON.stringify(settings))
    const context = await playwright.chromium.launchPersistentContext(profile, {
      ...launchOptions,
      executablePath: requireChromium(),
      baseURL: baseURL as string,
    })
    await use(context)
    await context.close()
    await rm(profile, { recursive: true, force: true })
  },
})

for (const language of languagesByTurn(0))
  test(`with blocked storage, messages and applications still arrive (${language})`, async ({ page, site }) => {
    const message = aContactMessage()
    await openForm(page, `${prefixOf(language)}/contact`)
    await expect(page.evaluate(() => localStorage.length)).rejects.toThrow(/denied/)
    await fillIn(page, message)
    await submitButton(page).click()
    await expect(page.getByText(textsOf(language).sent['contact-message'])).toBeVisible()
    expect(rowsOf(site, 'contact-message', message.email)).toHaveLength(1)

    const application = aCareerApplication()
    const texts = starterTexts(language)['career-apply']
    let letThrough = () => {}
    const held = new Promise<void>((resolve) => {
      letThrough = resolve
    })
    await page.route('**/guest-api/Form', async (route) => {
      await held
      await route.continue()
    })
    await openForm(page, `${prefixOf(language)}/careerApply/1`, application)
    await chooseCv(page)
    await submitButton(page).click()
    await expect(page.getByText(texts.sending.stay)).toBeVisible()
    await expect(page.getByText(texts.sending.keepOpen)).toHaveCount(0)
    letThrough()
    await expect(page.getByText(application.email)).toBeVisible()
    expect(rowsOf(site, 'career-application', application.email)).toHaveLength(1)
  })
