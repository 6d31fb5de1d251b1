import { alertSecretOf, tokenOfAlert } from '#domain/notifications/job-alerts/alerts.ts'
import { LANGUAGES } from '#texts/languages.ts'
import { accessibilityFaults } from '../support/axe.ts'
import { expect, type OpenDesk, test } from '../support/desk-browser.ts'
import { prefixOf } from '../support/filling-in.ts'
import { starterTexts } from '../support/starter-company.ts'
import { byTurns, languagesByTurn } from '../support/turns.ts'
import { openAwake, wake } from '../support/waking.ts'

/** At the desk's site, which has a mail server. */

const LOOKS = [
  [1440, 'light'],
  [390, 'dark'],
] as const

async function linkOf({ database }: OpenDesk, email: string) {
  const secret = await alertSecretOf(database)
  const rowOf = () =>
    database.queries.selectFrom('job_alerts').selectAll().where('email', '=', email).executeTakeFirst()
  await expect.poll(rowOf).toBeTruthy()
  return `/job-alerts/${tokenOfAlert(secret, (await rowOf()) as { id: string })}`
}

for (const [turn, javaScriptEnabled] of [true, false].entries())
  for (const language of languagesByTurn(turn))
    test(`job alerts ${javaScriptEnabled ? 'with' : 'without'} JavaScript (${language})`, async ({ browser, desk }) => {
      const texts = starterTexts(language)['job-alerts']
      const { alerts } = starterTexts(language).jobs
      const email = `${language}-${javaScriptEnabled}@mail.example`
      const context = await browser.newContext({ javaScriptEnabled, viewport: { width: 390, height: 844 } })
      const page = await context.newPage()
      await page.goto(`${desk.site.url}${prefixOf(language)}/jobs`)
      if (javaScriptEnabled) await wake(page)
      await page.getByLabel(alerts.email, { exact: true }).fill(email)
      await page.getByRole('button', { name: alerts.ask }).click()
      await expect(page.getByText(javaScriptEnabled ? alerts.asked : texts.asked)).toBeVisible()
      await expect(page).toHaveURL(javaScriptEnabled ? /\/jobs$/ : /\/job-alerts#result$/)

      await page.goto(desk.site.url + prefixOf(language) + (await linkOf(desk, email)))
      await page.getByRole('button', { name: texts.confirm }).click()
      await expect(page.getByText(texts.done.confirmed)).toBeVisible()
      await page.getByLabel(starterTexts(language).jobs.employment.INTERN).check()
      await page.getByRole('button', { name: texts.save }).click()
      await expect(page.getByText(texts.done.changed)).toBeVisible()
      await expect(page.getByLabel(starterTexts(language).jobs.employment.INTERN)).toBeChecked()
      await page.getByRole('button', { name: texts.end }).click()
      await expect(page.getByText(texts.endedText)).toBeVisible()
      await context.close()
    })

for (const language of languagesByTurn(1))
  test(`axe finds nothing on the pages of news of jobs, in any look (${language})`, async ({ browser, desk }) => {
    const texts = starterTexts(language)['job-alerts']
    const context = await browser.newContext()
    const page = await context.newPage()
    const email = `axe-${language}@mail.example`
    const prefix = desk.site.url + prefixOf(language)
    await page.goto(`${prefix}/job-alerts`)
    await page.getByLabel(texts.email, { exact: true }).fill(email)
    await page.getByRole('button', { name: texts.ask }).click()
    await expect(page.getByText(texts.asked)).toBeVisible()
    const link = await linkOf(desk, email)
    const faults: string[] = []
    let turn = LANGUAGES.indexOf(language)
    const look = async (address: string) => {
      for (const [width, colorScheme] of byTurns(LOOKS, turn++)) {
        await page.setViewportSize({ width, height: 900 })
        await page.emulateMedia({ colorScheme })
        await page.goto(prefix + address)
        faults.push(...(await accessibilityFaults(page)))
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      }
    }
    for (const address of ['/jobs', '/job-alerts', link]) await look(address)
    await page.getByRole('button', { name: texts.confirm }).click()
    await expect(page.getByText(texts.done.confirmed)).toBeVisible()
    await look(link)
    expect(faults).toEqual([])
    await context.close()
  })

test('an address that is none is said so in place, and stays in the field', async ({ browser, desk }) => {
  const { alerts } = starterTexts('en').jobs
  const context = await browser.newContext()
  const page = await context.newPage()
  await openAwake(page, `${desk.site.url}/jobs`)
  await page.getByLabel(alerts.email, { exact: true }).fill('nobody')
  await page.getByRole('button', { name: alerts.ask }).click()
  await expect(page.getByText(alerts.invalid)).toBeVisible()
  await expect(page.getByLabel(alerts.email, { exact: true })).toHaveValue('nobody')
  await context.close()
})
