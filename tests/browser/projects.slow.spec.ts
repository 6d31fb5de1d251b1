import type { Project } from '#contract/entities.ts'
import { aProject, LONG_TITLE } from '../support/records.ts'
import { expect, type Page } from '../support/site.ts'
import { TIMEOUT_WITH_START, test } from '../support/site-at-broken-api.ts'
import { starterTexts } from '../support/starter-company.ts'

for (const [language, prefix] of [
  ['en', ''],
  ['ar', '/ar'],
] as const) {
  test.describe(`projects in ${language}`, () => {
    test('every category is a door with its icon, and leads to its projects', async ({ page }) => {
      await page.goto(`${prefix}/projects`)
      for (const id of [1, 2, 3])
        await expect(page.locator(`main a[href="${prefix}/projectsOverView/${id}"] svg`)).toHaveCount(3)
      await page.locator(`main a[href="${prefix}/projectsOverView/3"]`).click()
      await expect(page).toHaveURL(`${prefix}/projectsOverView/3`)
      await expect(cards(page)).toHaveCount(6)
      for (const kind of await page.locator('main li [data-kind]').all())
        await expect(kind).toHaveAttribute('data-kind', 'erp')
      await expect(currentFilter(page, language)).toHaveAttribute('href', `${prefix}/projectsOverView/3`)
    })

    test('on a phone the categories fade out on the side where they go on', async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto(`${prefix}/projectsOverView/all`)
      const list = page.locator('main nav ul').filter({ has: page.locator('[aria-current="true"]') })
      const fades = () =>
        list.evaluate((element) => {
          const style = getComputedStyle(element)
          const isFading = (side: string) => Number.parseFloat(style.getPropertyValue(`--fade-${side}`)) > 8
          return [isFading('start'), isFading('end')]
        })
      const scrollTo = (part: number) =>
        list.evaluate((element, share) => {
          const way = (element.scrollWidth - element.clientWidth) * share
          element.scrollLeft = document.dir === 'rtl' ? -way : way
        }, part)
      await expect.poll(fades).toEqual([false, true])
      await scrollTo(0.5)
      await expect.poll(fades).toEqual([true, true])
      await scrollTo(1)
      await expect.poll(fades).toEqual([true, false])
    })

    test('previous and next show only where they lead, and a new category begins at page one', async ({ page }) => {
      await page.goto(`${prefix}/projectsOverView/all`)
      await expect(page.locator('main [rel="prev"]')).toHaveCount(0)
      await page.locator('main [rel="next"]').click()
      await expect(page).toHaveURL(`${prefix}/projectsOverView/all?page=2`)
      await page.locator(`main a[href="${prefix}/projectsOverView/all?page=4"]`).first().click()
      await expect(page).toHaveURL(`${prefix}/projectsOverView/all?page=4`)
      await expect(page.locator('main [rel="next"]')).toHaveCount(0)
      await page.locator('main [rel="prev"]').click()
      await expect(page).toHaveURL(`${prefix}/projectsOverView/all?page=3`)
      await page.locator(`main a[href="${prefix}/projectsOverView/1"]`).click()
      await expect(page).toHaveURL(`${prefix}/projectsOverView/1`)
      await expect(page.locator('main [rel="prev"]')).toHaveCount(0)
    })

    test('the details of a project name it, place it and slide through its pictures', async ({ page }) => {
      await page.goto(`${prefix}/projects-details/2`)
      const crumbs = page.getByRole('navigation', { name: starterTexts(language).shell.breadcrumbs })
      await expect(crumbs.getByRole('listitem')).toHaveCount(4)
      for (const address of [prefix || '/', `${prefix}/projects`, `${prefix}/projectsOverView/2`])
        await expect(crumbs.locator(`a[href="${address}"]`)).toHaveCount(1)
      const slides = page.locator('main figure')
      await slides.first().scrollIntoViewIfNeeded()
      const dots = page.getByRole('group', { name: starterTexts(language).shell.carousel.choose }).getByRole('button')
      await expect(dots).toHaveCount(await slides.count())
      await dots.nth(1).click()
      // The first click also wakes the page, which is slow on a busy machine.
      await expect(dots.nth(1)).toHaveAttribute('aria-current', 'true', { timeout: 60_000 })
      await expect(slides.nth(1)).toBeInViewport({ ratio: 0.6 })
      await drag(page, slides.nth(1), language === 'ar' ? -0.7 : 0.7)
      await expect(dots.nth(0)).toHaveAttribute('aria-current', 'true')
      await drag(page, slides.nth(0), language === 'ar' ? 0.7 : -0.7)
      await expect(dots.nth(1)).toHaveAttribute('aria-current', 'true')
    })

    test('an application shows its stores, and the last three projects with day, month and year', async ({ page }) => {
      await page.goto(`${prefix}/app-details/1`)
      await expect(page.locator('main a[href^="https://apps.example/"]')).toBeVisible()
      await expect(page.locator('main a[href^="https://play.example/"]')).toBeVisible()
      const latest = page.locator(`main a[href^="${prefix}/projects-details/"]`)
      await expect(latest).toHaveCount(3)
      const dates = { en: /^\d{1,2} [A-Z][a-z]+ \d{4}$/, ar: /^[٠-٩]{1,2} [\u0621-\u064a]+ [٠-٩]{4}$/ }
      for (const date of await latest.locator('time').all()) await expect(date).toHaveText(dates[language])
      await expect(page.locator(`main a[href="${prefix}/projects"]`).last()).toBeVisible()
      await expect(page.locator(`main a[href="${prefix}/contact"]`)).toBeVisible()
    })
  })
}

