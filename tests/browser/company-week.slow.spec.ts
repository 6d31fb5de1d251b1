import type { BrowserContext, Locator, Page } from '@playwright/test'
import type { Role, TeamRole } from '#domain/people/rights.ts'
import { currentToken, linkSecretOf } from '#domain/submissions/links.ts'
import { textsIn } from '#texts/index.ts'
import type { Language } from '#texts/languages.ts'
import { editorOn } from '../support/content-editor.ts'
import { expect, type OpenDesk, test } from '../support/desk-browser.ts'
import { makePerson, makeSession } from '../support/desk-people.ts'
import { findStored, storeApplication, uniqueName } from '../support/desk-submissions.ts'
import { deskTextsIn } from '../support/desk-texts.ts'
import { chooseCv, fillIn, submitButton } from '../support/filling-in.ts'
import { findRows, updateRows } from '../support/rows.ts'
import { aCareerApplication } from '../support/submissions.ts'
import { wake } from '../support/waking.ts'

const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1440, height: 900 }
const DAY = 24 * 60 * 60_000
const dayIn = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10)

/** Presses of pointer or finger, keys of shortcuts, and fields that were filled in. */
interface Effort {
  presses: number
  keys: number
  fields: number
}

/** What a task may cost at most. */
const WEEK = {
  'HR manager: copies a job, sets its days and publishes it': { presses: 4, keys: 0, fields: 3 },
  'HR manager: adds a stage, a question, three criteria and a team of two': { presses: 7, keys: 1, fields: 15 },
  'Candidate, phone: applies': { presses: 1, keys: 0, fields: 13 },
  'Recruiter: opens the application and takes it into review': { presses: 0, keys: 3, fields: 0 },
  'Recruiter: writes a letter from the template': { presses: 0, keys: 2, fields: 0 },
  'Recruiter: proposes two times': { presses: 2, keys: 6, fields: 1 },
  'Candidate, phone: chooses a time': { presses: 2, keys: 0, fields: 0 },
  'Interviewer, phone: rates': { presses: 7, keys: 0, fields: 1 },
  'Hiring manager: reads the cards and decides': { presses: 4, keys: 0, fields: 1 },
  'Recruiter: hires': { presses: 0, keys: 1, fields: 0 },
  'Recruiter: declines another with a letter': { presses: 2, keys: 0, fields: 0 },
  'HR manager: closes the job with letters': { presses: 2, keys: 0, fields: 0 },
} satisfies Record<string, Effort>

const spent: Record<string, Effort> = {}

function effortOf(task: keyof typeof WEEK, page: Page) {
  const effort = { presses: 0, keys: 0, fields: 0 }
  spent[task] = effort
  return {
    async press(target: Locator) {
      effort.presses++
      await target.click()
    },
    async key(...keys: string[]) {
      for (const key of keys) {
        effort.keys++
        await page.keyboard.press(key)
      }
    },
    async fill(target: Locator, text: string) {
      effort.fields++
      await target.fill(text)
    },
    async choose(target: Locator, option: string) {
      effort.fields++
      await target.selectOption(option)
    },
    filled(count: number) {
      effort.fields += count
    },
  }
}

