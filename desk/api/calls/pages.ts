import { addressOfLandingPage } from '#contract/page-addresses.ts'
import { PAGE_NAMES, pageOf, typeOfPage } from '#contract/pages.ts'
import { listRecords } from '#domain/content/lists.ts'
import { call } from '../call.ts'
import { found } from '../problem.ts'

/** The latest changed; the others are in the list of landing pages. */
const MAX_LANDING_PAGES = 50

export const pageCalls = {
  /** The pages of the site, the frame of every page and the landing pages, each with the state of its record. */
  'GET /pages': call('content.change', {
    async handle({ queries }) {
      const pages = PAGE_NAMES.map(async (page) => {
        const { items } = await listRecords(queries, typeOfPage(page), {}, { page: 1, perPage: 1 })
        return items.map((record) => ({ page, address: pageOf(page).address, record }))
      })
      const [navigation] = (await listRecords(queries, 'navigation', {}, { page: 1, perPage: 1 })).items
      const landingPages = await listRecords(queries, 'landing-pages', {}, { page: 1, perPage: MAX_LANDING_PAGES })
      return {
        navigation: found(navigation),
        pages: (await Promise.all(pages)).flat(),
        landingPages: landingPages.items.map((record) => ({
          address: record.slug ? addressOfLandingPage({ slug: record.slug }) : undefined,
          record,
        })),
        landingPageCount: landingPages.total,
      }
    },
  }),
}
