import { readFileSync, writeFileSync } from 'node:fs'
import { type Clone, cloneProject } from './clone.ts'
import { runProgram } from './programs.ts'

/** In another order than the server's, with every kind of addition that docs/operations.md allows. */
const MIGRATION = `import type { Migration } from './migration.ts'

export const prepareNextRelease: Migration = async ({ schema }) => {
  await schema.createTable('next_release').addColumn('id', 'text', (column) => column.primaryKey()).execute()
  await schema.alterTable('mails').addColumn('next_release', 'text').execute()
  await schema.alterTable('submissions').addColumn('next_release', 'integer', (column) => column.notNull().defaultTo(0)).execute()
  await schema.createIndex('submissions_next_release').on('submissions').columns(['next_release', 'arrival']).execute()
}
`
export const NEXT_MIGRATION = '990-next-release'

/** A built copy of this project with one more migration and other scripts. */
export async function buildNextRelease(): Promise<Clone & { program: string }> {
  const clone = cloneProject({ site: true })
  writeFileSync(clone.file('domain/platform/database/migrations', `${NEXT_MIGRATION}.ts`), MIGRATION)
  const list = clone.file('domain/platform/database/migrate.ts')
  const [before, known, after] = readFileSync(list, 'utf8').split(/(^export const MIGRATIONS\b[^}]*)/m)
  if (!before || !known || !after) throw new Error('There is no list of migrations')
  const imported = `import { prepareNextRelease } from './migrations/${NEXT_MIGRATION}.ts'\n`
  writeFileSync(list, `${imported}${before}${known}  '${NEXT_MIGRATION}': prepareNextRelease,\n${after}`)
  const script = clone.file('site/entry.client.tsx')
  writeFileSync(script, `${readFileSync(script, 'utf8')}\nperformance.mark('${NEXT_MIGRATION}')\n`)

  const { code, remarks } = await runProgram([process.execPath, clone.file('scripts/set-up.js'), 'build'])
  if (code !== 0) throw new Error(remarks)
  return { ...clone, program: clone.file('scripts/start.js') }
}
