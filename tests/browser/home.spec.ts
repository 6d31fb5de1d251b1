import shell from '#texts/en/shell.json' with { type: 'json' }
import type { Fault } from '../support/broken-api.ts'
import { expect, type Page, test } from '../support/site.ts'
import { STARTER_FACTS, starterNavigation } from '../support/starter-company.ts'
import { settle, stopClock } from '../support/stopped-clock.ts'
import { byTurns } from '../support/turns.ts'
import { openAwake } from '../support/waking.ts'

const carousels = (page: Page) => page.locator(`section[aria-roledescription="${shell.carousel.role}"]`)
const slidesInView = (page: Page) =>
  carousels(page)
    .first()
    .locator(`[aria-roledescription="${shell.carousel.slideRole}"]`)
    .evaluateAll((slides) => {
      const row = slides[0]?.parentElement?.parentElement?.getBoundingClientRect() as DOMRect
      return slides.filter((slide) => {
        const { left, right } = slide.getBoundingClientRect()
        const middle = (left + right) / 2
        return middle > row.left && middle < row.right
      }).length
    })
const currentDot = (page: Page) =>
  carousels(page).first().getByRole('group', { name: shell.carousel.choose }).locator('[aria-current="true"]')
const slideName = (number: number) => shell.carousel.slide.replace('{number, number}', String(number))

test('Home has its seven sections, with the ways on that they promise', async ({ page }) => {
  await page.goto('/')
  const main = page.getByRole('main')
  await expect(main.locator('h1')).toHaveCount(1)
  await expect(main.getByRole('link', { name: starterNavigation('en').buttons.start })).toHaveAttribute(
    'href',
    '/contact',
  )
  await expect(main.getByRole('link', { name: shell.chat.button })).toHaveAttribute(
    'href',
    /^https:\/\/wa\.me\/\d+\?text=Hello%20I%20am%20interested%20in%20your%20services$/,
  )
  for (const count of Object.values(STARTER_FACTS.counters.home))
    await expect(main.getByText(`${count}+`)).toBeVisible()
  const cards = main.locator('a[href^="/services-details/"]')
  await expect(cards).toHaveCount(4)
  await expect(main.locator('a[href="/services"]')).toHaveCount(1)
  await expect(main.locator('ol > li')).toHaveCount(3)
  await expect(carousels(page)).toHaveCount(2)
})

test('Home in Arabic reads from the right', async ({ page }) => {
  await page.goto('/ar')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(page.getByText('+٦٧٠').or(page.getByText('٦٧٠+'))).toBeVisible()
  await expect(page.locator('main a[href^="/ar/services-details/"]')).toHaveCount(4)
})

for (const { width, shown } of [
  { width: 599, shown: 1 },
  { width: 600, shown: 2 },
  { width: 999, shown: 2 },
  { width: 1000, shown: 3 },
])
  test(`A carousel shows ${shown} at ${width} pixels`, { tag: '@slow' }, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/')
    expect(await slidesInView(page)).toBe(shown)
    await carousels(page).first().scrollIntoViewIfNeeded()
    await expect(carousels(page).first().locator('[inert]').first()).toBeAttached()
    expect(await slidesInView(page)).toBe(shown)
  })

for (const { address, direction } of byTurns(
  [
    { address: '/', direction: -1 },
    { address: '/ar', direction: 1 },
  ],
  1,
))
  test(`The slides follow the hand and come round again at ${address}`, async ({ page }) => {
    await page.goto(address)
    const carousel = carousels(page).or(page.locator('section[aria-roledescription]')).first()
    await carousel.scrollIntoViewIfNeeded()
    await expect(carousel.locator('[inert]').first()).toBeAttached()
    const dots = carousel.locator('[role="group"] > button')
    const slide = carousel.locator('[role="group"] [role="group"]').first()
    await expect(dots.first()).toHaveAttribute('aria-current', 'true')

    const box = await slide.boundingBox()
    if (!box) throw new Error('The first slide is nowhere')
    await page.mouse.move(box.x + box.width / 2, box.y + 60)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width / 2 + direction * box.width * 0.6, box.y + 60, { steps: 8 })
    await page.mouse.up()
    await expect(dots.nth(1)).toHaveAttribute('aria-current', 'true')

    await dots.last().click()
    await expect(dots.last()).toHaveAttribute('aria-current', 'true')
    await expect(slide).not.toHaveAttribute('inert')
  })

