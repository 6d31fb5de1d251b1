import { createHash, randomUUID } from 'node:crypto'
import type { Outbox } from '#domain/submissions/events.ts'
import { type CameBy, UNKNOWN_SOURCE } from '#domain/submissions/sources.ts'
import { type NewSubmission, storeSubmission } from '#domain/submissions/store.ts'
import { findSubmission } from '#domain/submissions/submissions.ts'
import type { Language } from '#texts/languages.ts'
import { aContactMessage, anInternshipApplication, aPdf, careerAnswers } from './builders.ts'
import type { RunningDesk } from './desk-api.ts'
import './subscribe.ts'

/** Works with API tests and browser tests of the desk; the latter have no clock. */
type Kept = Pick<RunningDesk, 'database'> & { clock?: { now: Date }; outbox?: Outbox }

interface Changes {
  fields?: object
  language?: Language
  marks?: string[]
  cameBy?: Partial<CameBy>
  now?: Date
}

/** Stores it like a visitor's; returns its reference number. */
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
  const cv = {
    fileName: changes.fileName ?? 'cv.pdf',
    bytes,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }
  const values = careerAnswers(changes.fields)
  return store(desk, { kind: 'career-application', values, ...common(changes), cv } as NewSubmission, changes)
}

const common = ({ language = 'en', marks = [], cameBy = {} }: Changes) => ({
  language,
  marks,
  hash: randomUUID(),
  cameBy: { ...UNKNOWN_SOURCE, ...cameBy },
})

async function store({ database, clock, outbox }: Kept, submission: NewSubmission, changes: Changes) {
  const now = changes.now ?? clock?.now ?? new Date()
  const { reference } = await storeSubmission(database, submission, { admit: async () => {}, now, outbox })
  return reference
}

export const findStored = ({ database }: Kept, reference: string) => findSubmission(database.queries, reference)

let names = 0

/** A name that no other submission of this process has. */
export const uniqueName = (name: string) => `${name} ${++names}`