test('a company’s week, from opening a job to hired, declined and closed', async ({ browser, desk }) => {
  test.setTimeout(400_000)
  const contexts: BrowserContext[] = []
  const open = async (options: Parameters<typeof browser.newContext>[0]) => {
    const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
    contexts.push(context)
    return context
  }
  /** A colleague at a browser of their own. */
  const colleague = async (roles: Role | readonly Role[], language: Language, options = { viewport: DESKTOP }) => {
    const context = await open({ baseURL: desk.url, ...options })
    const person = await makePerson(desk.database, roles, { name: uniqueName('Colleague'), language })
    const value = await makeSession(desk.database, person)
    await context.addCookies([
      { name: 'desk-session', value, url: desk.url, httpOnly: true, sameSite: 'Strict' },
      { name: 'desk-language', value: language, url: desk.url },
    ])
    return { person, page: await context.newPage() }
  }
  const manager = await colleague(['recruiter', 'editor'], 'ar')
  const recruiter = await colleague('recruiter', 'en')
  // They have no role of the company, only one on this job's team.
  const interviewer = await colleague([], 'ar', { viewport: PHONE })
  const decider = await colleague([], 'en')

  const job = await openJob(manager.page)
  await setUp(manager.page, job, { interviewer: interviewer.person.id, 'hiring-manager': decider.person.id })

  const phone = await (await open({ viewport: PHONE })).newPage()
  const applicant = await apply(phone, desk, job)
  const { reference } = applicant

  await triage(recruiter.page, desk, applicant)
  await proposeTimes(recruiter.page, desk, reference, interviewer.person.name)
  await chooseTime(phone, desk, reference)
  await letTheInterviewPass(desk, reference)

  await rate(interviewer.page, applicant.name)
  await decide(decider.page, reference)
  expect(await findStored(desk, reference)).toMatchObject({ stage: 'offer' })

  await test.step('hired', async () => {
    const { key } = effortOf('Recruiter: hires', recruiter.page)
    const texts = deskTextsIn('en')
    await recruiter.page.goto(`/inbox/${reference}`)
    await recruiter.page.getByRole('heading', { level: 1 }).focus()
    await key('5')
    await expect(
      recruiter.page.getByRole('button', { name: texts.submissions.stages.hired, exact: true }),
    ).toHaveAttribute('aria-current', 'step')
  })

  const other = await storeApplication(desk, { fields: { job_id: job, name: uniqueName('Omar'), ...mailOf('omar') } })
  await decline(recruiter.page, other)
  const waiting = await storeApplication(desk, { fields: { job_id: job, name: uniqueName('Lina'), ...mailOf('lina') } })
  await closeJob(manager.page, job)
  expect(await findStored(desk, waiting)).toMatchObject({ stage: 'declined' })
  expect(await findStored(desk, reference)).toMatchObject({ stage: 'hired' })
  for (const declined of [other, waiting])
    expect(await findRows(desk.database.queries, 'mails', { kind: 'letter', reference: declined })).toHaveLength(1)
  await expect(async () => {
    await phone.goto(`${desk.site.url}/ar/careerApply/${job}`)
    await expect(phone.locator('main form [name="cv"]')).toHaveCount(0, { timeout: 1000 })
  }).toPass()

  for (const [task, { presses, keys, fields }] of Object.entries(spent))
    test.info().annotations.push({ type: task, description: `${presses} presses, ${keys} keys, ${fields} fields` })
  for (const [task, limit] of Object.entries(WEEK))
    for (const each of ['presses', 'keys', 'fields'] as const)
      expect(spent[task]?.[each], `${each} of: ${task}`).toBeLessThanOrEqual(limit[each])
  for (const context of contexts) await context.close()
})

const mailOf = (name: string) => ({ email: `${name}-${process.pid}-${Date.now()}@mail.example` })

async function openJob(page: Page): Promise<number> {
  const { press, fill } = effortOf('HR manager: copies a job, sets its days and publishes it', page)
  const { content, 'set-up': texts } = deskTextsIn('ar')
  await page.goto('/stages/1/set-up')
  await press(page.getByRole('button', { name: texts.duplicate }))
  await page.waitForURL(/\/content\/jobs\/\d+$/)
  const job = Number(page.url().split('/').at(-1))
  await fill(page.getByLabel(content.fields.posted_on, { exact: true }), dayIn(0))
  await fill(page.getByLabel(content.fields.closes_on, { exact: true }), dayIn(30))
  await fill(page.getByLabel(content.fields.requisition, { exact: true }), `WEEK-${process.pid}-${job}`)
  const mine = editorOn(page, 'ar')
  await mine.isSaved()
  await press(mine.button(content.editor.publish))
  await expect(mine.button(content.editor.publish)).toHaveAttribute('title', content.editor.nothingToPublish)
  return job
}

