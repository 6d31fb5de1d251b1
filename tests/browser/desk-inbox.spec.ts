import { randomUUID } from 'node:crypto'
import type { Route } from '@playwright/test'
import { enqueue } from '#domain/platform/jobs/queue.ts'
import { changeStage } from '#domain/submissions/handling.ts'
import { lettersOf } from '#domain/submissions/letters.ts'
import { LANGUAGES } from '#texts/languages.ts'
import { expect, type OpenDesk, test } from '../support/desk-browser.ts'
import { findStored, storeApplication, storeInternship, storeMessage, uniqueName } from '../support/desk-submissions.ts'
import { deskTextsIn } from '../support/desk-texts.ts'
import { updateRows } from '../support/rows.ts'
import { languagesByTurn } from '../support/turns.ts'

const DAY = 24 * 60 * 60_000

const at = (desk: OpenDesk, daysAgo = 0) => ({
  database: desk.database,
  clock: { now: new Date(Date.now() - daysAgo * DAY) },
})

for (const language of languagesByTurn(0)) {
  const { inbox, submission, submissions } = deskTextsIn(language)

  test(`a recruiter handles an application by keyboard (${language})`, async ({ page, signInAs, desk }) => {
    const name = uniqueName('نورهان سمير')
    const reference = await storeApplication(desk, { language: 'ar', fields: { name, job_id: 1 } })
    await storeMessage(desk)
    await signInAs('recruiter', { language, open: '/inbox' })
    await expect(page.getByRole('link', { name })).toBeVisible()
    await page.keyboard.press('/')
    await page.keyboard.type(name)
    await expect(page.getByRole('table', { name: inbox.list }).locator('tbody tr')).toHaveCount(1)
    await expect(page).toHaveURL(/search=/)
    await page.getByRole('heading', { level: 1 }).focus()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')

    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toHaveText(name)
    await expect(heading).toHaveAttribute('lang', 'ar')
    expect(await heading.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl')
    // 3: the third stage of an application.
    await page.keyboard.press('3')
    await expect(page.getByRole('button', { name: submissions.stages.interview })).toHaveAttribute(
      'aria-current',
      'step',
    )
    await page.keyboard.press('n')
    await page.keyboard.type('Speaks well of her team')
    await page.keyboard.press('Control+Enter')
    await expect(page.locator('blockquote')).toContainText('Speaks well of her team')
    expect(await findStored(desk, reference)).toMatchObject({ stage: 'interview' })

    await heading.focus()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('link', { name })).toBeFocused()
    await expect(page.getByText(submissions.stages.interview).last()).toBeVisible()
    expect(submission.back).toBe(await page.getByRole('heading', { level: 1 }).innerText())
  })

  test(`Today counts new and overdue; each figure opens its list (${language})`, async ({ page, signInAs, desk }) => {
    const name = uniqueName('Omar El-Sherif')
    await storeMessage(at(desk, 60), { fields: { name } })
    await signInAs('reader', { language, open: '/' })
    const { today } = deskTextsIn(language)
    const waiting = page.locator('section').filter({ has: page.getByRole('heading', { name: today.waiting }) })
    await waiting.getByRole('link').first().click()
    await expect(page).toHaveURL(/order=waiting/)
    await page.goto('/')
    await waiting.getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    await expect(page.getByRole('tab')).toHaveCount(0)
    await expect(page.getByRole('button', { name: submissions.stages.archived })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
  })

  test(`Today lists a stuck mail with its reason and retries it (${language})`, { tag: '@slow' }, async ({
    page,
    signInAs,
    desk,
  }) => {
    const reference = await storeMessage(desk)
    await desk.database.write(async (queries) => {
      const id = randomUUID()
      await enqueue(queries, 'mail', { id, subject: reference, payload: { mail: 'confirmation' }, now: new Date() })
      const stuck = { due_at: null, tries: 10, last_error: 'EENVELOPE 550', is_stuck: 1 } as const
      await queries.updateTable('queued_jobs').set(stuck).where('id', '=', id).execute()
    })
    await signInAs('recruiter', { language, open: '/' })
    const { today } = deskTextsIn(language)
    const mail = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: reference, exact: true }) })
    await expect(mail).toContainText('EENVELOPE 550')
    await mail.getByRole('button').click()
    await expect(page.getByText(today.jobIsDue)).toBeVisible()
    await expect(mail).toHaveCount(0)
  })
}

