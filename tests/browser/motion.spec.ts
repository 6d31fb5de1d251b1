import { expect, type Page, test } from '../support/site.ts'
import { openAwake } from '../support/waking.ts'

/** The names under which pictures moved from one page to the next, one list for each transition. */
const watchTransitions = (page: Page) =>
  page.addInitScript(() => {
    const moved: string[][] = []
    Object.assign(window, { moved })
    const start = document.startViewTransition.bind(document)
    const namesNow = () =>
      [...document.querySelectorAll<HTMLElement>('[style*="view-transition-name"]')].map(
        ({ style }) => style.viewTransitionName,
      )
    document.startViewTransition = (update) => {
      const names = namesNow()
      const transition = start(update)
      transition.updateCallbackDone.then(() => moved.push([...names, ...namesNow()])).catch(() => {})
      return transition
    }
  })

const movedIn = (page: Page) => page.evaluate(() => (window as unknown as { moved: string[][] }).moved)

async function openFirstProject(page: Page) {
  await openAwake(page, '/projectsOverView/2')
  await page.locator('main li a[href^="/projects-details/"]').first().click()
  await page.waitForURL('**/projects-details/*')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  return new URL(page.url()).pathname.split('/').at(-1)
}

test('the picture of a card moves to the page of its project', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await watchTransitions(page)
  const id = await openFirstProject(page)
  await expect.poll(() => movedIn(page)).toEqual([[`project-${id}`, `project-${id}`]])
})
