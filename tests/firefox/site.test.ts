import { LANGUAGES, type Language } from '#texts/languages.ts'
import { addressIn, walkIn } from '../support/addresses.ts'
import { aContactMessage, anInternshipApplication, careerAnswers } from '../support/builders.ts'
import {
  chooseCv,
  expect,
  field,
  firefoxTest,
  openForm,
  type Page,
  readingOf,
  submit,
  typeIn,
  wake,
} from '../support/firefox.ts'
import { type RunningSite, startSite } from '../support/start-site.ts'
import { aTitledPdf, cvOf, newEmail, rowsOf } from '../support/submissions.ts'
import { languagesByTurn } from '../support/turns.ts'

const test = firefoxTest(startSite)

const languageOf = (page: Page) => page.evaluate(() => `${document.documentElement.lang} ${document.dir}`)
const pathOf = (page: Page) => new URL(page.url()).pathname
const groundOf = (page: Page) => page.$eval('body', (body) => getComputedStyle(body).backgroundColor)

/** Holds the application's files until released. */
async function holdScripts(page: Page) {
  const held: (() => void)[] = []
  let isHeld = true
  await page.setRequestInterception(true)
  page.on('request', (request) => {
    const letThrough = () => void request.continue()
    if (isHeld && /\/assets\/[^?]*\.js$/.test(request.url())) held.push(letThrough)
    else letThrough()
  })
  return () => {
    isHeld = false
    for (const letThrough of held) letThrough()
  }
}

const at = (site: RunningSite, language: Language, address: string) => site.url + addressIn(language, address)

for (const language of LANGUAGES)
  test(`the pages open and wake without a complaint (${language})`, async ({ page, server: site }) => {
    for (const address of walkIn(language)) {
      await page.goto(at(site, language, address))
      await page.waitForSelector('main h1')
      await wake(page)
    }
  })

for (const language of languagesByTurn(1))
  test(`a message arrives once, with its reference (${language})`, async ({ page, server: site }) => {
    const message = aContactMessage({ email: newEmail(), name: 'سلمى فتحي', phone: '٠١٠١٢٣٤٥٦٧٨' })
    await openForm(page, at(site, language, '/contact'))
    await typeIn(page, message)
    await submit(page)
    await expect.poll(() => readingOf(page)).toMatch(/NQ-/)
    const rows = rowsOf(site, 'contact-message', message.email)
    expect(rows).toMatchObject([{ ...message, phone: '01012345678', language }])
    expect(await readingOf(page)).toContain(rows[0]?.reference)
  })

for (const language of languagesByTurn(0))
  test(`an internship application arrives (${language})`, async ({ page, server: site }) => {
    const application = anInternshipApplication({ email: newEmail() })
    await openForm(page, at(site, language, '/internship'))
    await typeIn(page, application)
    await submit(page)
    await expect.poll(() => readingOf(page)).toMatch(/NQ-/)
    expect(rowsOf(site, 'internship-application', application.email)).toMatchObject([{ ...application, language }])
  })

for (const language of languagesByTurn(1))
  test(`an application begun before the page woke arrives whole (${language})`, async ({ page, server: site }) => {
    const { name, ...application } = careerAnswers({ email: newEmail() })
    const cv = aTitledPdf(`Firefox ${language}`, 300_000)
    const letThrough = await holdScripts(page)
    await page.goto(at(site, language, '/careerApply/1'), { waitUntil: 'domcontentloaded' })
    await page.focus(field('name'))
    await page.keyboard.type(name)
    await chooseCv(page, cv)
    expect(await page.evaluate(() => window.siteIsAwake)).toBeUndefined()
    letThrough()
    await page.waitForSelector('main form[data-awake]')
    expect(await page.$eval('input:focus', (input) => (input as HTMLInputElement).value)).toBe(name)
    await typeIn(page, application)
    await submit(page)
    await expect.poll(() => readingOf(page)).toMatch(/NQ-/)
    const panel = await page.$eval('main section:focus', (section) => ({
      top: section.getBoundingClientRect().top,
      named: section.className,
      windowHeight: innerHeight,
    }))
    expect(panel.top).toBeGreaterThanOrEqual(0)
    expect(panel.top).toBeLessThan(panel.windowHeight / 2)
    expect(panel.named).not.toContain('undefined')
    const rows = rowsOf(site, 'career-application', application.email)
    expect(rows).toMatchObject([{ ...application, name, job_id: 1, language }])
    expect(cvOf(site, rows[0]?.id)?.equals(cv)).toBe(true)
  })

for (const language of languagesByTurn(0))
  test(`pages by links, back and forward keep their place (${language})`, async ({ page, server: site }) => {
    await page.goto(at(site, language, '/about'))
    await wake(page)
    await page.evaluate(() => scrollTo(0, 900))
    await page.$eval('footer nav a[href$="/jobs"]', (link) => (link as HTMLElement).click())
    await expect.poll(() => pathOf(page)).toBe(addressIn(language, '/jobs'))
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    await page.goBack()
    await expect.poll(() => pathOf(page)).toBe(addressIn(language, '/about'))
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(900)
    await page.goForward()
    await expect.poll(() => pathOf(page)).toBe(addressIn(language, '/jobs'))
    await page.waitForSelector('main h1')
  })

test('the files of the application are fetched ahead and cross the network once', async ({ page, server: site }) => {
  await page.goto(`${site.url}/about`)
  const files = await page.$eval('script[data-files]', (script) => (script as HTMLElement).dataset.files?.split(' '))
  expect(files?.length).toBeGreaterThan(3)
  const transfers = () =>
    page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name, transferSize }) => /\.js$/.test(name) && transferSize > 0)
        .map(({ name }) => new URL(name).pathname),
    )
  await expect.poll(async () => (await transfers()).sort()).toEqual([...(files ?? [])].sort())
  await wake(page)
  expect((await transfers()).sort()).toEqual([...(files ?? [])].sort())
})

test('the language is changed in the navigation bar, kept, and changed back', async ({ page, server: site }) => {
  const choose = async (language: string) => {
    await page.locator('header details summary').click()
    await page.locator(`header details a[data-language="${language}"]`).click()
  }
  await page.goto(`${site.url}/about`)
  expect(await languageOf(page)).toBe('en ltr')
  await choose('ar')
  await expect.poll(() => languageOf(page)).toBe('ar rtl')
  await page.goto(site.url)
  expect(await languageOf(page)).toBe('ar rtl')
  await choose('en')
  await expect.poll(() => languageOf(page)).toBe('en ltr')
})

test('a theme is chosen and remembered', async ({ page, server: site }) => {
  const choose = (theme: string) =>
    page.$eval(`footer input[value="${theme}"]`, (choice) => (choice as HTMLElement).click())
  await page.goto(`${site.url}/about`)
  await choose('light')
  const light = await groundOf(page)
  await choose('dark')
  const dark = await groundOf(page)
  expect(dark).not.toBe(light)
  await page.goto(`${site.url}/contact`)
  expect(await groundOf(page)).toBe(dark)
})