test('an application opens its own page, any other project the page of a project', async ({ page }) => {
  await page.goto('/projectsOverView/all')
  for (const card of await cards(page).all()) {
    const isMobile = (await card.locator('[data-kind="mobile"]').count()) > 0
    await expect(card).toHaveAttribute('href', isMobile ? /^\/app-details\/\d+$/ : /^\/projects-details\/\d+$/)
  }
})

test('any id that is no category shows every project, under one permanent address', async ({ page }) => {
  for (const id of ['abc', '4', '0']) {
    await page.goto(`/projectsOverView/${id}?page=2`)
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', /\/projectsOverView\/all\?page=2$/)
    await expect(cards(page)).toHaveCount(6)
    await expect(currentFilter(page, 'en')).toHaveAttribute('href', '/projectsOverView/all')
  }
})

test('a page outside the list is the nearest one in it', async ({ page }) => {
  for (const [asked, shown] of [
    ['99', '4'],
    ['0', '1'],
    ['-3', '1'],
    ['two', '1'],
  ]) {
    await page.goto(`/projectsOverView/all?page=${asked}`)
    await expect(page.locator('main ol [aria-current="page"][href]')).toHaveText(shown as string)
    await expect(cards(page)).toHaveCount(6)
  }
})

test.describe('at another host', () => {
  test.use({ expectedErrors: [/./] })
  test.describe.configure({ timeout: TIMEOUT_WITH_START })

  test('an empty category says so instead of the heading, and leads on', async ({ page, siteAt }) => {
    const { url } = await siteAt(aHostWith([aProject(1)]))
    await page.goto(`${url}/projectsOverView/2`)
    await expect(cards(page)).toHaveCount(1)
    await page.goto(`${url}/projectsOverView/3`)
    await expect(cards(page)).toHaveCount(0)
    await expect(page.getByRole('status').getByRole('heading', { level: 1 })).toBeVisible()
    await page.getByRole('status').locator('a[href="/projectsOverView/all"]').click()
    await expect(cards(page)).toHaveCount(1)
  })

  test('a host that knows no paging is paged here', async ({ page, siteAt }) => {
    const { url } = await siteAt(aHostWith(Array.from({ length: 9 }, (_, index) => aProject(index + 1))))
    await page.goto(`${url}/projectsOverView/2?page=2`)
    await expect(cards(page)).toHaveCount(3)
    await expect(page.locator('main [rel="next"]')).toHaveCount(0)
  })

  test('no project, no category icon, no picture and a long title all have their page', async ({ page, siteAt }) => {
    const { url } = await siteAt(
      aHostWith([
        aProject(1, {
          title: LONG_TITLE,
          type: 'Board Game',
          icon_image: '/nowhere.png',
          images: [{ url: '/nowhere.png' }],
        }),
      ]),
    )
    await page.setViewportSize({ width: 320, height: 700 })
    // Arabic is kept from the second on.
    for (const path of ['/projects-details/1', '/ar/app-details/1', '/ar/projectsOverView/all', '/ar/projects']) {
      await page.goto(url + path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(await page.evaluate(() => document.scrollingElement?.scrollWidth), path).toBe(320)
    }
    // The category with id 7 has no icon: only its pattern and the arrow are drawn.
    await expect(page.locator('main a[href="/ar/projectsOverView/7"] svg')).toHaveCount(2)
  })

  test('a page whose data cannot be loaded says so with status 503 and offers a retry', async ({ page, siteAt }) => {
    const { url, api } = await siteAt(aHostWith([aProject(1)]))
    const answers = api.fault
    api.fault = 'fails'
    for (const path of ['/projects', '/projectsOverView/all', '/projects-details/1', '/ar/app-details/1'])
      expect((await page.goto(url + path))?.status(), path).toBe(503)
    api.fault = answers
    await page.getByRole('link', { name: starterTexts('ar').failure.tryAgain }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Project 1')
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('the projects can be filtered, paged and read', async ({ page }) => {
    await page.goto('/ar/projects')
    await page.locator('main a[href="/ar/projectsOverView/2"]').click()
    await page.locator('main [rel="next"]').click()
    await expect(page).toHaveURL('/ar/projectsOverView/2?page=2')
    await cards(page).first().click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('main figure img').first()).toBeVisible()
  })
})

const cards = (page: Page) => page.locator('main li > a:has(time)')

const currentFilter = (page: Page, language: 'en' | 'ar') =>
  page
    .getByRole('navigation', { name: starterTexts(language)['projects-overview'].category })
    .locator('a[aria-current="true"]')

/** Drags by a share of the slide's width, far enough at any speed. */
async function drag(page: Page, slide: ReturnType<Page['locator']>, share: number) {
  const box = await slide.boundingBox()
  if (!box) throw new Error('Nothing to drag')
  const x = box.x + box.width * (share > 0 ? 0.15 : 0.85)
  const y = box.y + box.height / 2
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + box.width * share, y, { steps: 8 })
  await page.mouse.up()
}

/** A host that ignores filters, with a fourth category. */
const aHostWith = (projects: Project[]) => (path: string) => {
  if (path.endsWith('/all-projects')) return { data: projects }
  if (path.endsWith('/categories'))
    return [1, 2, 3, 7].map((id) => ({ id, name_en: `Kind ${id}`, name_ar: `نوع ${id}` }))
  return path.includes('/projects/') ? { data: projects[0] as object } : 'fails'
}
