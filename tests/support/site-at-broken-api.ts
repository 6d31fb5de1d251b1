import { type BrokenApi, startBrokenApi } from './broken-api.ts'
import { startSite } from './start-site.ts'

/** A site whose API is a stand-in; `api.fault` may change while it runs. */
export async function startSiteAtBrokenApi(fault: BrokenApi['fault']) {
  const api = await startBrokenApi(fault)
  const site = await startSite({ API_HOST: api.url })
  return {
    api,
    url: site.url,
    stop: async () => {
      await site.stop()
      await api.stop()
    },
  }
}
