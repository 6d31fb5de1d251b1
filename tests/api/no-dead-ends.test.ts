import { expect, test } from 'vitest'
import { LANGUAGES } from '#texts/languages.ts'
import { addressIn } from '../support/addresses.ts'
import { duringTests } from '../support/during-tests.ts'
import { startSite } from '../support/start-site.ts'
import { starterTexts } from '../support/starter-company.ts'

const site = duringTests(startSite)

const UNWIRED = [
  ['/faq', 'faq'],
  ['/sign-in', 'account'],
  ['/sign-up', 'account'],
  ['/coming-soon', 'coming-soon'],
] as const

const mainOf = async (address: string) => {
  const html = await (await fetch(site.url + address)).text()
  return /<main[\s>](.*)<\/main>/s.exec(html)?.[1] ?? ''
}

const firstWordsOf = (text: string) => text.slice(0, text.indexOf('<')).trim()

test.each(LANGUAGES.flatMap((language) => UNWIRED.map(([address, name]) => [language, address, name] as const)))(
  'in %s %s says before its first field that nothing is sent, and where to go instead',
  async (language, address, name) => {
    const main = await mainOf(addressIn(language, address))
    const [before = ''] = main.split('<input')
    const note = starterTexts(language).forms.nothingSent[name]
    expect(before).toContain(firstWordsOf(note))
    expect(before.slice(before.indexOf(firstWordsOf(note)))).toContain(`href="${addressIn(language, '/contact')}"`)
  },
)

test.each(LANGUAGES)(
  'the contact form says beside the phone how to write without an Egyptian number (%s)',
  async (language) => {
    const main = await mainOf(addressIn(language, '/contact'))
    const [, afterPhone = ''] = main.split('name="phone"')
    const [beforeSubject = ''] = afterPhone.split('name="subject"')
    expect(beforeSubject).toContain(firstWordsOf(starterTexts(language).contact.otherWays))
    expect(beforeSubject).toContain('href="mailto:')
    expect(beforeSubject).toContain('href="https://wa.me/')
  },
)
