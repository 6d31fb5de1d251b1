import { codeAt } from '#domain/people/one-time-codes.ts'
import { findSubmission } from '#domain/submissions/submissions.ts'
import { LANGUAGES, type Language } from '#texts/languages.ts'
import { makePerson, makeSession, PASSWORD } from '../support/desk-people.ts'
import { storeApplication } from '../support/desk-submissions.ts'
import { deskTextsIn } from '../support/desk-texts.ts'
import { type OpenDesk, startDesk } from '../support/start-desk.ts'
import { languagesByTurn } from '../support/turns.ts'
import { expect, labelled, named, type Page, webkitTest } from '../support/webkit.ts'

const test = webkitTest(startDesk)

const titleOf = (page: Page) => page.evaluate(() => document.querySelector('h1')?.innerText)

/** A cookie belongs to the page that is open. */
async function openDeskWith(page: Page, desk: OpenDesk, language: Language, session?: string) {
  await page.goto(desk.url)
  await page.setCookie({ name: 'desk-language', value: language })
  if (session) await page.setCookie({ name: 'desk-session', value: session, httpOnly: true, sameSite: 'Strict' })
}

for (const language of LANGUAGES)
  test(`a recruiter signs in, opens an application, moves it and writes a note (${language})`, async ({
    page,
    server: desk,
  }) => {
    const { door, inbox, submissions, submission } = deskTextsIn(language)
    const person = await makePerson(desk.database, 'recruiter', { language })
    const name = `نورهان سمير ${language}`
    const reference = await storeApplication(
      { database: desk.database, clock: { now: new Date() } },
      { language: 'ar', fields: { name, job_id: 1 } },
    )
    await openDeskWith(page, desk, language)
    await page.goto(`${desk.url}/inbox`)
    await page.type(labelled(door.signIn.email), person.email)
    await page.type('input[type="password"]', PASSWORD)
    await page.type(labelled(door.signIn.code), await codeAt(person.oneTimeSecret, new Date()))
    await page.click(named('button', door.signIn.submit))
    await expect.poll(() => titleOf(page)).toBe(inbox.title)

    await page.click(`//a[contains(normalize-space(), "${name}")]`)
    await expect.poll(() => titleOf(page)).toBe(name)
    const drawnWidth = () =>
      page.evaluate(() => document.querySelector<HTMLImageElement>('img[src*="/cv/pages/"]')?.naturalWidth)
    await expect.poll(drawnWidth).toBeGreaterThan(0)
    const stage = named('button', submissions.stages.interview)
    await page.click(stage)
    await page.waitFor(`${stage}[@aria-current="step"]`)
    await page.click(`//*[@role="tab"][contains(., "${submission.tabs.note}")]`)
    await page.type(labelled(submission.note), 'Speaks well of her team')
    await page.click(named('button', submission.addNote))
    await expect.poll(() => page.text()).toContain('Speaks well of her team')
    expect(await findSubmission(desk.database.queries, reference)).toMatchObject({ stage: 'interview' })
  })

for (const language of languagesByTurn(0))
  test(`an editor publishes a change of a service, seen on the site (${language})`, async ({ page, server: desk }) => {
    const { content } = deskTextsIn(language)
    const person = await makePerson(desk.database, 'editor', { language })
    await openDeskWith(page, desk, language, await makeSession(desk.database, person))
    const title = { en: 'Work that is looked after', ar: 'عمل نعتني به' }[language]
    await page.goto(`${desk.url}/content/services/1`)
    const field = `fieldset input[lang="${language}"]`
    await page.waitFor(field)
    await page.clear(field)
    await page.type(field, title)
    await page.click(`${named('button', content.editor.publish)}[not(@aria-disabled="true")]`)
    // The other language is behind now, as intended.
    await page.click(named('button', content.editor.publishBehind))
    await expect
      .poll(() =>
        fetch(`${desk.site.url}/${language === 'ar' ? 'ar/' : ''}services`).then((response) => response.text()),
      )
      .toContain(title)
  })