test.describe('two people at once', () => {
  test.use({ expectedErrors: [/409/] })

  test('never overwrite each other: both choices are shown, the second decides', async ({ page, signInAs, desk }) => {
    const reference = await storeApplication(desk, { fields: { name: uniqueName('Youssef Kamal') } })
    // News of the change is still under way.
    await page.route('**/presence', () => {})
    await signInAs('recruiter', { open: `/inbox/${reference}` })
    await expect(page.getByRole('button', { name: 'In review' })).toBeVisible()
    await desk.database.write((queries) =>
      updateRows(queries, 'submissions', { reference }, { stage: 'offer', version: 2 }),
    )
    await page.getByRole('button', { name: 'Interview' }).click()
    const dialog = page.getByRole('dialog', { name: deskTextsIn('en').submission.conflictTitle })
    await expect(dialog).toContainText('Offer')
    await expect(dialog).toContainText('Interview')
    await dialog.getByRole('button', { name: 'Leave it as it is' }).click()
    await expect(page.getByRole('button', { name: 'Offer' })).toHaveAttribute('aria-current', 'step')
    expect(await findStored(desk, reference)).toMatchObject({ stage: 'offer' })

    await page.getByRole('button', { name: 'Interview' }).click()
    await expect(page.getByRole('button', { name: 'Interview' })).toHaveAttribute('aria-current', 'step')
    await expect(page.getByText('Moved to Interview.').last()).toBeVisible()

    // A colleague's change may remove the action: the page says so, without a dialog.
    await desk.database.write((queries) =>
      updateRows(queries, 'submissions', { reference }, { stage: 'withdrawn', version: 9 }),
    )
    await page.getByRole('button', { name: 'Offer' }).click()
    await dialog.getByRole('button', { name: 'Apply my change' }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Withdrawn' })).toHaveAttribute('aria-current', 'step')
  })

  test("see each other's presence and changes, and keep typed text", async ({ page, signInAs, desk, browser }) => {
    const reference = await storeApplication(desk, { fields: { name: uniqueName('Farah Naguib') } })
    const other = await browser.newPage({ baseURL: desk.url })
    const { name } = await signInAs('recruiter', { name: uniqueName('Nadia Fouad'), context: other.context() })
    await signInAs('recruiter', { open: `/inbox/${reference}` })
    await page.getByRole('tab', { name: 'Private note' }).click()
    const note = page.getByRole('textbox', { name: 'Note for the team' })
    await note.fill('Half a sentence')

    await other.goto(`/inbox/${reference}`)
    await expect(other.getByText('Also open for')).toBeVisible()
    await other.getByRole('button', { name: 'In review' }).click()
    await expect(other.getByRole('button', { name: 'In review' })).toHaveAttribute('aria-current', 'step')
    await expect(page.getByRole('button', { name: 'In review' })).toHaveAttribute('aria-current', 'step')
    await expect(page.getByText(`Also open for: ${name}`)).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: `${name} moved from New to In review` })).toBeAttached()
    await expect(note).toHaveValue('Half a sentence')
    await expect(note).toBeFocused()
    await other.close()
  })
})

test('a wrong clock of the machine changes neither "new" nor due dates', { tag: '@slow' }, async ({
  page,
  signInAs,
  desk,
}) => {
  const reference = await storeApplication(desk, { fields: { name: uniqueName('Heba Aziz') } })
  await signInAs('reader')
  await page.clock.install({ time: Date.now() + 30 * 24 * 60 * 60_000 })
  await page.goto(`/inbox/${reference}`)
  await expect(page.getByRole('listitem').filter({ hasText: 'Received, in' })).toContainText(/now|minute/)
  await expect(page.getByText(/^\d+ days left$/)).toBeVisible()
})

