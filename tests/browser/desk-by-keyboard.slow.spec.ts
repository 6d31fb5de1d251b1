import { newSetupCode } from '#domain/people/set-up.ts'
import { findSubmission } from '#domain/submissions/submissions.ts'
import { aPdf } from '../support/builders.ts'
import { addAuthenticator, expect, type OpenDesk, type Page, test } from '../support/desk-browser.ts'
import { storeApplication, storeMessage } from '../support/desk-submissions.ts'
import { deskTextsIn } from '../support/desk-texts.ts'
import { languagesByTurn } from '../support/turns.ts'

// A fresh desk: other tests create people, and then set-up is over.
test.use({ isDeskNew: true })

const DAY = 24 * 60 * 60_000

for (const language of languagesByTurn(1))
  test(`the work of the desk, from set-up to erasure, by keyboard (${language})`, async ({ page, desk, context }) => {
    test.slow()
    const { door, people, shell, inbox, submission, submissions, letters, erase } = deskTextsIn(language)
    const code = await codeOf(desk)
    await context.addCookies([{ name: 'desk-language', value: language, url: desk.url }])
    await addAuthenticator(page)
    const yesterday = { database: desk.database, clock: { now: new Date(Date.now() - DAY) } }
    const candidate = { name: 'نورهان سمير', email: `nourhan-${language}@mail.example`, job_id: 1 }
    const application = await storeApplication(yesterday, {
      language: 'ar',
      fields: candidate,
      bytes: aPdf({ pages: 2 }),
    })
    const message = await storeMessage(yesterday, { language: 'ar', fields: { name: 'هالة السيد' } })
    const keyboard = page.keyboard
    const heading = page.getByRole('heading', { level: 1 })
    const dialog = page.getByRole('dialog')
    const stored = (reference: string) => findSubmission(desk.database.queries, reference)

    await test.step('choose password and code first, and get what is to be scanned once the address is whole', async () => {
      await page.goto('/inbox')
      await tabTo(page.getByLabel(door.factor.passkey))
      await keyboard.press('ArrowDown')
      await tabTo(page.getByLabel(door.setUp.code))
      await keyboard.type(code.toLowerCase())
      await keyboard.press('Tab')
      await keyboard.type('Karim Nabil')
      await keyboard.press('Tab')
      await keyboard.type('karim@nuqta.exampl')
      await keyboard.press('Tab')
      const secret = page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/)
      await expect(secret).toBeVisible()
      await expect(page.getByRole('alert')).toHaveCount(0)
      // The app would show the address as it was before.
      const first = await secret.innerText()
      await keyboard.press('Shift+Tab')
      await keyboard.press('End')
      await keyboard.type('e')
      await keyboard.press('Tab')
      await expect(secret).not.toHaveText(first)
    })

    await test.step('set up with a passkey, and sign in with it again', async () => {
      await keyboard.press('ArrowUp')
      await expect(page.getByLabel(door.factor.passkey)).toBeChecked()
      await keyboard.press('Enter')
      await expect(page.getByRole('listitem')).toHaveCount(8)
      await press(page.getByRole('button', { name: door.recovery.done }))
      // The address requested first.
      await expect(heading).toHaveText(inbox.title)
      await fromPalette(page, shell.signOut)
      await press(page.getByRole('button', { name: door.signIn.passkey }))
      await expect(heading).toHaveText(inbox.title)
    })

    await test.step('single keys are listed under ?, and can be switched off', async () => {
      const singleKeys = dialog.getByRole('checkbox', { name: shell.shortcuts.switch })
      await heading.focus()
      await keyboard.press('Shift+?')
      await expect(dialog).toContainText(shell.shortcuts.names.people)
      await expect(singleKeys).toBeFocused()
      await keyboard.press('Space')
      await expect(singleKeys).not.toBeChecked()
      await keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
      await keyboard.press('g')
      await keyboard.press('p')
      await expect(heading).toHaveText(inbox.title)
      await fromPalette(page, shell.shortcuts.names.help)
      await expect(singleKeys).toBeFocused()
      await keyboard.press('Space')
      await expect(singleKeys).toBeChecked()
      await keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
    })

    await test.step('invite a colleague', async () => {
      await keyboard.press('g')
      await keyboard.press('p')
      await expect(heading).toHaveText(people.title)
      await keyboard.press('n')
      await expect(dialog.getByLabel(people.name)).toBeFocused()
      await keyboard.type('Nadia Fouad')
      await keyboard.press('Tab')
      await keyboard.type('nadia@nuqta.example')
      await keyboard.press('Enter')
      await expect(page.getByText(`${desk.url}/join#`)).toBeVisible()
      await press(dialog.getByRole('button', { name: people.done }))
      await expect(page.getByText(people.invited)).toBeVisible()
    })

    await test.step('read yesterday’s application with its CV', async () => {
      await keyboard.press('g')
      await keyboard.press('i')
      await expect(page.getByRole('link', { name: candidate.name })).toBeVisible()
      await keyboard.press('/')
      await keyboard.type('نورهان')
      await expect(page.getByRole('table', { name: inbox.list }).locator('tbody tr')).toHaveCount(1)
      await keyboard.press('ArrowDown')
      await keyboard.press('Enter')
      await expect(heading).toHaveText(candidate.name)
      const pictures = page.getByRole('list', { name: submission.cv, exact: true }).getByRole('img')
      await expect(pictures).toHaveCount(2)
      await expect
        .poll(() => pictures.first().evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(0)
      await keyboard.press('.')
      await expect(page.getByRole('status').filter({ hasText: pageText(submission.page, language, 2) })).toBeVisible()
    })

    const stageButton = (name: string) =>
      page.getByRole('button', { name, exact: false }).and(page.locator('[aria-current]'))
    await test.step('decline with a letter that waits, and take it back', async () => {
      await keyboard.press('6')
      await expect(dialog.getByRole('textbox', { name: letters.body })).toHaveAttribute('lang', 'ar')
      await keyboard.press('ArrowDown')
      await press(dialog.getByRole('button', { name: submission.decline, exact: true }))
      await expect(stageButton(submissions.stages.declined)).toBeVisible()
      await expect(page.getByRole('button', { name: letters.withdraw })).toBeVisible()
      expect(await stored(application)).toMatchObject({ stage: 'declined', decline_reason: 'another-candidate' })
      await expectFocusInside(page)
      await keyboard.press('z')
      await expect(stageButton(submissions.stages.new)).toBeVisible()
      await expect(page.getByRole('button', { name: letters.withdraw })).toHaveCount(0)
      expect(await stored(application)).toMatchObject({ stage: 'new', decline_reason: null })
    })

    await test.step('answer a message in Arabic', async () => {
      await keyboard.press('Escape')
      await expect(page.getByRole('link', { name: candidate.name })).toBeFocused()
      await keyboard.press('/')
      await keyboard.press('Control+a')
      await keyboard.type('هالة')
      await expect(page.getByRole('link', { name: 'هالة السيد' })).toBeVisible()
      await keyboard.press('ArrowDown')
      await keyboard.press('Enter')
      await expect(heading).toHaveText('هالة السيد')
      await keyboard.press('r')
      const letter = page.getByRole('textbox', { name: letters.body })
      await expect(letter).toBeFocused()
      await expect(letter).toHaveAttribute('lang', 'ar')
      await keyboard.press('Control+End')
      await keyboard.type('\nنعم، نبدأ بفرع واحد.')
      await keyboard.press('Control+Enter')
      await expect(page.getByText(letters.sent).last()).toBeVisible()
      await expect(stageButton(submissions.stages.answered)).toBeVisible()
      const [owed] = await desk.database.queries
        .selectFrom('letters')
        .innerJoin('letter_submissions', 'letter_id', 'letters.id')
        .innerJoin('submissions', 'submissions.id', 'submission_id')
        .select('letters.body')
        .where('reference', '=', message)
        .execute()
      expect(owed?.body).toContain('نعم، نبدأ بفرع واحد.')
      await expectFocusInside(page)
    })

    await test.step('export the list as a file', async () => {
      await keyboard.press('Escape')
      await expect(heading).toHaveText(inbox.title)
      const saved = page.waitForEvent('download')
      await fromPalette(page, inbox.export)
      await expect(dialog).toContainText(inbox.exportTitle)
      await keyboard.press('ArrowDown')
      await keyboard.press('Enter')
      expect((await saved).suggestedFilename()).toMatch(/^nuqta-\d{4}-\d\d-\d\d\.csv$/)
      await expect(dialog).toHaveCount(0)
    })

    await test.step('erase a person, with a receipt', async () => {
      await fromPalette(page, 'نورهان')
      await expect(heading).toHaveText(candidate.name)
      await fromPalette(page, submission.erase)
      await expect(dialog).toContainText(application)
      await keyboard.type(candidate.email)
      await keyboard.press('Enter')
      await expect(page.getByRole('dialog', { name: erase.receiptTitle })).toContainText(erase.what)
      await press(dialog.getByRole('button', { name: erase.done }))
      await expect(heading).toHaveText(inbox.title)
      expect(await stored(application)).toBeUndefined()
    })
  })

