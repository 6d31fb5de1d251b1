import { currentToken, linkSecretOf } from '#domain/submissions/links.ts'
import { textsIn } from '#texts/index.ts'
import { accessibilityFaults } from '../support/axe.ts'
import { expect, type OpenDesk, test } from '../support/desk-browser.ts'
import { makePerson } from '../support/desk-people.ts'
import { storeApplication, uniqueName } from '../support/desk-submissions.ts'
import { deskTextsIn } from '../support/desk-texts.ts'
import { findRows, updateRows } from '../support/rows.ts'
import { languagesByTurn } from '../support/turns.ts'
import { openAwake } from '../support/waking.ts'

const PHONE = { width: 390, height: 844 }

const candidatePage = async ({ database, site }: OpenDesk, reference: string, prefix: string) =>
  `${site.url}${prefix}/application/${await currentToken(database.queries, await linkSecretOf(database), reference)}`

for (const language of languagesByTurn(0)) {
  const { interviews: texts } = deskTextsIn(language)
  const { interview, done } = textsIn(language).application

  test(`a recruiter proposes times by keyboard, a candidate chooses and cancels on a phone (${language})`, async ({
    page,
    browser,
    signInAs,
    desk,
  }) => {
    const name = uniqueName('Nourhan Samir')
    const reference = await storeApplication(desk, { fields: { name }, language })
    const colleague = await makePerson(desk.database, 'recruiter', { name: uniqueName('Karim') })
    await signInAs('recruiter', { language, open: `/inbox/${reference}` })
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await page.keyboard.press('i')
    await expect(page).toHaveURL(new RegExp(`/interviews/${reference}$`))
    await page.getByLabel(texts.link).fill('https://meet.nuqta.example/room')
    await page.getByRole('checkbox', { name: colleague.name }).check()
    const cell = page.locator('fieldset button[tabindex="0"]')
    const thisWeek = (await cell.first().getAttribute('aria-label')) ?? ''
    await page.getByRole('button', { name: texts.nextWeek }).click()
    await expect(cell.first()).not.toHaveAttribute('aria-label', thisWeek)
    await cell.first().focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    const ahead = language === 'ar' ? 'ArrowLeft' : 'ArrowRight'
    await page.keyboard.press(ahead)
    await page.keyboard.press(ahead)
    await page.keyboard.press('Space')
    const offered = page.locator('fieldset button[aria-pressed="true"]')
    await expect(offered).toHaveCount(2)
    // Within the length of another one.
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    await expect(page.getByRole('alert')).toBeVisible()
    await expect(offered).toHaveCount(2)
    expect(await accessibilityFaults(page)).toEqual([])
    await page.keyboard.press('Control+Enter')
    await expect(page).toHaveURL(new RegExp(`/inbox/${reference}$`))
    await expect(page.getByText(texts.states.proposed).first()).toBeVisible()
    const [proposed] = await findRows(desk.database.queries, 'interviews', {})
    await desk.database.write((queries) =>
      updateRows(queries, 'interviews', { id: proposed?.id }, { told_at: '2026-01-01T00:00:00.000Z' }),
    )

    // A candidate whose clock shows another time than the company's.
    const phone = await browser.newContext({ viewport: PHONE, timezoneId: 'Asia/Dubai', reducedMotion: 'reduce' })
    const own = await phone.newPage()
    await openAwake(own, await candidatePage(desk, reference, language === 'ar' ? '/ar' : ''))
    await expect(own.getByRole('heading', { level: 1 })).toContainText(interview.titles.proposed.replace('.', ''))
    await expect(own.getByText(interview.own.replace('{time}', '').trim()).first()).toBeVisible()
    await expect(own.getByText('meet.nuqta.example')).toHaveCount(0)
    expect(await accessibilityFaults(own)).toEqual([])
    await own.getByRole('button', { name: interview.confirm, exact: true }).click()
    await expect(own.getByText(textsIn(language).application.problems.noTime).first()).toBeVisible()
    await own.locator('input[name="slot"]').first().check()
    await own.getByRole('button', { name: interview.confirm, exact: true }).click()
    await expect(own.getByText(done['time-chosen'])).toBeVisible()
    await expect(own.getByRole('link', { name: 'meet.nuqta.example/room' })).toBeVisible()
    expect(await own.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width)
    expect(await accessibilityFaults(own)).toEqual([])
    const [download] = await Promise.all([
      own.waitForEvent('download'),
      own.getByRole('button', { name: interview.calendar }).click(),
    ])
    expect(download.suggestedFilename()).toBe('interview.ics')

    await page.goto('/interviews')
    const row = page.getByRole('row').filter({ hasText: name })
    await expect(row).toContainText(texts.states.chosen)
    expect(await accessibilityFaults(page)).toEqual([])

    const plain = await browser.newContext({ viewport: PHONE, javaScriptEnabled: false })
    const withoutScripts = await plain.newPage()
    await withoutScripts.goto(own.url().replace(/\?.*/, ''))
    await withoutScripts.getByRole('link', { name: interview.move }).click()
    await withoutScripts.locator('input[name="slot"]:enabled').first().check()
    await withoutScripts.getByRole('button', { name: interview.moveConfirm }).click()
    await expect(withoutScripts.getByText(done['time-chosen'])).toBeVisible()
    await withoutScripts.getByRole('link', { name: interview.cancel }).click()
    await withoutScripts.getByRole('button', { name: interview.cancelConfirm }).click()
    await expect(withoutScripts.getByText(done['interview-cancelled'])).toBeVisible()
    await Promise.all([phone.close(), plain.close()])
    await page.goto(`/inbox/${reference}`)
    await expect(page.getByText(texts.byCandidate).first()).toBeVisible()
  })
}