test('declining asks for a reason first', { tag: '@slow' }, async ({ page, signInAs, desk }) => {
  const reference = await storeInternship(desk, { fields: { name: uniqueName('Ibrahim') } })
  await signInAs('owner', { open: `/inbox/${reference}` })
  await page.getByRole('button', { name: 'Declined' }).click()
  await page.getByRole('radio', { name: 'The job is closed' }).check()
  await page.getByRole('button', { name: 'Decline', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Declined' })).toHaveAttribute('aria-current', 'step')
  expect(await findStored(desk, reference)).toMatchObject({ stage: 'declined', decline_reason: 'job-closed' })
})

test('many are selected and handed over at once', { tag: '@slow' }, async ({ page, signInAs, desk }) => {
  const names = ['Amal', 'Basma', 'Celine'].map(uniqueName)
  const references = await Promise.all(names.map((name) => storeMessage(desk, { fields: { name } })))
  const person = await signInAs('recruiter', { open: '/inbox?form=contact-message' })
  for (const name of names) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await expect(page.getByText('3 selected')).toBeVisible()
  await page.getByLabel('Assign', { exact: true }).selectOption(person.id)
  await expect(page.getByText('3 selected')).toHaveCount(0)
  for (const reference of references)
    expect(await findStored(desk, reference)).toMatchObject({ assignee_id: person.id })
})

test('a select that acts at once opens by arrows and letters, and acts on choice', { tag: '@slow' }, async ({
  page,
  signInAs,
  desk,
}) => {
  const name = uniqueName('Farida')
  const reference = await storeMessage(desk, { fields: { name } })
  const { id } = await signInAs('recruiter', { name: 'Zzz Last', open: `/inbox?search=${encodeURIComponent(name)}` })
  await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await page.getByLabel('Assign', { exact: true }).focus()
  await page.keyboard.press('z')
  await page.keyboard.press('Escape')
  await expect(page.getByText('1 selected')).toBeVisible()
  expect(await findStored(desk, reference)).toMatchObject({ stage: 'new', assignee_id: null })

  await page.goto(`/inbox/${reference}`)
  await page.getByRole('heading', { name }).waitFor()
  await page.keyboard.press('a')
  await page.keyboard.type('zzz')
  await expect(page.getByRole('dialog').getByRole('option')).toHaveText(/Zzz Last/)
  await page.keyboard.press('Enter')
  await expect.poll(() => findStored(desk, reference)).toMatchObject({ assignee_id: id })
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByLabel('Assigned to')).toHaveValue(id)
})

for (const language of languagesByTurn(0))
  test(`filters take several values and days of one’s own choice, by keyboard; a saved view keeps them (${language})`, {
    tag: '@slow',
  }, async ({ page, signInAs, desk }) => {
    const { inbox, shell, submissions } = deskTextsIn(language)
    const name = uniqueName('Mariam')
    const store = (daysAgo: number) => storeMessage(at(desk, daysAgo), { fields: { name: `${name} ${daysAgo}` } })
    const stored = [await store(9), await store(5), await store(3)]
    for (const [index, stage] of (['in-review', 'archived'] as const).entries())
      await desk.database.write((queries) =>
        updateRows(queries, 'submissions', { reference: stored[index] as string }, { stage }),
      )
    await signInAs('recruiter', { language, open: `/inbox?search=${encodeURIComponent(name)}` })
    const lines = page.getByRole('table', { name: inbox.list }).locator('tbody tr')
    await expect(lines).toHaveCount(3)
    const filters = page.getByRole('search')
    const stages = filters.getByRole('group', { name: inbox.stage })
    await filters.getByRole('button', { name: inbox.stage }).press('Enter')
    for (const stage of ['new', 'archived'] as const)
      await stages.getByRole('checkbox', { name: submissions.stages[stage] }).press('Space')
    await expect(lines).toHaveCount(2)
    await expect(page).toHaveURL(/stage=new&stage=archived/)
    await page.keyboard.press('Escape')
    await expect(stages).toBeHidden()
    await expect(filters.getByRole('button', { name: submissions.stages.archived })).toBeFocused()

    const day = (daysAgo: number) => new Date(Date.now() - daysAgo * DAY).toISOString().slice(0, 10)
    await filters.getByRole('button', { name: inbox.received }).click()
    await page.getByLabel(inbox.since, { exact: true }).fill(day(7))
    await page.getByLabel(inbox.until, { exact: true }).fill(day(4))
    await page.keyboard.press('Escape')
    await expect(lines).toHaveCount(1)
    await expect(lines).toContainText(`${name} 5`)

    await page.getByRole('main').getByRole('button', { name: inbox.saveView }).click()
    await page.getByRole('dialog').getByLabel(inbox.viewName).fill(name)
    await page.getByRole('dialog').getByRole('button', { name: shell.save }).click()
    const kept = new URL(page.url()).search
    await page.goto('/inbox')
    await page.getByRole('link', { name, exact: true }).click()
    await expect(lines).toHaveCount(1)
    expect([...new URL(page.url()).searchParams].toSorted()).toEqual([...new URLSearchParams(kept)].toSorted())
  })

for (const language of languagesByTurn(1))
  test(`the inbox is sorted by its columns, by keyboard, and the address keeps the order (${language})`, {
    tag: '@slow',
  }, async ({ page, signInAs, desk }) => {
    const { inbox } = deskTextsIn(language)
    const tag = uniqueName('Sorting')
    for (const first of ['Basma', 'adam', 'Celine']) await storeMessage(desk, { fields: { name: `${first} ${tag}` } })
    await signInAs('recruiter', { language, open: `/inbox?search=${encodeURIComponent(tag)}` })
    const names = page.getByRole('table', { name: inbox.list }).locator('tbody').getByRole('link')
    const named = (...firsts: string[]) => expect(names).toHaveText(firsts.map((first) => `${first} ${tag}`))
    const column = page.getByRole('columnheader', { name: inbox.columns.from })
    const received = page.getByRole('columnheader', { name: inbox.columns.received })
    await named('Celine', 'adam', 'Basma')
    await expect(received).toHaveAttribute('aria-sort', 'descending')
    await column.getByRole('button').press('Enter')
    await named('adam', 'Basma', 'Celine')
    await expect(column).toHaveAttribute('aria-sort', 'ascending')
    await expect(column.getByRole('button')).toBeFocused()
    await expect(received).not.toHaveAttribute('aria-sort')
    await page.keyboard.press('Enter')
    await named('Celine', 'Basma', 'adam')
    await page.reload()
    await named('Celine', 'Basma', 'adam')
    await expect(column).toHaveAttribute('aria-sort', 'descending')
    // J and K follow the order of the list.
    await names.first().click()
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toHaveText(`Celine ${tag}`)
    await page.keyboard.press('j')
    await expect(heading).toHaveText(`Basma ${tag}`)
    await page.keyboard.press('Escape')
    await received.getByRole('button').click()
    await named('Celine', 'adam', 'Basma')
    await received.getByRole('button').click()
    await named('Basma', 'adam', 'Celine')
  })

test('the palette finds a job by a word of its title, and content', { tag: '@slow' }, async ({ page, signInAs }) => {
  const { inbox, content } = deskTextsIn('en')
  await signInAs('owner', { open: '/' })
  const find = async (typed: string, group: string) => {
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: deskTextsIn('en').shell.palette.label }).fill(typed)
    await page.getByRole('group', { name: group }).getByRole('option').first().click()
  }
  await find('frontend', inbox.job)
  await expect(page).toHaveURL(/\/stages\/\d+/)
  await find('frontend', content.title)
  await expect(page).toHaveURL(/\/content\/jobs\/\d+/)
})