/** The code printed in the terminal. After set-up all people are removed and a new code is made. */
async function codeOf({ site, database }: OpenDesk) {
  const isSetUp = await database.queries.selectFrom('people').select('id').executeTakeFirst()
  if (!isSetUp) return /minutes: (\S+)/.exec(site.output())?.[1] ?? ''
  await database.write(async (queries) => {
    for (const table of ['sessions', 'passkeys', 'recovery_codes', 'known_devices', 'invitations', 'people'] as const)
      await queries.deleteFrom(table).execute()
    await queries.deleteFrom('submissions').execute()
  })
  return (await newSetupCode(database, new Date())) ?? ''
}

const MAX_TABS = 60

/** Goes there with Tab alone. */
async function tabTo(target: ReturnType<Page['locator']>) {
  await target.waitFor()
  const isThere = () => target.evaluate((element) => element === document.activeElement)
  for (let tabs = 0; tabs < MAX_TABS && !(await isThere()); tabs++) await target.page().keyboard.press('Tab')
  await expect(target).toBeFocused()
}

async function press(target: ReturnType<Page['locator']>) {
  await tabTo(target)
  await target.page().keyboard.press('Enter')
}

async function fromPalette(page: Page, typed: string) {
  await page.keyboard.press('Control+k')
  await page.keyboard.type(typed)
  await expect(page.getByRole('dialog').getByRole('option', { selected: true })).toContainText(typed)
  await page.keyboard.press('Enter')
}

/** Not the page itself: the next Tab continues from the former place. */
const expectFocusInside = (page: Page) => expect(page.locator('main :focus')).toHaveCount(1)

const pageText = (text: string, language: string, page: number) =>
  text
    .replace('{page, number}', new Intl.NumberFormat(language === 'ar' ? 'ar-EG' : 'en').format(page))
    .split('{')[0] as string
