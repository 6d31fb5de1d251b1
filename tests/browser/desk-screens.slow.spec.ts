import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { PICTURE_FORMATS } from '#contract/uploaded-pictures.ts'
import { addPicture } from '#domain/content/pictures/pictures.ts'
import { addWebhook } from '#domain/notifications/webhooks/webhooks.ts'
import { codeAt } from '#domain/people/one-time-codes.ts'
import { WEBHOOK_EVENTS } from '#domain/platform/database/tables.ts'
import { LANGUAGES, type Language } from '#texts/languages.ts'
import { adoptStyles, browserTextSize } from '../support/adopted-styles.ts'
import { accessibilityFaults } from '../support/axe.ts'
import { aPdf } from '../support/builders.ts'
import { expect, type OpenDesk, type Page, test } from '../support/desk-browser.ts'
import { makePerson, PASSWORD } from '../support/desk-people.ts'
import { storeApplication, storeInternship, storeMessage } from '../support/desk-submissions.ts'
import { deskTextsIn } from '../support/desk-texts.ts'
import { unreadableTexts } from '../support/readable-text.ts'
import { byTurns, inTurn, languagesByTurn } from '../support/turns.ts'

// The preview of a page is a frame with a page of the site.
test.use({ expectedErrors: [/401|^Asked http:\/\/127\.0\.0\.1/] })

const WIDE = { width: 1440, height: 900 }
const NARROW = { width: 390, height: 844 }
/** A wide window at 200 %. */
const ZOOMED = { width: 720, height: 450 }
const USUAL_TEXT_PIXELS = 16
const LOOKS = [
  ['wide and light', WIDE, 'light'],
  ['narrow and dark', NARROW, 'dark'],
] as const

interface Sent {
  application: string
  message: string
}

/** An undescribed picture with a name longer than its tile. */
async function addAPicture({ database }: OpenDesk) {
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
    .webp()
    .toBuffer()
  const files = PICTURE_FORMATS.map((format) => ({ width: 40, format, bytes }))
  const name = 'a-photograph-of-the-kitchen-in-the-morning-with-everybody.jpg'
  const upload = { id: 'AbCdEfGhIjKlMnOp', name, prepared: { width: 40, height: 30, files }, uploadedBy: null }
  await database.write((queries) => addPicture(queries, upload, new Date()))
}

/** A webhook with a delivery. */
async function addAWebhook(desk: OpenDesk, { id }: { id: string }) {
  const webhook = {
    url: 'https://hooks.company.example/told/of/everything',
    format: 'standard',
    language: 'en',
  } as const
  await desk.database.write((queries) =>
    addWebhook(queries, { ...webhook, events: [...WEBHOOK_EVENTS], createdBy: id }, new Date()),
  )
  await storeMessage(desk)
}

async function send(desk: OpenDesk, name: string): Promise<Sent> {
  const fields = { name, job_id: 1 }
  return {
    application: await storeApplication(desk, {
      language: 'ar',
      fields,
      bytes: aPdf({ pages: 2, padding: name }),
    }),
    message: await storeMessage(desk, { marks: ['honeypot'], fields: { name } }),
  }
}

/** More than one window of the inbox shows. */
const MANY_MESSAGES = 60

async function fillInbox(desk: OpenDesk) {
  for (let number = 0; number < MANY_MESSAGES; number++)
    await storeMessage(desk, { fields: { name: `Amal ${number}` } })
}

const screensOf = ({ application, message }: Sent) => [
  '/',
  '/inbox',
  '/inbox?search=qqqqqq',
  `/inbox/${application}`,
  `/inbox/${message}`,
  '/stages/1',
  '/candidates',
  '/candidates/lists',
  '/templates',
  '/templates/new',
  '/templates/decline',
  '/content',
  '/content/projects?search=qqqqqq',
  '/content/jobs/1',
  '/content/projects/1',
  '/content/contact-info/1',
  '/pages',
  '/pages/home',
  '/pictures',
  '/pictures?picture=AbCdEfGhIjKlMnOp',
  '/people',
  '/activity',
  '/webhooks',
  '/account',
  '/nowhere',
]

