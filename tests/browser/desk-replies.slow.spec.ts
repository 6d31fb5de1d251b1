import { storeReply } from '#domain/candidates/replies/store-reply.ts'
import { parseMail } from '#domain/candidates/replies/workers/parse.ts'
import { accessibilityFaults } from '../support/axe.ts'
import { expect, type OpenDesk, test } from '../support/desk-browser.ts'
import { storeApplication, uniqueName } from '../support/desk-submissions.ts'
import { deskTextsIn } from '../support/desk-texts.ts'
import { replyMail } from '../support/reply-mails.ts'
import { languagesByTurn } from '../support/turns.ts'

// A reference that nobody has is refused.
test.use({ expectedErrors: [/status of 404/] })

/** As the job of replies reads it, without a mailbox. */
async function receive({ database }: OpenDesk, mail: string) {
  const parsed = await parseMail(Buffer.from(mail))
  const addresses = { replyTo: 'jobs+*@nuqta.example', mailFrom: 'site@nuqta.example', secret: 's'.repeat(40) }
  await database.write((queries) => storeReply(queries, { ...parsed, attachments: [] }, addresses, new Date()))
}

for (const language of languagesByTurn(0)) {
  const { replies: texts, submission } = deskTextsIn(language)

  test(`replies stand in their thread as they came, and the tray gives one to its record (${language})`, async ({
    page,
    desk,
    signInAs,
  }) => {
    const name = uniqueName('Nourhan Samir')
    const email = `nourhan-${language}@mail.example`
    const reference = await storeApplication(desk, { fields: { name, email }, language })
    const words = `Thursday suits me ${language}`
    const quoted = `${words}\r\n\r\nOn Mon, 16 Nov 2026 Nuqta wrote:\r\n> When would suit you?`
    await receive(desk, replyMail({ from: `Nour <${email}>`, text: quoted }))
    await receive(desk, replyMail({ from: 'Shop <shop@mail.example>', text: `Buy now ${language}` }))
    await page.setViewportSize({ width: 390, height: 844 })
    await signInAs('recruiter', { language, open: '/replies' })
    const mail = page.getByRole('listitem').filter({ hasText: words })
    await expect(mail.getByText(texts.held.unknown)).toBeVisible()
    expect(await accessibilityFaults(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await mail.getByLabel(texts.reference).fill('NQ-AAAA-AAAA')
    await mail.getByRole('button', { name: texts.assign, exact: true }).click()
    await expect(mail.getByLabel(texts.reference)).toHaveValue('NQ-AAAA-AAAA')
    await expect(page.getByRole('alert').or(mail.locator('[role="status"]')).first()).toBeVisible()
    await mail.getByRole('button', { name: reference }).click()
    await expect(mail).toHaveCount(0)
    const other = page.getByRole('listitem').filter({ hasText: `Buy now ${language}` })
    await other.getByRole('button', { name: texts.discard }).click()
    await page.getByRole('dialog').getByRole('button', { name: texts.discard }).click()
    await expect(other).toHaveCount(0)

    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`/inbox/${reference}`)
    const thread = page.locator('#correspondence')
    const entry = thread.locator('[data-kind="reply"]')
    await expect(entry).toHaveCount(1)
    await expect(entry).toContainText(words)
    await expect(entry).not.toContainText('When would suit you?')
    await entry.getByRole('button', { name: texts.showWhole }).click()
    await expect(entry).toContainText('When would suit you?')
    await thread.getByRole('button', { name: texts.paste }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(texts.text).fill(`By WhatsApp ${language}`)
    await dialog.getByRole('button', { name: texts.pasteSubmit }).click()
    await expect(entry).toHaveCount(2)
    await expect(entry.first()).toContainText(texts.kinds.pasted)
    await thread.getByRole('button', { name: submission.threadFilters.letter }).click()
    await expect(entry).toHaveCount(0)
    await thread.getByRole('button', { name: submission.threadFilters.reply }).click()
    await expect(entry).toHaveCount(2)
    expect(await accessibilityFaults(page)).toEqual([])

    await page.goto('/inbox')
    await page.keyboard.press('/')
    await page.keyboard.type(`Thursday ${language}`)
    await expect(page.getByRole('link', { name })).toBeVisible()
  })
}
