import { afterAll, beforeAll, expect, test } from 'vitest'
import { LANGUAGES } from '#texts/languages.ts'
import { addressIn } from '../support/addresses.ts'
import { type RunningSite, startSite } from '../support/start-site.ts'

/** Product 2.4: the banner of an application has a badge of each store, which leads there where the project has an address. */

let site: RunningSite
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site?.stop())

const BOTH = 1
const APP_STORE_ONLY = 4
const GOOGLE_PLAY_ONLY = 15
const NEITHER = 21

const SAID = {
  en: {
    appStore: ['Download on the App Store', 'Not on the App Store'],
    googlePlay: ['Get it on Google Play', 'Not on Google Play'],
  },
  ar: {
    appStore: ['حمّله من آب ستور', 'غير متاح على آب ستور'],
    googlePlay: ['متوفر على جوجل بلاي', 'غير متاح على جوجل بلاي'],
  },
}

test.each(
  LANGUAGES.flatMap((language) =>
    [BOTH, APP_STORE_ONLY, GOOGLE_PLAY_ONLY, NEITHER].map((id) => [language, id] as const),
  ),
)('in %s application %i has both badges, and links only to stores that have it', async (language, id) => {
  const html = await (await fetch(site.url + addressIn(language, `/app-details/${id}`))).text()
  const isInAppStore = id === BOTH || id === APP_STORE_ONLY
  const isInGooglePlay = id === BOTH || id === GOOGLE_PLAY_ONLY
  const { appStore, googlePlay } = SAID[language]
  expect(badgesIn(html)).toEqual([
    { isLink: isInAppStore, said: appStore[isInAppStore ? 0 : 1] },
    { isLink: isInGooglePlay, said: googlePlay[isInGooglePlay ? 0 : 1] },
  ])
})

/** Those of the banner, in their order, with the words that are read out. */
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
