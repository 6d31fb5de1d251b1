import buildSite from './build-site.ts'
import { makeStarterDatabases } from './starter-database.ts'

/** The built site and the starter database of all workers. */
export default async function prepareSites() {
  await buildSite()
  return makeStarterDatabases()
}
