import { editorOn } from '../support/content-editor.ts'
import { expect, test } from '../support/desk-browser.ts'
import { storeApplication, uniqueName } from '../support/desk-submissions.ts'
import { deskTextsIn } from '../support/desk-texts.ts'
import { languagesByTurn } from '../support/turns.ts'

const WIDE = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }

for (const language of languagesByTurn(0))
  for (const size of [WIDE, PHONE])
    test(`Publish and the faults stay in view at ${size.width} pixels (${language})`, async ({ page, signInAs }) => {
      const { texts, field, button, open } = editorOn(page, language)
      await page.setViewportSize(size)
      await signInAs('editor', { language })
      await open('/content/jobs/2')
      if (size === PHONE) await button(texts.parts.ar).click()
      await field('ar', 'title').fill('')
      await field('ar', 'benefits').focus()
      await expect(page.locator('[aria-invalid]')).toHaveCount(1)
      await page.getByRole('heading', { name: texts.parts.shared }).scrollIntoViewIfNeeded()
      await page.mouse.wheel(0, 10_000)
      await expect(button(texts.editor.publish)).toBeInViewport({ ratio: 1 })
      const toFaults = size === PHONE ? button(await countOf(texts.editor.faultCount)) : page.locator('#checks')
      await expect(toFaults).toBeInViewport()
    })

/** What is drawn in a section and stands out of it at either side. */
function outsideOf(section: Element) {
  const { left, right } = section.getBoundingClientRect()
  const drawn = [...section.querySelectorAll('li, svg')]
  return drawn.map((each) => each.getBoundingClientRect()).filter((box) => box.left < left - 1 || box.right > right + 1)
}

/** The count's first words in either language, for one fault. */
const countOf = async (message: string) => (message.includes('error') ? '1 error' : 'خطأ واحد')

for (const language of languagesByTurn(1)) {
  const { board, inbox, shell, submission, submissions, today } = deskTextsIn(language)

  test(`a record offers the answer first and erasing last (${language})`, async ({ page, signInAs, desk }) => {
    const reference = await storeApplication(desk, { fields: { name: uniqueName('Rana Long') } })
    await signInAs('owner', { language, open: `/inbox/${reference}` })
    await expect(page.locator('#correspondence').getByRole('tab').first()).toContainText(submission.tabs.letter)
    await expect(page.getByRole('button', { name: submission.erase })).toHaveCount(0)
    await page.getByRole('button', { name: submission.more }).click()
    await expect(page.getByRole('menuitem', { name: submission.erase })).toBeFocused()
  })

  for (const width of [1024, 1200, 1366])
    test(`the thirty days stay in their column at ${width} pixels (${language})`, async ({ page, signInAs, desk }) => {
      await storeApplication(desk)
      await page.setViewportSize({ width, height: 900 })
      await signInAs('owner', { language, open: '/' })
      const section = page.locator('section', { has: page.getByRole('heading', { name: today.days }) })
      await expect(section.getByRole('listitem')).toHaveCount(30)
      expect(await section.evaluate(outsideOf)).toEqual([])
    })

  test(`the folded rail names the inbox (${language})`, async ({ page, signInAs, desk }) => {
    await storeApplication(desk)
    await signInAs('owner', { language, open: '/stages' })
    const rail = page.getByRole('banner').getByRole('navigation')
    await expect(rail.getByRole('link', { name: new RegExp(`^${shell.screens.inbox}`) })).toBeVisible()
  })

  test.describe('on a phone', () => {
    test.use({ viewport: PHONE, hasTouch: true, isMobile: true })

    test(`one stage fills the screen and a tab shows the next (${language})`, async ({ page, signInAs, desk }) => {
      const name = uniqueName('Mona Swipe')
      await storeApplication(desk, { fields: { name, job_id: 1 } })
      await signInAs('owner', { language, open: '/stages/1' })
      await expect(page.getByText(board.touchHint)).toBeVisible()
      const tabs = page.getByRole('navigation', { name: board.tabs })
      const column = (stage: 'new' | 'interview') => page.locator(`#stage-${stage}`)
      await expect(column('new')).toBeInViewport()
      await expect(column('interview')).not.toBeInViewport()
      await tabs.getByRole('button', { name: submissions.stages.interview }).tap()
      await expect(column('interview')).toBeInViewport()
      await expect(column('new')).not.toBeInViewport()
      await expect(tabs.locator('[aria-current]')).toContainText(submissions.stages.interview)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
    })

    test(`More is a menu of the other screens (${language})`, async ({ page, signInAs }) => {
      await signInAs('owner', { language, open: '/inbox' })
      await expect(page.getByRole('heading', { name: inbox.title })).toBeVisible()
      await page.getByRole('button', { name: shell.more }).tap()
      const menu = page.getByRole('dialog')
      await expect(menu.getByRole('button', { name: shell.signOut })).toBeVisible()
      await menu.getByRole('link', { name: shell.screens.people }).tap()
      await expect(page).toHaveURL('/people')
      await expect(menu).toHaveCount(0)
    })

    test(`the CV scrolls with the page, and the number is a link (${language})`, async ({ page, signInAs, desk }) => {
      const reference = await storeApplication(desk)
      await signInAs('recruiter', { language, open: `/inbox/${reference}` })
      const sheets = page.getByRole('list', { name: submission.cv })
      await expect(sheets.getByRole('img').first()).toBeVisible()
      expect(await sheets.evaluate((list) => list.scrollHeight - list.clientHeight)).toBe(0)
      await expect(page.locator('a[href^="tel:"]')).toHaveCSS('text-decoration-line', 'underline')
    })
  })
}