test('an editor’s palette finds content, and asks for nothing that is refused', { tag: '@slow' }, async ({
  page,
  signInAs,
}) => {
  const refused: string[] = []
  page.on('response', (response) => response.status() === 403 && refused.push(response.url()))
  await signInAs('editor', { open: '/' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('frontend')
  await page.getByRole('option').first().click()
  await expect(page).toHaveURL(/\/content\/jobs\/\d+/)
  expect(refused).toEqual([])
})

test('an editor’s Today asks for nothing that is refused, and lists the content', { tag: '@slow' }, async ({
  page,
  signInAs,
}) => {
  const refused: string[] = []
  page.on('response', (response) => response.status() === 403 && refused.push(response.url()))
  await signInAs('editor', { open: '/' })
  const { content, today } = deskTextsIn('en')
  await expect(page.getByRole('heading', { name: today.content })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: content.types.services, exact: true })).toBeVisible()
  expect(refused).toEqual([])
})

test('a recruiter’s Today says nothing about content that a recruiter does not see', { tag: '@slow' }, async ({
  page,
  signInAs,
}) => {
  await signInAs('recruiter', { open: '/' })
  const { today } = deskTextsIn('en')
  await expect(page.getByRole('heading', { name: today.waiting })).toBeVisible()
  await expect(page.getByText(today.contentFine)).toHaveCount(0)
})

test('the unread view keeps what was opened: K goes back, and J says where the list ends', { tag: '@slow' }, async ({
  page,
  signInAs,
  desk,
}) => {
  const name = uniqueName('Rania')
  for (const daysAgo of [3, 2, 1]) await storeMessage(at(desk, daysAgo), { fields: { name: `${name} ${daysAgo}` } })
  await signInAs('recruiter', { open: `/inbox?read=no&search=${encodeURIComponent(name)}` })
  await page.getByRole('link', { name: `${name} 1` }).click()
  const heading = page.getByRole('heading', { level: 1 })
  const { shell } = deskTextsIn('en')
  for (const [key, shown] of [
    ['k', 1],
    ['j', 2],
    ['j', 3],
    ['k', 2],
    ['k', 1],
    ['j', 2],
    ['j', 3],
  ] as const) {
    await page.keyboard.press(key)
    await expect(heading).toHaveText(`${name} ${shown}`)
  }
  await page.keyboard.press('j')
  await expect(page.getByText(shell.listEnds).last()).toBeVisible()
})