/** Every dialog with its address and how it opens. */
function dialogsOf({ application, message }: Sent, language: Language): [string, (page: Page) => Promise<void>][] {
  const { content, inbox, people, pictures, submission, submissions, letters, erase, webhooks } = deskTextsIn(language)
  const press = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).first().click()
  return [
    ['/inbox', (page) => page.keyboard.press('Control+k')],
    ['/inbox', (page) => page.keyboard.press('Shift+?')],
    ['/inbox', press(inbox.export)],
    ['/inbox', press(inbox.saveView)],
    ['/people', press(people.invite)],
    ['/webhooks', press(webhooks.add)],
    [
      // A record for each language: the last editor still holds the other.
      `/content/services/${language === 'ar' ? 6 : 5}`,
      async (page) => {
        await page.getByLabel(content.fields.summary, { exact: true }).first().fill(`${application} in ${language}`)
        await page.getByRole('button', { name: content.editor.seeChanges }).click()
        await press(content.editor.schedule)(page)
      },
    ],
    ['/content/projects/1', press(content.editor.preview)],
    [
      `/content/projects/${language === 'ar' ? 6 : 5}`,
      async (page) => {
        await press(pictures.add)(page)
        await page.getByRole('dialog').getByRole('listitem').first().waitFor()
      },
    ],
    [
      '/content/jobs/1',
      async (page) => {
        const [word = ''] = content.editor.compareLabel.split(':')
        await page
          .getByRole('button', { name: new RegExp(`^${word}: `) })
          .first()
          .click()
      },
    ],
    [
      '/people',
      async (page) => {
        await page.getByRole('table').first().locator('td:last-child').getByRole('button').first().click()
        await page.getByRole('menuitem', { name: people.remove }).click()
      },
    ],
    [
      `/inbox/${application}`,
      async (page) => {
        await page.getByRole('button', { name: submissions.stages.declined }).click()
        await page.getByRole('dialog').getByRole('textbox', { name: letters.body }).waitFor()
      },
    ],
    [
      `/inbox/${message}`,
      async (page) => {
        await press(submission.more)(page)
        await page.getByRole('menuitem', { name: submission.erase }).click()
        await page.getByRole('dialog').getByText(erase.backups).waitFor()
      },
    ],
    [
      `/inbox/${message}`,
      async (page) => {
        await page.getByRole('tab', { name: submission.tabs.letter }).click()
        await press(letters.preview)(page)
      },
    ],
  ]
}

async function open(page: Page, address: string) {
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

const isTooWide = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > innerWidth)

for (const language of LANGUAGES) {
  test(`every screen and dialog passes axe, narrow and at 200 % (${language})`, async ({ page, signInAs, desk }) => {
    test.setTimeout(600_000)
    const sent = await send(desk, language === 'ar' ? 'هالة' : 'Rana Helmy')
    await fillInbox(desk)
    await makePerson(desk.database, 'reader')
    await addAPicture(desk)
    await signInAs('owner', { language })
    const faults: Record<string, unknown> = {}
    const look = async (where: string, asksAxe = true) => {
      const found = asksAxe ? await accessibilityFaults(page) : []
      if (await isTooWide(page)) found.push('wider than the window')
      if (found.length > 0) faults[where] = found
    }
    const setBrowserText = await browserTextSize(page)
    const lookIn = async (address: string, each: (typeof LOOKS)[number], turn: number) => {
      const [name, size, colorScheme] = each
      await page.setViewportSize(size)
      await page.emulateMedia({ colorScheme })
      await look(`${address} ${name}`, byTurns(LOOKS, turn).includes(each))
    }
    const lookAtLargeText = async (address: string) => {
      await page.setViewportSize({ width: 1280, height: 800 })
      await setBrowserText(USUAL_TEXT_PIXELS * 2)
      // The bar at the bottom overlaps scrolling content; rows out of view are laid out late.
      await adoptStyles(page, 'main ~ nav { position: static !important } * { content-visibility: visible !important }')
      const cut = await unreadableTexts(page)
      if (cut.length > 0) faults[`${address} at 200 %`] = cut
      await setBrowserText(USUAL_TEXT_PIXELS)
    }
    for (const [turn, address] of inTurn(screensOf(sent), language).entries()) {
      await open(page, address)
      for (const each of LOOKS) await lookIn(address, each, turn)
      await page.setViewportSize(ZOOMED)
      await look(`${address} at half the width`, false)
      await lookAtLargeText(address)
    }
    const [, size, colorScheme] = LOOKS[language === 'ar' ? 1 : 0]
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme })
    for (const [index, [address, show]] of inTurn(dialogsOf(sent, language), language).entries()) {
      await open(page, address)
      await show(page)
      await expect(page.getByRole('dialog'), `${address}, dialog ${index}`).toBeVisible()
      await look(`${address}, dialog ${index}`)
    }
    expect(faults).toEqual({})
  })
}

