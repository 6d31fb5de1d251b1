import { readdirSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
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

/** A small PDF with one page, which differs by its title. */
export function aPdf(title = 'CV', paddingBytes = 0): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>',
    `<< /Title (${title}) >>`,
    `<< /Length ${paddingBytes} >>\nstream\n${'x'.repeat(paddingBytes)}\nendstream`,
  ]
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const start = text.length
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`
  for (const offset of offsets) text += `${String(offset).padStart(10, '0')} 00000 n \n`
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 4 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}
