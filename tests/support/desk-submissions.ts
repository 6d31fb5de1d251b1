import { createHash, randomUUID } from 'node:crypto'
import { type NewSubmission, storeSubmission } from '#domain/submissions/store.ts'
import type { Language } from '#texts/languages.ts'
import { aContactMessage, anInternshipApplication, aPdf } from './builders.ts'
import type { RunningDesk } from './desk-api.ts'

/** Where it is stored: a desk of the API's tests, or one with a browser before it. */
type Kept = Pick<RunningDesk, 'database'> & { clock: { now: Date } }

interface Changes {
  /** Of the answers. */
  fields?: object
  language?: Language
  marks?: string[]
  now?: Date
}

/** As if a visitor had sent it; its reference number. */
export const storeMessage = (desk: Kept, changes: Changes = {}) =>
  store(desk, { kind: 'contact-message', values: aContactMessage(changes.fields), ...common(changes) }, changes)

export const storeInternship = (desk: Kept, changes: Changes = {}) =>
  store(
    desk,
    { kind: 'internship-application', values: anInternshipApplication(changes.fields), ...common(changes) },
    changes,
  )

export function storeApplication(desk: Kept, changes: Changes & { bytes?: Buffer; fileName?: string } = {}) {
  const bytes = changes.bytes ?? aPdf({ padding: randomUUID() })
  const values = {
    name: 'Salma Nabil',
    email: 'salma@mail.example',
    phone: '01112345678',
    address: '4 Nile Street, Cairo',
    date_of_birth: '1998-05-17',
    college: 'Cairo University',
    major: 'Computer science',
    graduation_date: '2020-07-01',
    notice_period: 'One month',
    ...changes.fields,
  }
  const cv = {
    fileName: changes.fileName ?? 'cv.pdf',
    bytes,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }
  return store(desk, { kind: 'career-application', values, ...common(changes), cv } as NewSubmission, changes)
}

const common = ({ language = 'en', marks = [] }: Changes) => ({ language, marks, hash: randomUUID() })

async function store({ database, clock }: Kept, submission: NewSubmission, { now = clock.now }: Changes) {
  const { reference } = await storeSubmission(database, submission, { admit: async () => {}, now })
  return reference
}
