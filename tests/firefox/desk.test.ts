import { codeAt } from '#domain/people/one-time-codes.ts'
import { newSetupCode } from '#domain/people/set-up.ts'
import { findSubmission } from '#domain/submissions/submissions.ts'
import { LANGUAGES, type Language } from '#texts/languages.ts'
import { makePerson, makeSession, PASSWORD } from '../support/desk-people.ts'
import { storeApplication } from '../support/desk-submissions.ts'
import { deskTextsIn } from '../support/desk-texts.ts'
import { expect, firefoxTest, named, type Page, readingOf, typeInto } from '../support/firefox.ts'
import { type OpenDesk, startDesk } from '../support/start-desk.ts'
import { languagesByTurn } from '../support/turns.ts'

const test = firefoxTest(startDesk)

const titleOf = (page: Page) => page.$eval('h1', (title) => (title as HTMLElement).innerText)
const speak = (page: Page, desk: OpenDesk, language: Language) =>
  page.browserContext().setCookie({ name: 'desk-language', value: language, domain: new URL(desk.url).hostname })
const press = (page: Page, name: string) => page.locator(named('button', name)).click()

// First, because an owner ends the set-up.
test("the terminal's code makes an owner, with a password and a one-time code", async ({ page, server: desk }) => {
  const { door, inbox } = deskTextsIn('en')
  const code = (await newSetupCode(desk.database, new Date())) as string
  await page.goto(`${desk.url}/inbox`)
  await page.locator(named('textbox', door.setUp.code)).fill(code)
  await page.locator(named('textbox', door.factor.name)).fill('Karim Nabil')
  await page.locator(named('textbox', door.factor.email)).fill('karim@nuqta.example')
  await page.$eval('input[type="radio"][value="password"]', (choice) => (choice as HTMLElement).click())
  await typeInto(page, 'input[type="password"]', PASSWORD)
  const codeField = page.locator(named('textbox', door.factor.code))
  await codeField.wait()
  const secret = /(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}/.exec(await readingOf(page))?.[0].replaceAll(' ', '')
  await codeField.fill(await codeAt(secret as string, new Date()))
  await press(page, door.factor.createPassword)
  await press(page, door.recovery.done)
  await expect.poll(() => titleOf(page)).toBe(inbox.title)
})

for (const language of languagesByTurn(1))
  test(`a recruiter finds an application, sees its CV and moves it (${language})`, async ({ page, server: desk }) => {
    const { door, inbox, submissions } = deskTextsIn(language)
    const person = await makePerson(desk.database, 'recruiter', { language })
    const name = `نورهان سمير ${language}`
    const clock = { now: new Date() }
    const reference = await storeApplication(
      { database: desk.database, clock },
      { language: 'ar', fields: { name, job_id: 1 } },
    )
    await speak(page, desk, language)
    await page.goto(`${desk.url}/inbox`)
    await page.locator(named('textbox', door.signIn.email)).fill(person.email)
    await typeInto(page, 'input[type="password"]', PASSWORD)
    await page.locator(named('textbox', door.signIn.code)).fill(await codeAt(person.oneTimeSecret, new Date()))
    await press(page, door.signIn.submit)
    await expect.poll(() => titleOf(page)).toBe(inbox.title)

    await page.locator(named('link', name)).click()
    await expect.poll(() => titleOf(page)).toBe(name)
    const drawnWidth = () =>
      page.$eval('img[src*="/cv/pages/"]', (picture) => (picture as HTMLImageElement).naturalWidth)
    await expect.poll(drawnWidth).toBeGreaterThan(0)
    const stage = named('button', submissions.stages.interview)
    await page.locator(stage).click()
    await expect.poll(() => page.$eval(stage, (button) => button.getAttribute('aria-current'))).toBe('step')
    expect(await findSubmission(desk.database.queries, reference)).toMatchObject({ stage: 'interview' })
  })

for (const language of languagesByTurn(0))
  test(`an editor publishes a change of a service, seen on the site (${language})`, async ({ page, server: desk }) => {
    const { content } = deskTextsIn(language)
    const person = await makePerson(desk.database, 'editor', { language })
    const value = await makeSession(desk.database, person)
    await speak(page, desk, language)
    await page.browserContext().setCookie({
      name: 'desk-session',
      value,
      domain: new URL(desk.url).hostname,
      httpOnly: true,
      sameSite: 'Strict',
    })
    // The editor of a record keeps its lock for a while.
    const service = LANGUAGES.indexOf(language) + 1
    const title = { en: 'Work that is looked after', ar: 'عمل نعتني به' }[language]
    await page.goto(`${desk.url}/content/services/${service}`)
    const field = `fieldset input[lang="${language}"]`
    await page.waitForSelector(field)
    await page.locator(field).fill(title)
    const publish = named('button', content.editor.publish)
    await expect.poll(() => page.$eval(publish, (button) => button.ariaDisabled)).not.toBe('true')
    await press(page, content.editor.publish)
    // The other language is behind now, as intended.
    await press(page, content.editor.publishBehind)
    await expect
      .poll(() =>
        fetch(`${desk.site.url}/${language === 'ar' ? 'ar/' : ''}services`).then((response) => response.text()),
      )
      .toContain(title)
  })