test('many are marked as read with one call, and that is taken back', { tag: '@slow' }, async ({
  page,
  signInAs,
  desk,
}) => {
  const name = uniqueName('Ghada')
  const references = [1, 2, 3].map(() => storeMessage(desk, { fields: { name } }))
  const all = await Promise.all(references)
  await signInAs('recruiter', { open: `/inbox?search=${encodeURIComponent(name)}` })
  await page.getByRole('checkbox').first().check()
  await page.getByRole('button', { name: 'Select all 3 found' }).click()
  const calls: string[] = []
  page.on('request', (request) => request.method() === 'GET' || calls.push(new URL(request.url()).pathname))
  await page.getByRole('button', { name: 'Mark as read' }).click()
  await expect(page.getByText('Marked 3 as read.').last()).toBeVisible()
  expect(calls).toEqual(['/api/submissions/bulk/read'])
  const list = page.getByRole('table', { name: deskTextsIn('en').inbox.list })
  const unread = list.getByLabel(deskTextsIn('en').submissions.unread)
  await expect(unread).toHaveCount(0)
  await page.keyboard.press('z')
  await expect(unread).toHaveCount(all.length)
})

test('many are declined at once, each in the language in which they wrote', { tag: '@slow' }, async ({
  page,
  signInAs,
  desk,
}) => {
  const applicants = LANGUAGES.map((language) => ({ language, name: uniqueName('Laila') }))
  const references = await Promise.all(
    applicants.map(({ language, name }) =>
      storeApplication(desk, { language, fields: { name, email: `${name.replace(' ', '-')}@mail.example` } }),
    ),
  )
  await signInAs('recruiter', { open: '/inbox?form=career-application' })
  for (const { name } of applicants) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  const { inbox, letters: words } = deskTextsIn('en')
  await page.getByRole('button', { name: inbox.moveTo, exact: true }).click()
  await page.getByRole('menuitem', { name: 'Declined' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(words.eachInOwnLanguage)).toBeVisible()
  await dialog.getByRole('button', { name: 'Decline', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  for (const [index, reference] of references.entries()) {
    const declined = await findStored(desk, reference)
    expect(declined).toMatchObject({ stage: 'declined' })
    const letters = await lettersOf(desk.database.queries, declined?.id as string)
    expect(letters.map(({ language }) => language)).toEqual([LANGUAGES[index]])
  }
})

for (const language of languagesByTurn(1))
  test(`a card of the board is moved by menu and by dragging (${language})`, async ({ page, signInAs, desk }) => {
    const { board, shell, submissions } = deskTextsIn(language)
    const name = uniqueName('Habiba Refaat')
    const reference = await storeApplication(desk, { fields: { name, job_id: 2 } })
    await signInAs('recruiter', { language, open: '/stages/2' })
    const columnOf = (stage: keyof typeof submissions.stages) =>
      page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: submissions.stages[stage] }) })
    const cardIn = (stage: keyof typeof submissions.stages) =>
      columnOf(stage).getByRole('listitem').filter({ hasText: name })

    const toReview = async () => {
      await cardIn('new').getByRole('button', { name: board.moveTo }).press('Enter')
      await page.getByRole('menuitem', { name: submissions.stages['in-review'] }).press('Enter')
      await expect(cardIn('in-review')).toBeVisible()
    }
    await toReview()
    await page.getByRole('button', { name: shell.undo }).press('Enter')
    await expect(cardIn('new').getByRole('link')).toBeFocused()
    await toReview()
    // The focused card is gone; the next Tab continues from its place.
    await expect(page.locator('main :focus')).toHaveCount(1)

    await cardIn('in-review').dragTo(columnOf('interview'))
    await expect(cardIn('interview')).toBeVisible()
    await cardIn('interview').dragTo(columnOf('in-review'))
    await expect(cardIn('in-review')).toBeVisible()
    // Hired is two stages away, so the card stays.
    await cardIn('in-review').dragTo(columnOf('hired'))
    await expect(cardIn('in-review')).toBeVisible()
    expect(await findStored(desk, reference)).toMatchObject({ stage: 'in-review' })
  })

