import { readdirSync } from 'node:fs'
import path from 'node:path'
import Database, { type SqliteFile } from '#domain/platform/database/sqlite-driver.ts'
import type { SubmissionKind } from '#domain/platform/database/tables.ts'
import { FORM_PROPERTIES } from '#domain/submissions/kinds.ts'
import { aPdf } from './builders.ts'
import type { RunningSite } from './start-site.ts'

/** Stored submissions of one email address, with answers by field name. */
export function rowsOf(site: RunningSite, kind: SubmissionKind, email: string): Record<string, unknown>[] {
  return inDatabase(site, (database) => {
    const rows = database
      .prepare<[string, string], Record<string, unknown>>(
        'select * from submissions where kind = ? and email = ? order by created_at',
      )
      .all(kind, email)
    const answers = database.prepare<[unknown], { field: string; answer: string }>(
      'select field, answer from submission_answers where submission_id = ?',
    )
    return rows.map((row) => ({
      ...row,
      [FORM_PROPERTIES[kind].about ?? 'job']: row.about,
      ...Object.fromEntries(answers.all(row.id).map(({ field, answer }) => [field, answer])),
    }))
  })
}

export function cvOf(site: RunningSite, applicationId: unknown): Buffer | undefined {
  return inDatabase(
    site,
    (database) =>
      database.prepare<[unknown], { bytes: Buffer }>('select bytes from cvs where submission_id = ?').get(applicationId)
        ?.bytes,
  )
}

function inDatabase<Result>({ dataFolder }: RunningSite, read: (database: SqliteFile) => Result): Result {
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

/** An address that is unique in this run. */
export const newEmail = () => `person-${process.pid}-${++people}@mail.example`

/** A small PDF with a unique title. */
export const aTitledPdf = (title = 'CV', paddingBytes = 0) => aPdf({ padding: title + 'x'.repeat(paddingBytes) })

export function aContactMessage(changes: Record<string, string> = {}) {
  return {
    name: 'Salma Fathy',
    email: newEmail(),
    phone: '01012345678',
    subject: 'A shop for plants',
    message: 'We would like a shop.\nWhen can we talk?',
    ...changes,
  }
}

export function anInternshipApplication(changes: Record<string, string> = {}) {
  return {
    name: 'عمر خالد',
    email: newEmail(),
    phone: '01512345678',
    position: 'Backend',
    why_hire_you: 'أتعلّم بسرعة، وأسأل حين لا أعرف.',
    ...changes,
  }
}

export function aCareerApplication(changes: Record<string, string> = {}) {
  return {
    name: 'Nourhan Samir',
    email: newEmail(),
    phone: '01112345678',
    address: '7 Road 233, Degla, Maadi',
    date_of_birth: '1996-05-21',
    college: 'Cairo University',
    major: 'Computer Engineering',
    graduation_date: '2018-07-01',
    notice_period: 'One month',
    ...changes,
  }
}
