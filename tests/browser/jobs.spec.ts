import type { Locator } from '@playwright/test'
import { aJob, list } from '../support/records.ts'
import { expect, type Page } from '../support/site.ts'
import { TIMEOUT_WITH_START, test } from '../support/site-at-broken-api.ts'
import { starterTexts } from '../support/starter-company.ts'
import { byTurns } from '../support/turns.ts'
import { openAwake } from '../support/waking.ts'

const PREFIXES = [
  ['', 'en'],
  ['/ar', 'ar'],
] as const

for (const [prefix] of byTurns(PREFIXES, 1)) {
  test(`every open job leads to its application, at ${prefix}/jobs`, async ({ page }) => {
    await page.goto(`${prefix}/jobs`)
    const rows = page.locator('main li:has(h2)')
    await expect(rows).not.toHaveCount(0)
    for (const row of await rows.all()) {
      await expect(row.getByRole('paragraph')).not.toHaveCount(0)
      const [title, apply] = await row.getByRole('link').all()
      await expect(title as Locator).toHaveAttribute('href', new RegExp(`^${prefix}/careerApply/\\d+$`))
      expect(await apply?.getAttribute('href')).toBe(await title?.getAttribute('href'))
    }
    await rows.first().getByRole('heading').getByRole('link').click()
    await expect(page).toHaveURL(new RegExp(`${prefix}/careerApply/\\d+$`))
  })
}

test.describe('narrowed by team, place and kind', () => {
  for (const javaScriptEnabled of [true, false])
    test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
      test.use({ javaScriptEnabled })
      for (const [prefix, language] of byTurns(PREFIXES, Number(javaScriptEnabled)))
        test(`the list stands in the address, and goes back to all jobs (${language})`, async ({ page }) => {
          const texts = starterTexts(language).jobs.filter
          await page.goto(`${prefix}/jobs`)
          const jobs = page.locator(`main h2 a[href^="${prefix}/careerApply/"]`)
          const all = await jobs.count()
          await page.getByRole('combobox', { name: texts.team }).selectOption('design')
          await page.getByRole('button', { name: texts.show, exact: true }).click()
          await expect(page).toHaveURL(new RegExp(`${prefix}/jobs\\?team=design`))
          await expect(jobs).toHaveCount(2)
          await expect(page.getByRole('combobox', { name: texts.team })).toHaveValue('design')

          await page.getByRole('combobox', { name: texts.kind }).selectOption('full-time')
          await page.getByRole('button', { name: texts.show, exact: true }).click()
          await expect(jobs).toHaveCount(0)
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

          await page.getByRole('link', { name: texts.clear }).click()
          await expect(jobs).toHaveCount(all)
          await expect(page).toHaveURL(new RegExp(`${prefix}/jobs$`))
        })
    })
})

for (const [prefix, language] of PREFIXES)
  test(`the places to choose are all cities in which there is a job (${language})`, { tag: '@slow' }, async ({
    page,
  }) => {
    const texts = starterTexts(language).jobs
    await page.goto(`${prefix}/jobs`)
    const places = page.getByRole('combobox', { name: texts.filter.place })
    const offered = await places.getByRole('option').allInnerTexts()
    const named = await page.locator('main li:has(h2) p').allInnerTexts()
    for (const city of { en: ['Cairo', 'Mansoura'], ar: ['القاهرة', 'المنصورة'] }[language]) {
      expect(named.some((line) => line.includes(city))).toBe(true)
      expect(offered).toContain(city)
    }
    await places.selectOption('mansoura')
    await page.getByRole('button', { name: texts.filter.show, exact: true }).click()
    await expect(page).toHaveURL(/place=mansoura/)
    await expect(page.locator(`main h2 a[href^="${prefix}/careerApply/"]`)).toHaveCount(1)
  })

test('a reminder of the closing date is a calendar file, in the language of the page', { tag: '@slow' }, async ({
  page,
}) => {
  for (const [prefix, language] of [
    ['', 'en'],
    ['/ar', 'ar'],
  ] as const) {
    await page.goto(`${prefix}/careerApply/1`)
    const link = page.getByRole('link', { name: starterTexts(language)['career-apply'].remind })
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
    expect(download.suggestedFilename()).toBe('job-1.ics')
    const address = await link.getAttribute('href')
    const file = await page.request.get(address ?? '')
    expect(file.headers()['content-type']).toBe('text/calendar; charset=utf-8')
    expect(await file.text()).toContain(`LANGUAGE=${language}:`)
  }
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })
  for (const [prefix] of byTurns(PREFIXES, 0))
    test(`the filters are folded, and the first job is on the first screen, at ${prefix}/jobs`, async ({ page }) => {
      await page.goto(`${prefix}/jobs`)
      const first = page.locator('main li:has(h2)').first()
      for (const part of [first.getByRole('heading'), first.getByRole('paragraph').first()])
        await expect(part).toBeInViewport({ ratio: 1 })
      const team = page.locator('main select[name="team"]')
      await expect(team).toBeHidden()
      await page.locator('main summary').click()
      await team.selectOption('design')
      await page.locator('main form [type="submit"]').first().click()
      await expect(page).toHaveURL(/team=design/)
      await expect(team).toBeVisible()
    })
})

