import sharp from 'sharp'
import { LANGUAGES } from '#texts/languages.ts'
import { accessibilityFaults } from '../support/axe.ts'
import { chooseCv, field, fillIn, openForm, prefixOf, submitButton } from '../support/filling-in.ts'
import { sendForm } from '../support/own-page.ts'
import { expect, test } from '../support/site.ts'
import { starterPageNames, starterTexts } from '../support/starter-company.ts'
import { aCareerApplication, aContactMessage, aTitledPdf, rowsOf } from '../support/submissions.ts'
import { byTurns, inTurn, languagesByTurn } from '../support/turns.ts'
import { wake } from '../support/waking.ts'

const WIDE = { width: 1440, height: 900 }
const NARROW = { width: 390, height: 844 }
const NARROWEST = { width: 320, height: 640 }

for (const language of languagesByTurn(1)) {
  const texts = starterTexts(language).application
  const { follow } = starterTexts(language).forms

  test.describe(`without JavaScript (${language})`, () => {
    test.use({ javaScriptEnabled: false, viewport: NARROW, expectedErrors: [/status of (410|422)/] })

    test('an application is followed, corrected, withdrawn, put back, copied and erased', async ({ page, site }) => {
      const application = aCareerApplication()
      await page.goto(`${prefixOf(language)}/careerApply/1`)
      await fillIn(page, application)
      await chooseCv(page, aTitledPdf(`own page ${language}`))
      await submitButton(page).click()
      await page.getByRole('link', { name: follow['career-application'] }).click()
      await expect(page).toHaveURL(new RegExp(`${prefixOf(language)}/application/[\\w-]{32}$`))
      await expect(page.locator('[aria-current="step"]')).toContainText(texts.stages.received)

      await page.getByRole('link', { name: starterTexts(language).forms.fields.college }).click()
      await field(page, 'college').fill('Alexandria University')
      await page.getByRole('button', { name: texts.sent.save }).click()
      await expect(page.getByText(texts.done.corrected)).toBeVisible()
      await expect(page.getByText('Alexandria University')).toBeVisible()

      await page.getByRole('link', { name: texts.sent.replaceNamed }).click()
      await field(page, 'cv').setInputFiles({
        name: 'better.pdf',
        mimeType: 'application/pdf',
        buffer: aTitledPdf('better'),
      })
      await page.getByRole('button', { name: texts.sent.send }).click()
      await expect(page.getByText('better.pdf')).toBeVisible()

      await page.getByRole('link', { name: texts.withdraw.button }).click()
      await page.getByRole('button', { name: texts.withdraw.confirm }).click()
      await expect(page.locator('#step').getByText(texts.problems.notSure)).toBeInViewport()
      await page.getByLabel(texts.withdraw.sure).check()
      await page.getByRole('button', { name: texts.withdraw.confirm }).click()
      await expect(page.getByRole('button', { name: texts.withdraw.takeBack })).toBeVisible()
      expect(rowsOf(site, 'career-application', application.email)).toMatchObject([{ stage: 'withdrawn' }])
      await page.getByRole('button', { name: texts.withdraw.takeBack }).click()
      await expect(page.getByText(texts.done['taken-back'])).toBeVisible()

      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: texts.copy.button }).click(),
      ])
      expect(download.suggestedFilename()).toBe('application.zip')

      await page.getByRole('link', { name: texts.erase.button }).click()
      await field(page, 'word').fill(texts.erase.word)
      await page.getByRole('button', { name: texts.erase.confirm }).click()
      await expect(page.getByText(texts.gone.receiptText)).toBeVisible()
      expect(rowsOf(site, 'career-application', application.email)).toEqual([])
      await page.goBack()
      await expect(page.getByText(texts.gone.erasedText)).toBeVisible()
      await expect(page.getByText('Alexandria University')).toHaveCount(0)
    })
  })
}

