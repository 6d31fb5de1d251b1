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

/** One PostgreSQL server for the whole run, in which every test file makes databases of its own; and the built site where a file starts it. */
export default async function prepare(project: TestProject) {
  // The package that brings PostgreSQL ends the process with 0 as soon as nothing is left to do, whatever the tests have said.
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

/** Whether one of the files of this run starts the built site or its commands. */
function isBuildNeeded({ vitest }: TestProject) {
  return vitest.state
    .getPaths()
    .some((file) => /support\/(start-site|event-loop|programs)\.ts/.test(readFileSync(file, 'utf8')))
}
