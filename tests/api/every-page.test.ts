import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ar } from '#texts/ar/index.ts'
import { en } from '#texts/en/index.ts'
import { ADDRESSES, addressIn } from '../support/addresses.ts'
import { type RunningSite, startSite } from '../support/start-site.ts'

/** What stands on every screen, whatever it is for. */

let site: RunningSite
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site?.stop())

const UNKNOWN = ['/nothing-here', '/services-details/9999', '/careerApply/9999']

describe.each([
  ['en', en],
  ['ar', ar],
] as const)('in %s', (language, { shell }) => {
  test.each([...ADDRESSES, ...UNKNOWN])(
    '%s has the navbar and the footer, each with the whole menu',
    async (address) => {
      const html = await (await fetch(site.url + addressIn(language, address))).text()
      const [header = ''] = html.match(/<header.*<\/header>/s) ?? []
      const [footer = ''] = html.match(/<footer.*<\/footer>/s) ?? []
      for (const name of Object.values(shell.pages)) {
        expect(header).toContain(`>${name}<`)
        expect(footer).toContain(`>${name}<`)
      }
      expect(footer).toContain(`href="${addressIn(language, '/terms-conditions')}"`)
    },
  )
})