test.describe('Where motion is welcome', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  test('the slides move by themselves, rest under the pointer, and stop for good when told to', {
    tag: '@slow',
  }, async ({ page }) => {
    await page.clock.install()
    await page.goto('/')
    const carousel = carousels(page).first()
    await carousel.scrollIntoViewIfNeeded()
    await expect(carousel.locator('[inert]').first()).toBeAttached()
    await stopClock(page)
    const current = () => currentDot(page).getAttribute('aria-label')
    const leave = async () => {
      await page.mouse.move(5, 5)
      await settle(page)
    }

    await carousel.hover()
    await settle(page)
    const resting = await current()
    await page.clock.runFor(11_000)
    expect(await current()).toBe(resting)

    await leave()
    await page.clock.runFor(5_600)
    await expect(currentDot(page)).not.toHaveAccessibleName(resting as string)
    const moved = await current()

    await carousel.getByRole('button', { name: shell.carousel.pause }).click()
    await leave()
    await page.clock.runFor(11_000)
    expect(await current()).toBe(moved)

    await carousel.getByRole('button', { name: shell.carousel.play }).click()
    await leave()
    await page.clock.runFor(5_600)
    await expect(currentDot(page)).not.toHaveAccessibleName(moved as string)
  })

  test('the dots of the counters fill when half of them is in view', { tag: '@slow' }, async ({ page }) => {
    await openAwake(page, '/')
    const fields = page.locator('main dl').first()
    await expect(fields).toHaveAttribute('data-filling', 'waiting')
    await fields.scrollIntoViewIfNeeded()
    await expect(fields).toHaveAttribute('data-filling', 'started')
  })
})

test('Under reduced motion nothing moves until the visitor asks for it', { tag: '@slow' }, async ({ page }) => {
  await page.clock.install()
  await page.goto('/')
  const carousel = carousels(page).first()
  await carousel.scrollIntoViewIfNeeded()
  await expect(carousel.getByRole('button', { name: shell.carousel.play })).toBeVisible()
  await page.clock.runFor(11_000)
  await expect(currentDot(page)).toHaveAccessibleName(slideName(1))
})

test.describe('Where the file that moves the slides does not arrive', () => {
  test.use({ expectedErrors: [/ERR_FAILED/] })

  test('they are a row within reach of the keyboard, and the page stays', { tag: '@slow' }, async ({ page }) => {
    await page.route('**/carousel-motion-*.js', (route) => route.abort())
    const failed = page.waitForEvent('requestfailed')
    await openAwake(page, '/')
    await carousels(page).first().scrollIntoViewIfNeeded()
    await failed
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(resolve))))
    await expect(carousels(page).first().locator('[role="group"][tabindex="0"]')).toBeVisible()
  })
})

test.describe('Without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the slides are a row within reach of the keyboard', async ({ page }) => {
    await page.goto('/')
    await expect(carousels(page).first().getByRole('button')).toHaveCount(0)
    await expect(carousels(page).first().locator('[tabindex="0"]')).toHaveCount(1)
  })
})

for (const apiFault of ['fails', 'nonsense'] satisfies Fault[])
  test.describe(`When the API ${apiFault === 'fails' ? 'fails' : 'answers nonsense'}`, () => {
    test.use({ apiFault, expectedErrors: [/Fetching Error/] })

    test('home stands without the sections that need it, and the console says why', async ({ page, complaints }) => {
      await openAwake(page, '/')
      await expect(page.locator('h1')).toBeVisible()
      await expect(page.locator('a[href^="/services-details/"]')).toHaveCount(0)
      await expect(carousels(page)).toHaveCount(0)
      await expect(page.locator('main ol > li')).toHaveCount(3)
      await expect.poll(() => complaints.filter((each) => each.startsWith('Fetching Error')).length).toBe(4)
    })
  })
