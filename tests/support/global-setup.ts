import type { TestProject } from 'vitest/node'
import buildSite from './build-site.ts'
import { startPostgres } from './postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string
  }
}

/** The site built once, and one PostgreSQL server for the whole run; every test file makes databases of its own in it. */
export default async function prepare(project: TestProject) {
  // The package that brings PostgreSQL ends the process with 0 as soon as nothing is left to do, whatever the tests have said.
  process.prependListener('beforeExit', () => process.exit())
  await buildSite()
  const postgres = await startPostgres()
  project.provide('postgresUrl', postgres.url)
  return postgres.remove
}
