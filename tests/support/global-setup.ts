import { readFileSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import buildSite from './build-site.ts'
import { startPostgres } from './postgres.ts'
import { makeStarterDatabases } from './starter-database.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string
  }
}

/** One PostgreSQL server for the run, and the built site if a file of the run starts it. */
export default async function prepare(project: TestProject) {
  // The embedded PostgreSQL's exit hook would end the process with 0 despite failures.
  process.prependListener('beforeExit', () => process.exit())
  if (isBuildNeeded(project)) await buildSite()
  const postgres = await startPostgres({ isDurable: project.name === 'fire' })
  project.provide('postgresUrl', postgres.url)
  const removeStarter = await makeStarterDatabases(postgres.url)
  return async () => {
    removeStarter()
    await postgres.remove()
  }
}

/** Whether a file of this run starts the built site or its commands. */
function isBuildNeeded({ vitest }: TestProject) {
  return vitest.state
    .getPaths()
    .some((file) => /support\/(start-site|event-loop|programs)\.ts/.test(readFileSync(file, 'utf8')))
}
