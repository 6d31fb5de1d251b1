import { randomUUID } from 'node:crypto'
import { enqueue } from '#domain/platform/jobs/queue.ts'
import { expect, test } from '../support/desk-browser.ts'
import { storeMessage } from '../support/desk-submissions.ts'
import { deskTextsIn } from '../support/desk-texts.ts'
import { languagesByTurn } from '../support/turns.ts'

const HOUR = 60 * 60 * 1000

for (const language of languagesByTurn(0))
  test(`Today shows the server's conditions to owners only (${language})`, { tag: '@slow' }, async ({
    page,
    desk,
    signInAs,
  }) => {
    const { today: texts } = deskTextsIn(language)
    const note = page.getByRole('alert').filter({ hasText: texts.conditions })
    const looked = () => page.waitForResponse((response) => response.url().endsWith('/api/conditions'))
    await signInAs('owner', { language })
    const [response] = await Promise.all([looked(), page.goto('/')])
    expect((await response.json()).conditions.map(({ name }: { name: string }) => name)).not.toContain('mailStuck')

    const threeHoursAgo = new Date(Date.now() - 3 * HOUR)
    const reference = await storeMessage({ database: desk.database, clock: { now: threeHoursAgo } })
    const id = randomUUID()
    const { queries } = desk.database
    // Due later, so that no worker claims it.
    const job = { id, subject: reference, payload: { mail: 'staff' }, now: threeHoursAgo }
    await enqueue(queries, 'mail', { ...job, dueAt: new Date(Date.now() + HOUR) })
    await queries.updateTable('queued_jobs').set({ tries: 1, last_error: 'ECONNECTION' }).where('id', '=', id).execute()
    await page.goto('/')
    await expect(note).toBeVisible()

    await signInAs('reader', { language, open: '/' })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(note).toHaveCount(0)
    await queries.deleteFrom('queued_jobs').where('id', '=', id).execute()
  })
