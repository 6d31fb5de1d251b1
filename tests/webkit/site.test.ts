import { LANGUAGES, type Language } from '#texts/languages.ts'
import { addressIn, walkIn } from '../support/addresses.ts'
import { aContactMessage, careerAnswers } from '../support/builders.ts'
import { sendForm } from '../support/own-page.ts'
import { type RunningSite, startSite } from '../support/start-site.ts'
import { starterTexts } from '../support/starter-company.ts'
import { aTitledPdf, cvOf, newEmail, rowsOf } from '../support/submissions.ts'
import { languagesByTurn } from '../support/turns.ts'
import {
  chooseCv,
  expect,
  field,
  named,
  openForm,
  type Page,
  submit,
  typeIn,
  wake,
  webkitTest,
} from '../support/webkit.ts'

const test = webkitTest(startSite)

const at = (site: RunningSite, language: Language, address: string) => site.url + addressIn(language, address)
const languageOf = (page: Page) => page.evaluate(() => `${document.documentElement.lang} ${document.dir}`)
const pathOf = async (page: Page) => new URL(await page.url()).pathname

for (const language of LANGUAGES)
  test(`the pages open and wake without a complaint (${language})`, async ({ page, server: site }) => {
    for (const address of walkIn(language)) {
      await page.goto(at(site, language, address))
      await page.waitFor('main h1')
      await wake(page)
    }
  })

test('the language is changed in the navigation bar, kept, and changed back', async ({ page, server: site }) => {
  const choose = async (language: string) => {
    await page.click('header details summary')
    await page.click(`header details a[data-language="${language}"]`)
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

test('a link of a page that sleeps is followed at the first press', async ({ page, server: site }) => {
  for (const language of LANGUAGES) {
    await page.goto(at(site, language, '/about'))
    await page.click('footer nav a[href$="/jobs"]')
    await expect.poll(() => pathOf(page)).toBe(addressIn(language, '/jobs'))
  }
})

for (const language of languagesByTurn(1))
  test(`a message arrives once, with its reference (${language})`, async ({ page, server: site }) => {
    const message = aContactMessage({ email: newEmail(), name: 'سلمى فتحي', phone: '٠١٠١٢٣٤٥٦٧٨' })
    await openForm(page, at(site, language, '/contact'))
    await typeIn(page, message)
    await submit(page)
    await expect.poll(() => page.text()).toMatch(/NQ-/)
    const rows = rowsOf(site, 'contact-message', message.email)
    expect(rows).toMatchObject([{ ...message, phone: '01012345678', language }])
    expect(await page.text()).toContain(rows[0]?.reference)
  })

for (const language of languagesByTurn(0))
  test(`an application arrives with its CV, and its panel is in view (${language})`, async ({ page, server: site }) => {
    const application = careerAnswers({ email: newEmail() })
    const cv = aTitledPdf(`WebKit ${language}`, 300_000)
    await openForm(page, at(site, language, '/careerApply/1'))
    await typeIn(page, application)
    await chooseCv(page, cv)
    await submit(page)
    await expect.poll(() => page.text()).toMatch(/NQ-/)
    await page.waitFor('main section:focus')
    const panel = await page.evaluate(() => {
      const section = document.querySelector('main section:focus') as HTMLElement
      return { top: section.getBoundingClientRect().top, named: section.className, windowHeight: innerHeight }
    })
    expect(panel.top).toBeGreaterThanOrEqual(0)
    expect(panel.top).toBeLessThan(panel.windowHeight / 2)
    expect(panel.named).not.toContain('undefined')
    const rows = rowsOf(site, 'career-application', application.email)
    expect(rows).toMatchObject([{ ...application, job_id: 1, language }])
    expect(cvOf(site, rows[0]?.id)?.equals(cv)).toBe(true)
  })

for (const language of LANGUAGES)
  test(`a correction on the sender's page is kept and shown (${language})`, async ({ page, server: site }) => {
    const texts = starterTexts(language)
    const message = aContactMessage({ email: newEmail() })
    const { page: own } = await sendForm(site.url, 'contact-us', message)
    await page.goto(at(site, language, own))
    // Its dates were written by another version of ICU than the browser's.
    await wake(page)
    await page.click(named('main//a', texts.forms.fields.phone))
    await page.waitFor(field('phone'))
    await wake(page)
    await page.clear(field('phone'))
    await page.type(field('phone'), '01298765432')
    await page.click(named('button', texts.application.sent.save))
    await expect.poll(() => page.text()).toContain(texts.application.done.corrected)
    expect(await page.text()).toContain('01298765432')
    expect(rowsOf(site, 'contact-message', message.email)).toMatchObject([{ phone: '01298765432' }])
  })

test('lists to choose from have our look', async ({ page, server: site }) => {
  for (const language of LANGUAGES)
    for (const address of ['/jobs', '/careerApply/1']) {
      await page.goto(at(site, language, address))
      await page.waitFor('main select')
      const looks = await page.evaluate(() =>
        [...document.querySelectorAll('main select')].map((list) => {
          const { appearance, backgroundImage } = getComputedStyle(list)
          return `${appearance} ${backgroundImage.includes('linear-gradient')}`
        }),
      )
      expect(new Set(looks)).toEqual(new Set(['none true']))
    }
})