for (const language of languagesByTurn(0))
  test(`a card is moved by Space and arrows, and announced (${language})`, { tag: '@slow' }, async ({
    page,
    signInAs,
    desk,
  }) => {
    const { board, submission, submissions } = deskTextsIn(language)
    const { stages } = submissions
    const name = uniqueName('Jana Adel')
    const reference = await storeApplication(desk, { fields: { name, job_id: 3 } })
    await signInAs('recruiter', { language, open: '/stages/3' })
    const card = page.getByRole('link', { name })
    const inStage = (stage: keyof typeof stages) =>
      page
        .getByRole('listitem')
        .filter({ has: page.getByRole('heading', { name: stages[stage] }) })
        .getByRole('link', { name })
    const read = (text: string, stage: keyof typeof stages) =>
      expect(page.getByRole('status').filter({ hasText: filled(text, { name, stage: stages[stage] }) })).toBeAttached()
    const [on, back] = language === 'ar' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft']
    const { keyboard } = page

    await card.focus()
    await keyboard.press('Space')
    await read(board.lifted, 'new')
    await keyboard.press(on)
    await read(board.over, 'in-review')
    await keyboard.press(back)
    await read(board.over, 'new')
    await keyboard.press(on)
    await read(board.over, 'in-review')
    await keyboard.press('Escape')
    await read(board.putBack, 'new')
    expect(await findStored(desk, reference)).toMatchObject({ stage: 'new' })

    await keyboard.press('Space')
    await keyboard.press(on)
    await keyboard.press('Space')
    await expect(inStage('in-review')).toBeFocused()
    await read(board.moved, 'in-review')
    expect(await findStored(desk, reference)).toMatchObject({ stage: 'in-review' })

    // Undo brings the card back, and the focus with it.
    await keyboard.press('z')
    await expect(inStage('new')).toBeFocused()
    await keyboard.press('Space')
    await keyboard.press(on)
    await keyboard.press('Space')
    await expect(inStage('in-review')).toBeFocused()

    // Leaving a lifted card puts it back.
    await keyboard.press('Space')
    await keyboard.press(on)
    await keyboard.press('Tab')
    await read(board.putBack, 'in-review')
    // Forbidden stages are skipped; declining asks first.
    await card.focus()
    await keyboard.press('Space')
    for (let step = 0; step < Object.keys(stages).length; step++) await keyboard.press(on)
    await read(board.over, 'withdrawn')
    await keyboard.press(back)
    await keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toContainText(submission.declineReason)
    await keyboard.press('Escape')
    await expect(card).toBeFocused()
    await keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  })

const filled = (text: string, values: Record<string, string>) =>
  text.replace(/\{(\w+)\}/g, (_whole, key: string) => values[key] ?? '')

test('the board shows late stages and their counts after many new arrivals', { tag: '@slow' }, async ({
  page,
  signInAs,
  desk,
}) => {
  const arriving = { fields: { job_id: 3 } }
  const [name, arrived] = [uniqueName('Nadine Far'), 101]
  const far = await storeApplication(desk, { fields: { name, job_id: 3 } })
  await desk.database.write((queries) =>
    changeStage(queries, far, { to: 'interview' }, { actorId: null, now: new Date() }),
  )
  await Promise.all(Array.from({ length: arrived }, () => storeApplication(desk, arriving)))
  await signInAs('reader', { open: '/stages/3' })
  const { submissions, board } = deskTextsIn('en')
  const columnOf = (stage: 'new' | 'interview') =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: submissions.stages[stage] }) })
  await expect(columnOf('interview').getByRole('link', { name })).toBeVisible()
  await columnOf('new')
    .getByRole('link', { name: board.all.replace('{found}', String(arrived)) })
    .last()
    .click()
  await expect(page.getByText(new RegExp(`of ${arrived}$`))).toBeVisible()
})

test.describe('a long list', () => {
  test.use({ expectedErrors: [/ERR_FAILED/] })

  test('comes in pages while scrolling, and later pages work like the first', { tag: '@slow' }, async ({
    page,
    signInAs,
    desk,
  }) => {
    test.slow()
    const { shell, inbox } = deskTextsIn('en')
    const tag = uniqueName('Zebra')
    const names = Array.from({ length: 60 }, (_, index) => `${tag} n${index}`)
    for (const name of names) await storeMessage(desk, { fields: { name } })
    await signInAs('recruiter', { open: `/inbox?search=${encodeURIComponent(tag)}&form=contact-message` })
    const lines = page.getByRole('table', { name: 'Submissions' }).locator('tbody tr')
    // A page that fails is requested once, then by the button.
    let asked = 0
    const ofLater = /api\/submissions\?.*after=/
    await page.route(ofLater, (route) => {
      asked++
      return route.abort()
    })
    await expect(lines).toHaveCount(50)
    // Keys pressed before the page is drawn are lost.
    await lines.first().hover()
    await page.keyboard.press('End')
    await expect(page.getByRole('alert')).toContainText(shell.failure.network)
    const before = asked
    await page.keyboard.press('Home')
    await page.keyboard.press('End')
    await page.getByRole('button', { name: inbox.showMore }).hover()
    expect(asked).toBe(before)
    await page.unroute(ofLater)
    await page.getByRole('button', { name: inbox.showMore }).click()
    await expect(lines).toHaveCount(60)

    const last = lines.last().getByRole('link')
    await last.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(names[0] as string)
    await page.getByRole('heading', { level: 1 }).focus()
    await page.keyboard.press('Escape')
    await expect(last).toBeFocused()
    await expect(lines).toHaveCount(60)

    await lines.last().getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Move to…', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Archived' }).click()
    await expect(lines.last()).toContainText('Archived')
    await page.keyboard.press('z')
    await expect(lines.last()).not.toContainText('Archived')
  })
})