for (const language of languagesByTurn(0)) {
  const texts = starterTexts(language).application
  const { follow } = starterTexts(language).forms

  test.describe(`with JavaScript (${language})`, () => {
    test.use({ expectedErrors: [/status of 410/] })

    test('the panel of a message leads to its page, also after going elsewhere and back', { tag: '@slow' }, async ({
      page,
    }) => {
      const message = aContactMessage()
      await openForm(page, `${prefixOf(language)}/contact`, message)
      await submitButton(page).click()
      await page.getByRole('link', { name: follow['contact-message'] }).click()
      await expect(page.getByText(message.email)).toBeVisible()
      await wake(page)
      await page
        .getByRole('contentinfo')
        .getByRole('link', { name: starterPageNames(language).jobs, exact: true })
        .click()
      await expect(page).toHaveURL(/\/jobs$/)
      await page.goBack()
      await expect(page.getByText(message.email)).toBeVisible()

      await page.getByRole('link', { name: texts.erase.button }).click()
      await field(page, 'word').fill(texts.erase.word)
      await page.getByRole('button', { name: texts.erase.confirm }).click()
      await expect(page.getByText(texts.gone.receiptText)).toBeVisible()
      await page.goBack()
      await expect(page.getByText(texts.gone.erasedText)).toBeVisible()
      await expect(page.getByText(message.email)).toHaveCount(0)
    })
  })
}

test.describe('a new CV', () => {
  test.use({ expectedErrors: [/status of 422/] })

  for (const language of languagesByTurn(0))
    test(`another kind of file than a PDF is named at once and keeps the CV (${language})`, async ({ page, site }) => {
      const { cvNotPdf } = starterTexts(language)['form-errors']
      const { page: own } = await sendForm(site.url, 'Form', await formOf(aCareerApplication()))
      const docx = { name: 'cv.docx', mimeType: 'application/zip', buffer: Buffer.from('PK\u0003\u0004 a document') }
      await page.goto(`${prefixOf(language)}${own}?step=replace-cv`)
      await wake(page)
      await field(page, 'cv').setInputFiles(docx)
      await expect(page.locator('#field-cv-error')).toHaveText(cvNotPdf)
      await page.getByRole('button', { name: starterTexts(language).application.sent.send }).click()
      await page.waitForURL(/#step$/)
      await expect(page.locator('#field-cv-error')).toHaveText(cvNotPdf)
      await expect(page.locator('#field-cv-error')).toBeInViewport()
    })
})

for (const language of LANGUAGES)
  test(`axe finds nothing on the page of an application, in any look (${language})`, { tag: '@slow' }, async ({
    page,
    site,
  }) => {
    const { page: own } = await sendForm(site.url, 'Form', await formOf(aCareerApplication()))
    const faults: string[] = []
    const steps = ['', '?step=correct&field=phone', '?step=replace-cv', '?step=withdraw', '?step=erase']
    const lookWide = async () => {
      await page.setViewportSize(WIDE)
      await page.emulateMedia({ colorScheme: 'light' })
      faults.push(...(await accessibilityFaults(page)))
      await page.emulateMedia({ colorScheme: 'dark' })
      faults.push(...(await accessibilityFaults(page, { onlyColours: true })))
    }
    const lookNarrow = async () => {
      await page.setViewportSize(NARROW)
      await page.emulateMedia({ colorScheme: 'dark' })
      faults.push(...(await accessibilityFaults(page)))
    }
    for (const [turn, step] of inTurn(steps, language).entries()) {
      await page.goto(prefixOf(language) + own + step)
      for (const look of byTurns([lookWide, lookNarrow], turn)) await look()
      await page.setViewportSize(NARROWEST)
      expect(await page.evaluate(() => document.documentElement.scrollWidth), step).toBe(NARROWEST.width)
    }
    expect(faults).toEqual([])
  })

test('with forced colours the shape of each stage can be seen, and which of them is now', { tag: '@slow' }, async ({
  page,
  site,
}) => {
  const { page: own } = await sendForm(site.url, 'Form', await formOf(aCareerApplication()))
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto(own)
  const shapes = page.locator('ol:has([aria-current="step"]) i')
  await expect(shapes).toHaveCount(4)
  const pictures = await Promise.all((await shapes.all()).map((shape) => shape.screenshot()))
  const inkOf = async (picture: Buffer) => (await sharp(picture).greyscale().stats()).channels[0]
  for (const picture of pictures) expect((await inkOf(picture))?.stdev).toBeGreaterThan(50)
  const [now, ahead] = pictures
  expect(now?.equals(ahead as Buffer)).toBe(false)
})

async function formOf(answers: Record<string, string>) {
  const form = new FormData()
  for (const [name, answer] of Object.entries(answers)) form.append(name, answer)
  form.append('cv', new Blob([new Uint8Array(aTitledPdf('axe'))], { type: 'application/pdf' }), 'cv.pdf')
  return form
}