test('a job is listed with its salary and place, and its page begins with them', async ({ page }) => {
  const { facts } = starterTexts('en')['career-apply']
  await page.goto('/jobs')
  const row = page.locator('main li:has(h2)').first()
  const [salary = ''] = await row.getByRole('paragraph').allInnerTexts()
  await row.getByRole('heading').getByRole('link').click()
  const head = page.locator('main dl').first()
  await expect(head.locator('dt')).toHaveText([facts.salary, facts.place, facts.employment, facts.closes])
  await expect(head.locator('dd').first()).toHaveText(salary)
})

test.describe('a job is shared', () => {
  const texts = starterTexts('en')['career-apply'].share
  const shareLink = (page: Page) => page.getByRole('link', { name: texts.share })
  const watchSharing = (page: Page, canShare: boolean) =>
    page.addInitScript((can) => {
      const shared: unknown[] = []
      const sharing = {
        canShare: { value: () => can },
        share: { value: async (what: unknown) => void shared.push(what) },
        clipboard: { value: { writeText: async (what: unknown) => void shared.push(what) } },
      }
      Object.defineProperties(Navigator.prototype, sharing)
      Object.assign(window, { shared })
    }, canShare)
  const sharedBy = (page: Page) => page.evaluate(() => (window as unknown as { shared: unknown[] }).shared)

  test('by the dialog of the browser', async ({ page }) => {
    await watchSharing(page, true)
    await openAwake(page, '/careerApply/1')
    await shareLink(page).click()
    const title = await page.getByRole('heading', { level: 1 }).innerText()
    expect(await sharedBy(page)).toEqual([{ title, url: expect.stringMatching(/^http.*\/careerApply\/1$/) }])
  })

  test('by its address where there is no dialog, and the page says that it is copied', async ({ page }) => {
    await watchSharing(page, false)
    await openAwake(page, '/careerApply/1')
    await shareLink(page).click()
    await expect(page.getByText(texts.copied)).toBeVisible()
    expect(await sharedBy(page)).toEqual([expect.stringMatching(/^http.*\/careerApply\/1$/)])
  })

  for (const [prefix] of byTurns(PREFIXES, 1))
    test(`by a mail without JavaScript, at ${prefix}/careerApply/1`, async ({ page }) => {
      await page.goto(`${prefix}/careerApply/1`)
      const mails = page.locator('main a[href^="mailto:?subject="]')
      await expect(mails).toHaveCount(2)
      for (const mail of await mails.all())
        expect(new URL((await mail.getAttribute('href')) ?? '').searchParams.get('body')).toMatch(
          new RegExp(`https?://[^/]+${prefix}/careerApply/1$`),
        )
    })
})

test.describe('at another host', () => {
  test.use({ expectedErrors: [/./] })
  test.describe.configure({ timeout: TIMEOUT_WITH_START })

  test('no open job is said so, with a way to the internship', { tag: '@slow' }, async ({ page, siteAt }) => {
    const { url } = await siteAt(() => list([]))
    expect((await page.goto(`${url}/jobs`))?.status()).toBe(200)
    const note = page.getByRole('status').filter({ has: page.getByRole('heading', { level: 1 }) })
    await note.locator('a[href="/internship"]').click()
    await expect(page).toHaveURL(`${url}/internship`)
  })

  test('a list that cannot be loaded says so, and trying again shows it when it can', { tag: '@slow' }, async ({
    page,
    siteAt,
  }) => {
    const { url, api } = await siteAt('fails')
    for (const [prefix, language] of [
      ['', 'en'],
      ['/ar', 'ar'],
    ] as const) {
      for (const fault of ['fails', 'nonsense'] as const) {
        api.fault = fault
        expect((await page.goto(`${url}${prefix}/jobs`))?.status()).toBe(503)
        await expect(page.getByRole('alert').getByRole('heading', { level: 1 })).toBeVisible()
      }
      api.fault = () => list([aJob(1), aJob(2)])
      await page
        .getByRole('alert')
        .getByRole('link', { name: starterTexts(language).states.tryAgain })
        .click()
      await expect(page.locator(`main h2 a[href^="${prefix}/careerApply/"]`)).toHaveCount(2)
    }
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('the jobs can be read and applied for', async ({ page }) => {
    await page.goto('/ar/jobs')
    await page.locator('main a[href^="/ar/careerApply/"]').first().click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })
})