test.describe('without the stream of events', () => {
  test.use({ expectedErrors: [/503/] })

  for (const [how, respond] of [
    ['refused', (route: Route) => route.fulfill({ status: 503 })],
    ['held back by a proxy', () => {}],
  ] as const)
    test(`${how}, what arrives is asked for now and then, and told all the same`, { tag: '@slow' }, async ({
      page,
      signInAs,
      desk,
    }) => {
      await storeMessage(desk, { fields: { name: uniqueName('Earlier') } })
      await page.route('**/api/events', respond)
      await page.clock.install()
      await signInAs('reader', { open: '/inbox' })
      await expect(page.getByRole('table', { name: 'Submissions' })).toBeVisible()
      await page.clock.fastForward('00:31')
      await storeMessage(desk, { fields: { name: uniqueName('Later') } })
      await page.clock.fastForward('00:31')
      await expect(page.getByRole('button', { name: '1 new' })).toBeVisible()
    })
})

test('a removed note is restored with one key, and the focus stays beside it', { tag: '@slow' }, async ({
  page,
  signInAs,
  desk,
}) => {
  const reference = await storeMessage(desk)
  await signInAs('recruiter', { open: `/inbox/${reference}` })
  await page.getByRole('tab', { name: 'Private note' }).click()
  const field = page.getByRole('textbox', { name: 'Note for the team' })
  await field.fill('Ask Tarek')
  await page.getByRole('button', { name: 'Add note' }).press('Enter')
  await page.getByRole('button', { name: 'Remove note' }).press('Enter')
  await expect(page.locator('blockquote')).toHaveCount(0)
  await expect(page.locator('#correspondence').locator(':focus')).toHaveCount(1)
  await page.getByRole('button', { name: 'Add note' }).focus()
  await page.keyboard.press('z')
  await expect(page.locator('blockquote')).toContainText('Ask Tarek')
  expect((await findStored(desk, reference))?.notes.map(({ note }) => note)).toEqual(['Ask Tarek'])
})

test('an unfinished text stays while another screen is open', { tag: '@slow' }, async ({ page, signInAs, desk }) => {
  const first = await storeMessage(desk, { fields: { name: uniqueName('Lina Haddad') } })
  const second = await storeMessage(desk, { fields: { name: uniqueName('Seif Amin') } })
  await signInAs('recruiter', { open: `/inbox/${first}` })
  const open = (tab: 'Letter' | 'Private note') => page.getByRole('tab', { name: tab }).click()
  const letter = page.getByRole('textbox', { name: 'Letter' })
  const note = page.getByRole('textbox', { name: 'Note for the team' })
  await open('Letter')
  await letter.fill('We can begin in March.')
  await open('Private note')
  await note.fill('Ask Tarek')
  await page.getByRole('link', { name: 'Inbox', exact: true }).last().click()
  await page.locator(`[data-reference="${second}"]`).click()
  await open('Private note')
  await expect(note).toHaveValue('')
  await page.goBack()
  await page.locator(`[data-reference="${first}"]`).click()
  const areThere = async () => {
    await expect(letter).toHaveValue('We can begin in March.')
    await open('Private note')
    await expect(note).toHaveValue('Ask Tarek')
  }
  await areThere()
  await page.reload()
  await areThere()
  // Sent and discarded texts are not kept.
  await note.press('Control+Enter')
  await expect(page.locator('blockquote')).toContainText('Ask Tarek')
  await open('Letter')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.reload()
  await expect(page.getByRole('tab', { name: 'Letter' })).toHaveAttribute('aria-selected', 'false')
  await open('Private note')
  await expect(note).toHaveValue('')
})

test.describe('a list that was saved', () => {
  test.use({ expectedErrors: [/404/] })

  test('is there in another browser, is renamed, and is removed', { tag: '@slow' }, async ({
    page,
    signInAs,
    desk,
    browser,
  }) => {
    await storeMessage(desk)
    await signInAs('reader', { open: '/inbox?language=ar' })
    await page.getByRole('button', { name: 'Save this view' }).click()
    await page.getByLabel('Name').fill('Written in Arabic')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('link', { name: 'Written in Arabic' })).toBeVisible()

    const elsewhere = await browser.newContext({ storageState: await page.context().storageState(), baseURL: desk.url })
    const other = await elsewhere.newPage()
    await other.goto('/inbox')
    await other.getByRole('link', { name: 'Written in Arabic' }).click()
    await expect(other).toHaveURL(/language=ar/)
    await other.getByRole('button', { name: 'Rename the view Written in Arabic' }).click()
    await other.getByRole('textbox', { name: 'Name' }).fill('In Arabic')
    await other.getByRole('button', { name: 'Save', exact: true }).click()
    await other.getByRole('button', { name: 'Remove the view In Arabic' }).click()
    await expect(other.getByRole('link', { name: 'In Arabic' })).toHaveCount(0)
    // This window still shows it: it says that it is gone and hides it.
    await page.getByRole('button', { name: 'Remove the view Written in Arabic' }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Written in Arabic' })).toHaveCount(0)
    await elsewhere.close()
  })
})