async function setUp(page: Page, job: number, team: Record<TeamRole, string>) {
  const { press, fill, choose, key } = effortOf(
    'HR manager: adds a stage, a question, three criteria and a team of two',
    page,
  )
  const { 'set-up': texts, submissions } = deskTextsIn('ar')
  const named = (text: string, number: number, language: 'english' | 'arabic') =>
    page.getByRole('textbox', {
      name: text.replace('{number, number}', numberIn(number)).replace('{language}', texts[language]),
    })
  await page.goto(`/stages/${job}/set-up`)
  await press(page.getByRole('button', { name: texts.stages.add }))
  await press(page.getByRole('menuitem', { name: submissions.stages.interview }))
  const own = page.getByRole('listitem').filter({ hasText: texts.stages.own })
  await fill(own.getByRole('textbox').nth(0), 'Technical task')
  await fill(own.getByRole('textbox').nth(1), 'مهمة عملية')
  await press(page.getByRole('button', { name: texts.questions.add }))
  await fill(named(texts.questions.text, 1, 'english'), 'Do you live in Cairo?')
  await fill(named(texts.questions.text, 1, 'arabic'), 'هل تقيم في القاهرة؟')
  await choose(
    page.getByRole('combobox', { name: texts.questions.kind.replace('{number, number}', numberIn(1)) }),
    'yes-no',
  )
  await press(page.getByRole('button', { name: texts.criteria.add }))
  for (const number of [1, 2, 3]) {
    await fill(named(texts.criteria.name, number, 'english'), `Criterion ${number}`)
    await fill(named(texts.criteria.name, number, 'arabic'), `معيار ${number}`)
  }
  for (const [role, person] of Object.entries(team)) {
    await choose(page.getByRole('combobox', { name: texts.team.person }), person)
    await choose(page.getByRole('combobox', { name: texts.team.role, exact: true }), role)
    await press(page.getByRole('button', { name: texts.team.add }))
  }
  await key('Control+s')
  await expect(page.getByText(texts.saved).first()).toBeVisible()
}

const numberIn = (number: number) => new Intl.NumberFormat('ar-EG').format(number)

async function apply(page: Page, desk: OpenDesk, job: number) {
  const { press, filled, choose } = effortOf('Candidate, phone: applies', page)
  const answers = aCareerApplication({ name: uniqueName('نورهان سمير') })
  await expect(async () => {
    await page.goto(`${desk.site.url}/ar/careerApply/${job}`)
    await expect(page.locator('main form select[name^="question_"]')).toBeVisible({ timeout: 1000 })
  }).toPass()
  await wake(page)
  await page.locator('main form[data-awake]').waitFor()
  await fillIn(page, answers)
  await chooseCv(page)
  filled(Object.keys(answers).length + 1)
  await choose(page.locator('main form select[name^="question_"]'), 'yes')
  await press(submitButton(page))
  await expect(page.locator('main').getByRole('status').first()).toContainText(answers.email as string)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width)
  const [stored] = await findRows(desk.database.queries, 'submissions', { email: answers.email as string })
  return { reference: stored?.reference as string, name: answers.name as string }
}

async function triage(page: Page, desk: OpenDesk, { reference, name }: { reference: string; name: string }) {
  const { submissions, letters } = deskTextsIn('en')
  await page.goto('/inbox')
  const first = effortOf('Recruiter: opens the application and takes it into review', page)
  await expect(page.getByRole('link', { name })).toBeVisible()
  await first.key('j', 'Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await first.key('2')
  await expect(page.getByRole('button', { name: submissions.stages['in-review'], exact: true })).toHaveAttribute(
    'aria-current',
    'step',
  )
  const { key } = effortOf('Recruiter: writes a letter from the template', page)
  await key('r')
  await expect(page.getByRole('textbox', { name: letters.body })).toBeFocused()
  await key('Control+Enter')
  await expect.poll(() => findRows(desk.database.queries, 'mails', { kind: 'letter', reference })).toHaveLength(1)
}

async function proposeTimes(page: Page, desk: OpenDesk, reference: string, interviewer: string) {
  const { key, fill, press } = effortOf('Recruiter: proposes two times', page)
  const { interviews: texts } = deskTextsIn('en')
  await page.getByRole('heading', { level: 1 }).focus()
  await key('i')
  await expect(page).toHaveURL(new RegExp(`/interviews/${reference}$`))
  await fill(page.getByLabel(texts.link), 'https://meet.nuqta.example/room')
  // The team's interviewers are chosen already.
  await expect(page.getByRole('checkbox', { name: interviewer })).toBeChecked()
  await press(page.getByRole('button', { name: texts.nextWeek }))
  await page.locator('fieldset button[tabindex="0"]').first().focus()
  await key('Space', 'ArrowRight', 'ArrowRight', 'Space')
  await expect(page.locator('fieldset button[aria-pressed="true"]')).toHaveCount(2)
  await key('Control+Enter')
  await expect(page).toHaveURL(new RegExp(`/inbox/${reference}$`))
  const [{ id = '' } = {}] = await interviewsOf(desk, reference)
  await desk.database.write((queries) =>
    updateRows(queries, 'interviews', { id }, { told_at: '2026-01-01T00:00:00.000Z' }),
  )
}

async function interviewsOf(desk: OpenDesk, reference: string) {
  const stored = await findStored(desk, reference)
  return findRows(desk.database.queries, 'interviews', { submission_id: stored?.id as string })
}

async function chooseTime(page: Page, { database, site }: OpenDesk, reference: string) {
  const { press } = effortOf('Candidate, phone: chooses a time', page)
  const { interview, done } = textsIn('ar').application
  const token = await currentToken(database.queries, await linkSecretOf(database), reference)
  await page.goto(`${site.url}/ar/application/${token}`)
  await press(page.locator('input[name="slot"]').first())
  await press(page.getByRole('button', { name: interview.confirm, exact: true }))
  await expect(page.getByText(done['time-chosen'])).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width)
}

