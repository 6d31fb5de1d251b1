import { answerQuestion } from '#domain/candidates/acts.ts'
import { ask } from '#domain/candidates/questions.ts'
import { currentToken, linkSecretOf } from '#domain/submissions/links.ts'
import { accessibilityFaults } from '../support/axe.ts'
import { expect, type OpenDesk, test } from '../support/desk-browser.ts'
import { makePerson } from '../support/desk-people.ts'
import { findStored, storeApplication, storeMessage, uniqueName } from '../support/desk-submissions.ts'
import { deskTextsIn } from '../support/desk-texts.ts'
import { findRows, updateRows } from '../support/rows.ts'
import { languagesByTurn } from '../support/turns.ts'

for (const language of languagesByTurn(0)) {
  const { submission, today, inbox, letters, submissions, shell } = deskTextsIn(language)

  test(`a colleague is mentioned by keyboard and finds it on Today (${language})`, async ({ page, signInAs, desk }) => {
    const name = uniqueName('Sara Adel')
    const reference = await storeApplication(desk, { fields: { name } })
    const [first, second] = [uniqueName('Yusra Amin'), uniqueName('Yusra Badr')]
    for (const each of [first, second]) await makePerson(desk.database, 'reader', { name: each })
    await makePerson(desk.database, 'editor', { name: uniqueName('Yusra Editor') })
    const { id: author } = await signInAs('recruiter', { language, open: `/inbox/${reference}` })
    await page.getByRole('tab', { name: submission.tabs.note }).click()
    const field = page.getByRole('textbox', { name: submission.note })
    await field.pressSequentially('Look, @yus')
    const options = page.getByRole('listbox', { name: submission.colleagues }).getByRole('option')
    await expect(options).toHaveText([new RegExp(first), new RegExp(second)])
    await expect(options.first()).toHaveAttribute('aria-selected', 'true')
    expect(await accessibilityFaults(page)).toEqual([])
    await page.keyboard.press('ArrowDown')
    const current = await options.nth(1).getAttribute('id')
    await expect(field).toHaveAttribute('aria-activedescendant', current as string)
    await page.keyboard.press('Enter')
    await expect(field).toHaveValue(`Look, @${second} `)
    await expect(options).toHaveCount(0)
    await expect(page.getByText(submission.willBeTold.replace('{names}', second))).toBeVisible()

    await field.pressSequentially('and @Qz')
    await expect(page.getByText(submission.mentionsNobody.replace('{words}', '@Qz'))).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(field).toHaveValue(`Look, @${second} and @Qz\n`)
    await page.keyboard.press('Control+Enter')
    const noted = page.getByRole('blockquote').filter({ hasText: '@Qz' })
    await expect(noted.locator('b')).toHaveText(`@${second}`)

    const [{ id: mentioned } = { id: '' }] = await findRows(desk.database.queries, 'people', { name: second })
    expect(await findRows(desk.database.queries, 'notifications', { actor_id: author })).toMatchObject([
      { person_id: mentioned },
    ])
    const person = await signInAs('reader', { language })
    await desk.database.write((queries) =>
      updateRows(queries, 'notifications', { person_id: mentioned }, { person_id: person.id }),
    )
    await page.goto('/')
    const notice = page.getByRole('listitem').filter({ hasText: today.mention })
    await expect(notice).toContainText(name)
    expect(await accessibilityFaults(page)).toEqual([])
    await notice.getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(notice).toHaveCount(0)
  })

  test(`Escape closes the names and leaves the text (${language})`, { tag: '@slow' }, async ({
    page,
    signInAs,
    desk,
  }) => {
    const reference = await storeMessage(desk)
    await makePerson(desk.database, 'reader', { name: uniqueName('Zeina') })
    await signInAs('recruiter', { language, open: `/inbox/${reference}` })
    await page.getByRole('tab', { name: submission.tabs.note }).click()
    const field = page.getByRole('textbox', { name: submission.note })
    await field.pressSequentially('@zei')
    await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(0)
    await expect(field).toHaveValue('@zei')
    await expect(field).toBeFocused()
  })

  test(`an open record shows an answer and a sent letter by itself (${language})`, { tag: '@slow' }, async ({
    page,
    signInAs,
    desk,
  }) => {
    const reference = await storeApplication(desk)
    await signInAs('recruiter', { language, open: `/inbox/${reference}` })
    const question = await askNow(desk, reference, 'When could you begin?')
    await expect(page.getByText(submission.waitsForAnswer)).toBeVisible()
    await page.getByRole('tab', { name: submission.tabs.note }).click()
    const note = page.getByRole('textbox', { name: submission.note })
    await note.fill('Half a sentence')
    const { y: place } = (await note.boundingBox()) as { y: number }
    const token = (await currentToken(desk.database.queries, await linkSecretOf(desk.database), reference)) ?? ''
    await answerQuestion(desk.database, { token, now: new Date(), question, answer: 'In the first week of May' })
    await expect(page.locator('#correspondence').getByText('In the first week of May')).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: submission.events['question-answered'] })).toBeAttached()
    await expect(note).toHaveValue('Half a sentence')
    await expect(note).toBeFocused()
    expect(Math.abs(((await note.boundingBox())?.y ?? 0) - place)).toBeLessThanOrEqual(1)

    await page.getByRole('tab', { name: submission.tabs.letter }).click()
    await page.getByRole('button', { name: letters.send, exact: true }).click()
    const waiting = page.getByRole('listitem').filter({ hasText: letters.waits.split('{')[0] as string })
    await expect(waiting).toBeVisible()
    await desk.database.write((queries) =>
      updateRows(queries, 'mails', { reference, kind: 'letter' }, { sent_at: new Date().toISOString() }),
    )
    const sent = page.getByRole('listitem').filter({ hasText: letters.wasSent.split('{')[0] as string })
    await expect(sent).toBeVisible()
  })

  test(`a message is archived by key, with a line and an undo (${language})`, { tag: '@slow' }, async ({
    page,
    signInAs,
    desk,
  }) => {
    const reference = await storeMessage(desk, { fields: { name: uniqueName('Hala') } })
    await signInAs('recruiter', { language, open: `/inbox/${reference}` })
    const stage = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) })
    const archived = stage(submissions.stages.archived)
    await expect(archived).toContainText(submissions.told.page.split('{')[0] as string)
    const key = await archived.locator('kbd').innerText()
    await page.getByRole('heading', { level: 1 }).focus()
    await page.keyboard.press(key)
    await expect(archived).toHaveAttribute('aria-current', 'step')
    const said = submission.moved.replace('{stage}', submissions.stages.archived)
    await expect(page.getByText(said).last()).toBeVisible()
    await page.keyboard.press('z')
    await expect(stage(submissions.stages.new)).toHaveAttribute('aria-current', 'step')
    expect(await findStored(desk, reference)).toMatchObject({ stage: 'new', answered_at: null })
    await page.keyboard.press('?')
    const shortcuts = page.getByRole('dialog', { name: shell.shortcuts.title })
    await expect(shortcuts.getByText(shell.undo)).toBeVisible()
  })

  test(`a bulk decline is announced, and undo keeps its text (${language})`, { tag: '@slow' }, async ({
    page,
    signInAs,
    desk,
  }) => {
    const names = ['Rania', 'Rola'].map(uniqueName)
    for (const name of names)
      await storeApplication(desk, { fields: { name, email: `${name.replace(' ', '-')}@mail.example` } })
    await signInAs('recruiter', { language, open: '/inbox?form=career-application' })
    const select = async () => {
      for (const name of names) await page.getByRole('checkbox', { name: inbox.select.replace('{name}', name) }).check()
      await page.getByRole('button', { name: inbox.moveTo, exact: true }).click()
    }
    await select()
    const told = page.getByRole('menuitem').filter({ hasText: submissions.stages['in-review'] })
    await expect(told).toContainText(submissions.told['page-and-mail'].split('{')[0] as string)
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByRole('menuitem').filter({ hasText: submissions.stages.declined }).click()
    const dialog = page.getByRole('dialog')
    const body = dialog.getByRole('textbox', { name: letters.body })
    await body.fill('A sentence of her own.')
    await dialog.getByRole('button', { name: submission.decline, exact: true }).click()
    await expect(dialog).toHaveCount(0)
    await page.getByRole('button', { name: shell.undo }).click()
    await expect(page.getByText(submissions.undone.done).last()).toBeVisible()
    await select()
    await page.getByRole('menuitem').filter({ hasText: submissions.stages.declined }).click()
    await expect(body).toHaveValue('A sentence of her own.')
  })
}

async function askNow({ database }: OpenDesk, reference: string, question: string) {
  const submission = await findStored({ database }, reference)
  if (!submission) throw new Error(`${reference} is not stored`)
  const outbox = { mailDomain: 'nuqta.example' }
  const doing = { actorId: null, now: new Date() }
  return database.write((queries) => ask(queries, submission, { question }, outbox, doing))
}