test('text typed by visitors stays text on every screen and in every dialog', async ({ page, signInAs, desk }) => {
  const hostile = [
    '<img src=x onerror=alert(1)><script>alert(1)</script>',
    '\u202Egnp.exe {{constructor.constructor("alert(1)")()}}',
    `javascript:alert(1) ${'w'.repeat(300)}`,
  ]
  const messages = await Promise.all(
    hostile.map((text) =>
      storeMessage(desk, { fields: { name: text, email: 'a@b.example', subject: text, message: text } }),
    ),
  )
  const applications = await Promise.all(
    hostile.map((text) => {
      const fields = { name: text, college: text, address: text, major: text, notice_period: text, job_id: 1 }
      return storeApplication(desk, { fields, fileName: `${text.slice(0, 100)}.pdf` })
    }),
  )
  await storeInternship(desk, { fields: { name: hostile[0], position: hostile[2], why_hire_you: hostile[1] } })
  await signInAs('owner')
  let alerts = 0
  page.on('dialog', (alert) => {
    alerts++
    alert.dismiss()
  })
  const faults: string[] = []
  const look = async (where: string) => {
    if (await isTooWide(page)) faults.push(`${where} is wider than the window`)
    const foreign = await page.locator('img[src="x"], main script, main iframe, a[href^="javascript:"]').count()
    if (foreign > 0) faults.push(`${where} has ${foreign} elements of a visitor`)
  }
  const lookAtBothWidths = async (address: string) => {
    for (const size of [WIDE, NARROW]) {
      await page.setViewportSize(size)
      await look(`${address} ${size.width}`)
    }
  }
  for (const address of ['/', '/inbox', '/stages/1']) {
    await open(page, address)
    await lookAtBothWidths(address)
  }
  for (const [index, text] of hostile.entries()) {
    const sent = { application: applications[index] as string, message: messages[index] as string }
    for (const [address, show] of dialogsOf(sent, 'en').filter(([where]) => where.startsWith('/inbox/'))) {
      await open(page, address)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(text)
      await lookAtBothWidths(address)
      await show(page)
      await look(`a dialog of ${address}`)
    }
  }
  expect(faults).toEqual([])
  expect(alerts).toBe(0)
})