async function letTheInterviewPass(desk: OpenDesk, reference: string) {
  const [{ id = '' } = {}] = await interviewsOf(desk, reference)
  const ended = new Date(Date.now() - 60_000).toISOString()
  const began = new Date(Date.now() - 46 * 60_000).toISOString()
  await desk.database.write((queries) =>
    updateRows(queries, 'interviews', { id }, { starts_at: began, ends_at: ended }),
  )
}

async function rate(page: Page, name: string) {
  const { press, fill } = effortOf('Interviewer, phone: rates', page)
  const { scorecards: texts } = deskTextsIn('ar')
  await page.goto('/interviews')
  await press(page.getByRole('link', { name }).first())
  await press(page.getByRole('link', { name: texts.write }))
  const steps = page.locator('section[data-row]')
  await expect(steps).toHaveCount(4)
  const stepOf = (row: number, name: string) =>
    steps.nth(row).locator('label', { has: page.getByRole('radio', { name, exact: true }) })
  await press(stepOf(0, texts.steps[4]))
  await press(stepOf(1, texts.steps[3]))
  await press(stepOf(2, texts.steps[2]))
  await press(stepOf(3, texts.recommendations[4]))
  await fill(steps.nth(0).getByRole('textbox'), 'رسمت الحل على الورق')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width)
  await press(page.getByRole('button', { name: texts.send, exact: true }))
  await expect(page.getByText('رسمت الحل على الورق').first()).toBeVisible()
}

async function decide(page: Page, reference: string) {
  const { press, fill } = effortOf('Hiring manager: reads the cards and decides', page)
  const { scorecards: texts } = deskTextsIn('en')
  await page.goto(`/inbox/${reference}`)
  await press(page.getByRole('link', { name: texts.write }))
  await expect(page.getByText('رسمت الحل على الورق')).toHaveCount(0)
  await press(page.getByRole('button', { name: texts.waive }))
  await press(page.getByRole('dialog').getByRole('button', { name: texts.waive }))
  await expect(page.getByText('رسمت الحل على الورق').first()).toBeVisible()
  await fill(page.getByRole('textbox', { name: texts.why }), 'The card says yes.')
  await press(page.getByRole('button', { name: texts.decide, exact: true }))
  await expect(page).toHaveURL(new RegExp(`/inbox/${reference}$`))
}

async function decline(page: Page, reference: string) {
  const { press } = effortOf('Recruiter: declines another with a letter', page)
  const { submission, submissions } = deskTextsIn('en')
  await page.goto(`/inbox/${reference}`)
  await press(page.getByRole('button', { name: submissions.stages.declined, exact: true }))
  const dialog = page.getByRole('dialog')
  await press(dialog.getByRole('button', { name: submission.decline, exact: true }))
  await expect(dialog).toHaveCount(0)
}

async function closeJob(page: Page, job: number) {
  const { press } = effortOf('HR manager: closes the job with letters', page)
  const { 'set-up': texts } = deskTextsIn('ar')
  await page.goto(`/stages/${job}/set-up`)
  await press(page.getByRole('button', { name: texts.close }))
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('row').nth(1)).toBeVisible()
  await press(dialog.locator('button[type="submit"]'))
  await expect(dialog).toHaveCount(0)
}
