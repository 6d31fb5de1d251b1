import { PAGE_NAMES, pageOf, typeOfPage } from '#contract/pages.ts'
import { listRecords } from '#domain/content/lists.ts'
import { call } from '../call.ts'
import { found } from '../problem.ts'

export const pageCalls = {
  /** The pages whose sections are content and the frame of every page, each with the state of its record. */
  'GET /pages': call('content.change', {
    async handle({ queries }) {
      const pages = PAGE_NAMES.map(async (page) => {
        const { items } = await listRecords(queries, typeOfPage(page), {}, { page: 1, perPage: 1 })
        return items.map((record) => ({ page, address: pageOf(page).address, record }))
      })
      const [navigation] = (await listRecords(queries, 'navigation', {}, { page: 1, perPage: 1 })).items
      return { navigation: found(navigation), pages: (await Promise.all(pages)).flat() }
    },
  }),
}