for (const [what, keys] of [
  ['what works everywhere', { key: 'k', code: 'KeyK', ctrlKey: true }],
  ['what the screen adds', { key: '/', code: 'Slash' }],
] as const)
  test(`keys work from the moment a screen can be seen: ${what}`, { tag: '@slow' }, async ({ page, signInAs }) => {
    await signInAs('recruiter')
    await page.addInitScript((pressed) => {
      new MutationObserver((_changes, observer) => {
        // Not the placeholder shown until the application arrives.
        const heading = document.querySelector('main:not(.not-loaded) h1')
        if (!heading) return
        observer.disconnect()
        heading.dispatchEvent(new KeyboardEvent('keydown', { ...pressed, bubbles: true, cancelable: true }))
      }).observe(document, { childList: true, subtree: true })
    }, keys)
    await page.goto('/inbox')
    const opened = { KeyK: page.getByRole('dialog').getByRole('combobox'), Slash: page.getByRole('searchbox') }[
      keys.code
    ]
    await expect(opened).toBeFocused()
  })

test('signing out during a background request shows no error', { tag: '@slow' }, async ({ page, signInAs, desk }) => {
  const { shell, door } = deskTextsIn('en')
  await signInAs('recruiter', { open: '/inbox' })
  await expect(page.getByRole('link', { name: shell.screens.inbox }).first()).toBeVisible()
  const isCount = (request: { url(): string }) => request.url().endsWith('/api/submissions/counts')
  let release = () => {}
  await page.route('**/api/submissions/counts', (route) => {
    // The request was aborted, or refused since the session has ended.
    release = () => void route.continue().catch(() => {})
  })
  const asked = page.waitForRequest(isCount)
  await storeMessage(desk)
  await asked
  const ended = Promise.race([
    page.waitForEvent('requestfinished', isCount),
    page.waitForEvent('requestfailed', isCount),
  ])
  await page.route('**/api/sign-out', async (route) => {
    const response = await route.fetch()
    release()
    await ended
    await route.fulfill({ response })
  })
  await page.keyboard.press('Control+k')
  await page.keyboard.type(shell.signOut)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: door.signIn.passkey })).toBeVisible()
})

test.describe('by filters', () => {
  test.use({ expectedErrors: [/ERR_FAILED|409/] })

  for (const language of languagesByTurn(1))
    test(`all matches of the filters are assigned, hidden ones too (${language})`, { tag: '@slow' }, async ({
      page,
      signInAs,
      desk,
    }) => {
      test.slow()
      const { inbox } = deskTextsIn(language)
      const subject = { en: 'Apricots', ar: 'مشمش' }[language]
      const references = await Promise.all(
        Array.from({ length: 55 }, () => storeMessage(desk, { fields: { name: uniqueName('Amal'), subject } })),
      )
      const me = await signInAs('recruiter', { language, open: `/inbox?search=${encodeURIComponent(subject)}` })
      const formatted = new Intl.NumberFormat(language === 'ar' ? 'ar-EG' : 'en').format(55)
      await page.getByRole('table', { name: inbox.list }).getByRole('checkbox').first().check()
      await page.getByRole('button', { name: inbox.selectFound.replace('{found}', formatted) }).click()
      await page.getByRole('combobox', { name: inbox.assign }).last().selectOption(me.id)
      const dialog = page.getByRole('dialog')
      await expect(dialog).toContainText(inbox.confirmText.replace('{count, number}', formatted))
      await dialog.getByRole('textbox').fill('55')
      const bulk = '**/api/submissions/bulk'
      await page.route(bulk, (route) => route.abort())
      await page.keyboard.press('Enter')
      await expect(dialog.getByRole('alert')).toBeVisible()
      await page.unroute(bulk)
      // One more arrives in between: the number changes and must be typed again.
      references.push(await storeMessage(desk, { fields: { name: uniqueName('Amal'), subject } }))
      await page.keyboard.press('Enter')
      await expect(dialog.getByRole('alert')).toBeVisible()
      await dialog.getByRole('textbox').fill('56')
      await page.keyboard.press('Enter')
      await expect(dialog).toHaveCount(0)
      for (const reference of references)
        expect(await findStored(desk, reference)).toMatchObject({ assignee_id: me.id })
    })
})
