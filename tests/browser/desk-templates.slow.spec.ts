import { textsIn } from '#texts/index.ts'
import { expect, test } from '../support/desk-browser.ts'
import { storeApplication, storeMessage } from '../support/desk-submissions.ts'
import { deskTextsIn } from '../support/desk-texts.ts'
import { languagesByTurn } from '../support/turns.ts'

// The browser logs refusals as errors.
test.use({ expectedErrors: [/409|422/] })

const ENGLISH = { name: 'Quote follows', subject: 'Your quote, {name}', body: 'Dear {name},\nthe quote follows.' }
const ARABIC = { name: 'عرض السعر', subject: 'عرض السعر', body: 'مرحبًا {name}،\nنرسل عرض السعر قريبًا.' }

for (const language of languagesByTurn(1))
  test(`a template is written, used, changed, removed and restored (${language})`, async ({ page, signInAs, desk }) => {
    const { templates, letters, shell, submission } = deskTextsIn(language)
    const name = `${ENGLISH.name} (${language})`
    const shown = language === 'ar' ? `${ARABIC.name} (${language})` : name
    const side = (legend: string) => page.getByRole('group', { name: legend, exact: true })
    const { languages } = deskTextsIn(language).submissions
    await signInAs('recruiter', { language, open: '/templates' })
    await page.getByRole('heading', { level: 1 }).focus()
    await page.keyboard.press('n')
    for (const [legend, text, own] of [
      [languages.en, { ...ENGLISH, name }, 'en'],
      [languages.ar, { ...ARABIC, name: `${ARABIC.name} (${language})` }, 'ar'],
    ] as const) {
      await side(legend).getByLabel(templates.name, { exact: true }).fill(text.name)
      await side(legend).getByLabel(templates.subject, { exact: true }).fill(text.subject)
      await side(legend).getByLabel(templates.body, { exact: true }).fill(text.body)
      await expect(side(legend).getByLabel(templates.subject, { exact: true })).toHaveAttribute('lang', own)
    }
    await side(languages.en)
      .getByRole('button', { name: templates.insert.replace('{name}', 'reference') })
      .click()
    await page.keyboard.press('Control+s')
    await expect(page.getByRole('link', { name: shown })).toBeVisible()

    const message = await storeMessage(desk, { language: 'en', fields: { name: 'Lina Haddad' } })
    await page.goto(`/inbox/${message}`)
    await page.getByRole('tab', { name: submission.tabs.letter }).click()
    await page.getByRole('combobox', { name: letters.template }).selectOption({ label: shown })
    await expect(page.getByRole('textbox', { name: letters.subject })).toHaveValue('Your quote, Lina Haddad')
    await expect(page.getByRole('textbox', { name: letters.body })).toHaveValue(
      `Dear Lina Haddad,\nthe quote follows.${message}`,
    )

    await test.step('an answer to an application does not call it a message', async () => {
      const application = await storeApplication(desk, { language })
      await page.goto(`/inbox/${application}`)
      await page.getByRole('tab', { name: submission.tabs.letter }).click()
      const { subject } = textsIn(language).mail.letters.templates.application
      const begun = (subject.split('{')[0] as string).trim()
      await expect(page.getByRole('textbox', { name: letters.subject })).toHaveValue(new RegExp(begun))
    })

    await page.goto('/templates')
    const row = page.getByRole('row', { name: shown })
    await row.getByRole('link').click()
    await side(languages.en).getByLabel(templates.subject, { exact: true }).fill('About {nobody}')
    await expect(page.getByText(templates.unsaved)).toBeVisible()
    await test.step('an unknown placeholder is refused under its field, and nothing is lost', async () => {
      await page.getByRole('button', { name: shell.save, exact: true }).click()
      await expect(page.getByRole('alert')).toContainText('{nobody}')
      await expect(side(languages.en).getByLabel(templates.subject, { exact: true })).toHaveValue('About {nobody}')
    })
    await side(languages.en).getByLabel(templates.subject, { exact: true }).fill('Changed')
    await page.getByRole('button', { name: shell.save, exact: true }).click()
    await expect(row).toContainText('Changed')

    await row.getByRole('button').click()
    await page.getByRole('menuitem', { name: templates.remove }).click()
    await expect(row).toHaveCount(0)
    await page.getByRole('heading', { level: 1 }).focus()
    await page.keyboard.press('z')
    await expect(row).toContainText('Changed')
  })

test('two people at once never overwrite each other’s template without knowing', async ({ page, signInAs }) => {
  const { templates, shell } = deskTextsIn('en')
  await signInAs('owner', { open: '/templates/decline' })
  await page.getByRole('button', { name: templates.copy }).click()
  const subject = page.getByRole('group', { name: 'English' }).getByLabel(templates.subject, { exact: true })
  await page.getByRole('group', { name: 'English' }).getByLabel(templates.name, { exact: true }).fill('Ours')
  await page.getByRole('button', { name: shell.save, exact: true }).click()
  await page.getByRole('link', { name: 'Ours' }).click()
  const other = await page.context().newPage()
  await other.goto(page.url())
  for (const [tab, text] of [
    [other, 'Theirs'],
    [page, 'Mine'],
  ] as const) {
    await tab.getByRole('group', { name: 'English' }).getByLabel(templates.subject, { exact: true }).fill(text)
    await tab.getByRole('button', { name: shell.save, exact: true }).click()
  }
  await expect(page.getByRole('alert')).toContainText(templates.conflictTitle)
  await expect(subject).toHaveValue('Mine')
  await page.getByRole('button', { name: templates.takeTheirs }).click()
  await expect(subject).toHaveValue('Theirs')
  await subject.fill('Both')
  await page.getByRole('button', { name: shell.save, exact: true }).click()
  await expect(page.getByRole('row', { name: 'Ours' })).toContainText('Both')
})
