import { saveSetUp } from '#domain/hiring/set-up.ts'
import { findProcess } from '#domain/submissions/processes.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, type OpenDesk, test } from '../support/desk-browser.ts'
import { storeApplication, uniqueName } from '../support/desk-submissions.ts'
import { both } from '../support/set-ups.ts'

// The foreign record is unknown.
test.use({ expectedErrors: [/status of 40[34]/] })

const criteria = ['criterion1', 'criterion2', 'criterion3'].map((id, index) => ({
  id,
  name: both(['Works without a mouse', 'Explains simply', 'Mentors others'][index] as string),
  hint: both(''),
}))

async function putOnTeam({ database }: OpenDesk, people: { id: string }[], process: string) {
  const { version, stages, questions } = await findProcess(database.queries, process)
  const team = people.map(({ id }) => ({ personId: id, role: 'hiring-manager' as const }))
  const wanted = { version, stages, questions, criteria, team, moves: {} }
  const saved = await database.write((queries) =>
    saveSetUp(queries, process, wanted, { actorId: null, now: new Date() }),
  )
  expect(saved.kind).toBe('saved')
}

test('a hiring manager sees the own job, rates, and cannot reach a foreign record', async ({
  page,
  desk,
  signInAs,
}) => {
  const name = uniqueName('Hana Magdy')
  const elsewhere = uniqueName('Foreign Fouad')
  const own = await storeApplication(desk, { fields: { name, job_id: 2 } })
  const foreign = await storeApplication(desk, { fields: { name: elsewhere, job_id: 3 } })
  const manager = await signInAs([])
  await putOnTeam(desk, [manager], '2')

  await page.goto('/')
  const rail = page.getByRole('navigation', { name: 'Desk' })
  for (const entry of ['Candidates', 'Letter templates', 'Content', 'People', 'Activity'])
    await expect(rail.getByRole('link', { name: entry, exact: true })).toHaveCount(0)
  await page.goto('/inbox')
  await expect(page.getByRole('link', { name })).toBeVisible()
  await expect(page.getByText(elsewhere)).toHaveCount(0)
  await expectAccessible(page)

  await page.goto(`/inbox/${foreign}`)
  await expect(page.getByText(elsewhere)).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'This did not work.' })).toBeVisible()

  await page.goto(`/inbox/${own}`)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Private note' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Reply' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Fill in' }).click()
  await expect(page.getByText('Works without a mouse').first()).toBeVisible()
  for (const key of ['2', 'j', '3', 'j', '2', 'j', '3']) await page.keyboard.press(key)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('button', { name: 'Decide' })).toBeVisible()

  // Leaving the team closes the desk that is open.
  await page.goto('/inbox')
  await expect(page.getByRole('link', { name })).toBeVisible()
  await putOnTeam(desk, [], '2')
  await expect(page.getByText(name)).toHaveCount(0)
})

test('a recruiter puts a colleague on the team of a job', async ({ page, desk, signInAs }) => {
  const colleague = await signInAs([], { name: uniqueName('Salma Team') })
  await signInAs('recruiter', { open: '/stages/1/set-up' })
  await page.getByRole('combobox', { name: 'Person' }).selectOption(colleague.id)
  await page.getByRole('combobox', { name: 'Role', exact: true }).selectOption('hiring-manager')
  await page.getByRole('button', { name: 'Add to the team' }).click()
  await expectAccessible(page)
  await page.keyboard.press('Control+s')
  await expect(page.getByText('The set-up is saved.').first()).toBeVisible()
  const rows = await desk.database.queries
    .selectFrom('team_members')
    .select('role')
    .where('person_id', '=', colleague.id)
    .execute()
  expect(rows).toEqual([{ role: 'hiring-manager' }])
})
