import buildSite from './build-site.ts'
import { makeStarterDatabases } from './starter-database.ts'

/** The built site, and the database that the sites of all workers begin with. */
export default async function prepareSites() {
  await buildSite()
  return makeStarterDatabases()
}
