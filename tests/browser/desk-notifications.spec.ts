import { notify } from '#domain/notifications/staff/notify.ts'
import { accessibilityFaults } from '../support/axe.ts'
import { expect, type OpenDesk, test } from '../support/desk-browser.ts'
import { makePerson } from '../support/desk-people.ts'
import { findStored, storeApplication, uniqueName } from '../support/desk-submissions.ts'
import { deskTextsIn } from '../support/desk-texts.ts'
import { languagesByTurn } from '../support/turns.ts'

async function mention(desk: OpenDesk, personId: string, name: string) {
  const { id } = (await findStored(desk, await storeApplication(desk, { fields: { name } }))) as { id: string }
  const actor = await makePerson(desk.database, 'recruiter', { name: uniqueName('Omar') })
  await desk.database.write(async (queries) => {
    const told = { people: [personId], about: { submission: id }, actorId: actor.id, now: new Date() }
    await notify(queries, { kind: 'sender-acted', ...told, details: { act: 'withdrawn' } })
  })
}

for (const language of languagesByTurn(0)) {
  const { notifications: texts, shell } = deskTextsIn(language)

  test(`the bell rings, its list opens by key, and a record that is opened is read (${language})`, async ({
    page,
    signInAs,
    desk,
  }) => {
    const person = await signInAs('recruiter', { language, open: '/' })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const bell = page.locator('#bell')
    await expect(bell).toHaveAccessibleName(texts.title)
    const name = uniqueName('Sara')
    await mention(desk, person.id, name)
    await expect(bell).not.toHaveAccessibleName(texts.title)
    await page.keyboard.press('g')
    await page.keyboard.press('n')
    const panel = page.getByRole('complementary', { name: texts.title })
    await expect(panel.getByRole('heading', { level: 2 })).toBeFocused()
    await expect(panel.getByText(name)).toBeVisible()
    expect(await accessibilityFaults(page)).toEqual([])
    await panel.getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    await expect(bell).toHaveAccessibleName(texts.title)
    await expect(panel.getByRole('img', { name: texts.isUnread })).toHaveCount(0)
    await panel.getByRole('button', { name: shell.close }).press('Escape')
    await expect(panel).toHaveCount(0)
    await expect(bell).toBeFocused()
  })

  test(`a phone has the list on a screen, and marks all as read (${language})`, { tag: '@slow' }, async ({
    page,
    signInAs,
    desk,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const person = await signInAs('reader', { language, open: '/inbox' })
    const name = uniqueName('Sara')
    await mention(desk, person.id, name)
    // A long list has a button to show more of it.
    await page.locator('[aria-haspopup="dialog"]', { hasText: shell.more }).click()
    await page.getByRole('dialog').getByRole('link', { name: texts.title }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.title)
    await expect(page.getByRole('img', { name: texts.isUnread }).first()).toBeVisible()
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByRole('button', { name: texts.markAll }).click()
    await expect(page.getByRole('img', { name: texts.isUnread })).toHaveCount(0)
    await expect(page.getByText(name)).toBeVisible()
  })

  test(`deliveries are chosen by keyboard and kept (${language})`, { tag: '@slow' }, async ({ page, signInAs }) => {
    await signInAs('editor', { language, open: '/account#notifications' })
    const { choice } = texts.kinds['schedule-failed']
    const nothing = page.getByRole('radio', { name: `${choice} ${texts.deliveries.nothing}` })
    const atOnce = page.getByRole('radio', { name: `${choice} ${texts.deliveries['at-once']}` })
    await expect(atOnce).toBeChecked()
    await expect(page.getByRole('radio', { name: texts.kinds.mention.choice })).toHaveCount(0)
    await atOnce.focus()
    await page.keyboard.press('ArrowUp')
    await expect(nothing).toBeChecked()
    await page.getByLabel(texts.quietFrom).selectOption('22')
    await expect(page.getByText(texts.saved.replace('{when}', '')).last()).toBeVisible()
    await expect(page.getByLabel(texts.quietUntil, { exact: true })).toHaveValue('8')
    expect(await accessibilityFaults(page)).toEqual([])
    await page.reload()
    await expect(nothing).toBeChecked()
    await expect(page.getByLabel(texts.quietFrom)).toHaveValue('22')
  })

  test(`mail about applications is narrowed to chosen jobs (${language})`, { tag: '@slow' }, async ({
    page,
    signInAs,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await signInAs('recruiter', { language, open: '/account#notifications' })
    const some = page.getByRole('radio', { name: texts.someJobs })
    await expect(page.getByRole('radio', { name: texts.allJobs })).toBeChecked()
    await some.check()
    const jobs = page.getByRole('group', { name: texts.someJobs, exact: true }).getByRole('checkbox')
    await expect(jobs.first()).toBeChecked()
    await jobs.first().uncheck()
    await expect(page.getByText(texts.saved.replace('{when}', '')).last()).toBeVisible()
    expect(await accessibilityFaults(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await page.reload()
    await expect(some).toBeChecked()
    await expect(jobs.first()).not.toBeChecked()
    await expect(jobs.nth(1)).toBeChecked()
  })
}
