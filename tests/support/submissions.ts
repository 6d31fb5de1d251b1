import { readdirSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { aPdf } from './builders.ts'
import type { RunningSite } from './start-site.ts'

type Table = 'contact_messages' | 'internship_applications' | 'career_applications'

/** The rows a site's database holds for one person, whom every test invents anew. */
export function rowsOf(site: RunningSite, table: Table, email: string): Record<string, unknown>[] {
  return inDatabase(site, (database) =>
    database.prepare<[string], Record<string, unknown>>(`select * from ${table} where email = ?`).all(email),
  )
}

export function cvOf(site: RunningSite, applicationId: unknown): Buffer | undefined {
  return inDatabase(
    site,
    (database) =>
      database
        .prepare<[unknown], { bytes: Buffer }>('select bytes from cvs where career_application_id = ?')
        .get(applicationId)?.bytes,
  )
}

function inDatabase<Result>({ dataFolder }: RunningSite, read: (database: Database.Database) => Result): Result {
  const file = readdirSync(dataFolder).find((name) => /\.(db|sqlite3?)$/.test(name))
  if (!file) throw new Error(`There is no database in ${dataFolder}`)
  const database = new Database(path.join(dataFolder, file), { readonly: true })
  try {
    return read(database)
  } finally {
    database.close()
  }
}

let people = 0

/** Nobody else in this run has this address. */
export const newEmail = () => `person-${process.pid}-${++people}@mail.example`

/** A small PDF that differs from the others by its title. */
export const aTitledPdf = (title = 'CV', paddingBytes = 0) => aPdf({ padding: title + 'x'.repeat(paddingBytes) })
