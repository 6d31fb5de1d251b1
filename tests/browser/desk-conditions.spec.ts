import { randomUUID } from 'node:crypto'
import { expect, test } from '../support/desk-browser.ts'
import { storeMessage } from '../support/desk-submissions.ts'
import { deskTextsIn } from '../support/desk-texts.ts'
import { languagesByTurn } from '../support/turns.ts'

const HOUR = 60 * 60 * 1000

for (const language of languagesByTurn(0))
  test(`Today says to owners what is wrong, and to nobody else (${language})`, async ({ page, desk, signInAs }) => {
    const { today: texts } = deskTextsIn(language)
    const note = page.getByRole('alert').filter({ hasText: texts.conditions })
    const looked = () => page.waitForResponse((response) => response.url().endsWith('/api/conditions'))
    await signInAs('owner', { language })
    const [response] = await Promise.all([looked(), page.goto('/')])
    expect((await response.json()).conditions.map(({ name }: { name: string }) => name)).not.toContain('mailStuck')

    const threeHoursAgo = new Date(Date.now() - 3 * HOUR)
    const reference = await storeMessage({ database: desk.database, clock: { now: threeHoursAgo } })
    const id = randomUUID()
    await desk.database.queries
      .insertInto('mail_outbox')
      .values({
        id,
        reference,
        kind: 'staff',
        language: 'en',
        message_id: `<${id}@nuqta.example>`,
        created_at: threeHoursAgo.toISOString(),
        next_try_at: new Date(Date.now() + HOUR).toISOString(),
        leased_until: null,
        tries: 1,
        last_error: 'ECONNECTION',
        sent_at: null,
        withheld: null,
      })
      .execute()
    await page.goto('/')
    await expect(note).toBeVisible()

    await signInAs('reader', { language })
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(note).toHaveCount(0)
    await desk.database.queries.deleteFrom('mail_outbox').where('id', '=', id).execute()
  })
