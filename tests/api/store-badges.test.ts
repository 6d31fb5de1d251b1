import { expect, test } from 'vitest'
import { LANGUAGES } from '#texts/languages.ts'
import { addressIn } from '../support/addresses.ts'
import { duringTests } from '../support/during-tests.ts'
import { startSite } from '../support/start-site.ts'
import { starterTexts } from '../support/starter-company.ts'

/** Product 2.4: an application's banner has a badge of each store; it is a link if the project has that address. */

const site = duringTests(startSite)

const BOTH = 1
const APP_STORE_ONLY = 4
const GOOGLE_PLAY_ONLY = 15
const NEITHER = 21

test.each(
  LANGUAGES.flatMap((language) =>
    [BOTH, APP_STORE_ONLY, GOOGLE_PLAY_ONLY, NEITHER].map((id) => [language, id] as const),
  ),
)('in %s application %i has both badges, and links only to stores that have it', async (language, id) => {
  const html = await (await fetch(site.url + addressIn(language, `/app-details/${id}`))).text()
  const isInAppStore = id === BOTH || id === APP_STORE_ONLY
  const isInGooglePlay = id === BOTH || id === GOOGLE_PLAY_ONLY
  const { ios, android } = starterTexts(language)['app-details'].stores
  expect(badgesIn(html)).toEqual([
    { isLink: isInAppStore, said: `${isInAppStore ? ios.lead : ios.absent} ${ios.name}` },
    { isLink: isInGooglePlay, said: `${isInGooglePlay ? android.lead : android.absent} ${android.name}` },
  ])
})

/** Badges of the banner in order, with their accessible names. */
function badgesIn(html: string) {
  const [banner = ''] = html.match(/<h1.*?<\/section>/s) ?? []
  const [list = ''] = banner.match(/<ul[^>]*>.*?<\/ul>/s) ?? []
  return [...list.matchAll(/<li[^>]*>(.*?)<\/li>/gs)].map(([, badge = '']) => ({
    isLink: /<a [^>]*href="https:/.test(badge) || /tabindex|role="link"|<button/i.test(badge),
    said: badge
      .replace(/<svg.*?<\/svg>/gs, '')
      .replace(/<[^>]*>/g, '')
      .replace(/\s+/g, ' ')
      .trim(),
  }))
}