test('in forced colours every choice, dot and selected row is visible', async ({ page, signInAs, desk }) => {
  await send(desk, 'Rana Helmy')
  await signInAs('owner')
  await page.emulateMedia({ forcedColors: 'active' })
  const backgroundOf = (selector: ReturnType<Page['locator']>) =>
    selector.evaluate((element) => [
      getComputedStyle(element).backgroundColor,
      getComputedStyle(document.body).backgroundColor,
    ])
  await page.goto('/account')
  const [chosen, ground] = await backgroundOf(page.getByRole('radio', { name: 'English' }).locator('+ span'))
  expect(chosen).not.toBe(ground)
  await open(page, '/inbox')
  const [dot, paper] = await backgroundOf(page.getByRole('img', { name: 'Unread' }).last())
  expect(dot).not.toBe(paper)
  // Unselected looks unselected.
  const lineBelow = (view: ReturnType<Page['locator']>) =>
    view.locator('..').evaluate((element) => getComputedStyle(element).borderBlockEndColor)
  const { views, viewNames } = deskTextsIn('en').inbox
  const viewLink = (name: string) =>
    page.getByRole('navigation', { name: views, exact: true }).getByRole('link', { name })
  expect(await lineBelow(viewLink(viewNames.unread))).toBe(paper)
  expect(await lineBelow(viewLink(viewNames.everything))).not.toBe(paper)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog').getByRole('option', { selected: true })).toHaveCSS('outline-style', 'solid')
})

test('the first screen needs at most 180 KB of script, each other 60 KB more, and the editor 90 KB', async ({
  page,
  signInAs,
  desk,
}) => {
  const { application } = await send(desk, 'Rana Helmy')
  const sizes: Promise<number>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script')
      sizes.push(response.body().then((bytes) => gzipSync(bytes, { level: 9 }).length))
  })
  const loaded = async () => (await Promise.all(sizes.splice(0))).reduce((sum, size) => sum + size, 0)
  await signInAs('owner', { language: 'ar', open: '/' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await loaded()).toBeLessThan(180 * 1024)
  const links = [
    '/inbox',
    `/inbox/${application}`,
    '/stages',
    '/content',
    '/content/services/1',
    '/people',
    '/activity',
    '/account',
  ]
  for (const address of links) {
    await page.locator(`a[href="${address}"]`).first().click()
    await expect(page).toHaveURL(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    // A form speaks both languages.
    const limit = address === '/content/services/1' ? 90 : 60
    expect(Math.ceil((await loaded()) / 1024), address).toBeLessThanOrEqual(limit)
  }
})

test('a printed application has its answers, CV and history, without the desk', async ({ page, signInAs, desk }) => {
  const { application } = await send(desk, 'Rana Helmy')
  await signInAs('owner')
  await open(page, `/inbox/${application}`)
  const pictures = page.getByRole('list', { name: 'CV', exact: true }).getByRole('img')
  await expect(pictures).toHaveCount(2)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { name: 'Correspondence' })).toBeVisible()
  await expect(page.getByText('Cairo University')).toBeVisible()
  await expect(pictures.last()).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('button')).toHaveCount(0)
  expect(
    await page.getByRole('list', { name: 'CV', exact: true }).evaluate((list) => list.scrollHeight - list.clientHeight),
  ).toBe(0)
})

test('without JavaScript the pages of a CV are a list of pictures', async ({ browser, signInAs, desk }) => {
  const { application } = await send(desk, 'Rana Helmy')
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: desk.url })
  await signInAs('reader', { context })
  const page = await context.newPage()
  await page.goto(`/api/submissions/${application}/cv/sheet`)
  await expect(page.getByRole('img')).toHaveCount(2)
  const picture = await page.request.get((await page.getByRole('img').first().getAttribute('src')) as string)
  expect(picture.headers()['content-type']).toBe('image/webp')
  await context.close()
})

for (const language of languagesByTurn(0))
  test(`signing in takes password and code; a wrong pair is vague (${language})`, async ({ page, desk, context }) => {
    const person = await makePerson(desk.database, 'recruiter')
    const { door } = deskTextsIn(language)
    await context.addCookies([{ name: 'desk-language', value: language, url: desk.url }])
    await page.goto('/account')
    const fillIn = async (email: string, code: string) => {
      await page.getByLabel(door.signIn.email).fill(email)
      await page.getByLabel(door.signIn.password, { exact: true }).fill(PASSWORD)
      await page.getByLabel(door.signIn.code).fill(code)
      await page.getByRole('button', { name: door.signIn.submit, exact: true }).click()
      return page.getByRole('alert')
    }
    const unknown = await (await fillIn('nobody@nuqta.example', '123456')).innerText()
    const wrong = fillIn(person.email, '000000')
    await expect(await wrong).toHaveText(unknown)
    await fillIn(person.email, await codeAt(person.oneTimeSecret, new Date()))
    await expect(page).toHaveURL(`${desk.url}/account`)
    await expect(page.getByRole('main').getByText(person.email)).toBeVisible()
  })

for (const language of languagesByTurn(1))
  test(`a small screen hides no column, and targets are large (${language})`, async ({ page, signInAs, desk }) => {
    const { application } = await send(desk, language === 'ar' ? 'سلمى' : 'Salma')
    await makePerson(desk.database, 'reader')
    await addAWebhook(desk, await signInAs('owner', { language }))
    const faults: Record<string, string[]> = {}
    const lists = ['/', '/inbox', '/people', '/templates', '/content', '/webhooks']
    for (const address of [...lists, `/inbox/${application}`, '/account'])
      for (const size of [NARROW, ZOOMED]) {
        await page.setViewportSize(size)
        await open(page, address)
        const found = await page.evaluate(hiddenOrSmall)
        if (found.length > 0) faults[`${address} ${size.width}`] = found
      }
    expect(faults).toEqual({})
    await page.setViewportSize(NARROW)
    await page.keyboard.press('Shift+?')
    await expect(page.getByRole('dialog').locator('kbd').first()).toBeVisible()
  })

test('focus is never hidden below a bar, on a phone and at 400 %', async ({ page, signInAs, desk }) => {
  const { application } = await send(desk, 'Salma')
  for (let sent = 0; sent < 12; sent++) await storeMessage(desk)
  await signInAs('owner')
  const faults: string[] = []
  for (const size of [NARROW, { width: 320, height: 480 }])
    for (const address of ['/inbox', `/inbox/${application}`, '/people']) {
      await page.setViewportSize(size)
      await open(page, address)
      if (address === '/inbox') {
        await page.keyboard.press('j')
        await page.keyboard.press('x')
        await expect(page.getByText('1 selected')).toBeVisible()
      }
      for (let stop = 0; stop < 30; stop++) {
        await page.keyboard.press('Tab')
        const covered = await page.evaluate(coveredFocus)
        if (covered) faults.push(`${address} ${size.width}: ${covered}`)
      }
    }
  expect(faults).toEqual([])
})

/** The name of the focused element if something covers its middle. */
function coveredFocus() {
  const focused = document.activeElement
  if (!focused || focused === document.body) return undefined
  const whole = focused.closest('label') ?? focused
  const { left, top, width, height } = whole.getBoundingClientRect()
  const over = document.elementFromPoint(left + width / 2, top + Math.min(height, 40) / 2)
  if (!over || over.contains(whole) || whole.contains(over) || !over.closest('nav, section[aria-label]'))
    return undefined
  // A row is one target whose parts overlap.
  if (over.closest('li') && over.closest('li') === focused.closest('li')) return undefined
  return `${focused.localName} ${focused.getAttribute('aria-label') ?? focused.textContent} below ${over.localName}`
}

/** Elements that scroll sideways, or are smaller than 24 pixels; inline and stretched links excepted. */
function hiddenOrSmall() {
  const LEAST = 24
  const named = (element: Element) =>
    `${element.localName} ${element.getAttribute('aria-label') ?? element.textContent}`
  const scrolled = [...document.querySelectorAll('main section[tabindex]')].filter(
    ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1,
  )
  const small = [...document.querySelectorAll('a[href], button, input, select')].filter((element) => {
    const { width, height } = (element.closest('label') ?? element).getBoundingClientRect()
    const isInSentence = getComputedStyle(element).display === 'inline'
    const isStretched = getComputedStyle(element, '::after').position === 'absolute'
    // Visible only on focus, or never.
    if (width < 2 || isInSentence || isStretched || !element.checkVisibility({ visibilityProperty: true })) return false
    return width < LEAST - 0.5 || height < LEAST - 0.5
  })
  return [...scrolled, ...small].map(named)
}
