import { createHash, randomUUID } from 'node:crypto'
import { HEARD_OF } from '#contract/constants.ts'
import type { Language } from '#texts/languages.ts'
import { foldSpelling } from '#texts/spelling.ts'
import { type Company, findCompany } from '../../content/company.ts'
import { listPublishedJobs } from '../../content/published-jobs.ts'
import { listDeclineReasons } from '../../hiring/decline-reasons.ts'
import { type WorkingCalendar, workingDaysAfter } from '../../platform/calendar.ts'
import { canonicalMailbox } from '../../platform/canonical-mailbox.ts'
import { type Database, insertAll, type Queries } from '../../platform/database/database.ts'
import type { Stage, SubmissionKind } from '../../platform/database/tables.ts'
import { DAY } from '../../platform/durations.ts'
import { inRow } from '../../platform/storage/kept-files.ts'
import { rememberCandidates } from '../../submissions/candidate-rows.ts'
import type { CvResult } from '../../submissions/cv/result.ts'
import { addCounts, type Counts, deleteSubmissions } from '../../submissions/delete-submissions.ts'
import { FORM_PROPERTIES, type OwnAnswers, SEARCHED_ANSWERS } from '../../submissions/kinds.ts'
import { listSubmissions } from '../../submissions/list-submissions.ts'
import { companyCalendar } from '../../submissions/promises.ts'
import { newReference } from '../../submissions/reference.ts'
import { arrivalOf, searchRowOf } from '../../submissions/search-row.ts'
import { type CameBy, UNKNOWN_SOURCE } from '../../submissions/sources.ts'
import { reachedIn } from '../../submissions/stages.ts'
import type { SubmissionSummary } from '../../submissions/submissions.ts'
import {
  COLLEGES,
  MAJORS,
  MOTIVES,
  NOTES,
  NOTICE_PERIODS,
  PEOPLE,
  POSITIONS,
  SENTENCES,
  STREETS,
  SUBJECTS,
} from './invented.ts'
import { makeSampleCv } from './sample-cv.ts'

interface SampleOptions {
  count: number
  now: Date
  /** The same seed makes the same samples, except for references. */
  seed?: number
  days?: number
  onProgress?: (stored: number) => void
}

export const USUAL_SAMPLES = 60
const USUAL_DAYS = 45
const SAMPLES_AT_ONCE = 1000

export type WriteStep = (work: (queries: Queries) => Promise<Counts>) => Promise<Counts>

export async function loadSamples({ queries }: Pick<Database, 'queries'>, write: WriteStep, options: SampleOptions) {
  const { count, now, seed = 1, days = USUAL_DAYS, onProgress = () => {} } = options
  const random = createRandom(seed)
  const published = await listPublishedJobs(queries)
  const jobs = published.map(({ id, title }) => ({ id, title_en: title.en, title_ar: title.ar }))
  const calendar = await companyCalendar(queries)
  const company = await findCompany(queries)
  const stageOf = dealStages(random)
  const reasons = (await listDeclineReasons(queries)).filter(({ isRemoved }) => !isRemoved).map(({ id }) => id)
  const pause = (days * DAY) / count
  for (let stored = 0; stored < count; ) {
    const atOnce = Math.min(SAMPLES_AT_ONCE, count - stored)
    // Oldest first, each at its own moment.
    const samples = Array.from({ length: atOnce }, (_, index) => {
      const moment = new Date(now.getTime() - (count - stored - index) * pause)
      return invent(random, { moment, jobs, calendar, company, stageOf, reasons })
    })
    await write(async (transaction) => {
      await store(transaction, samples)
      return { samples: atOnce }
    })
    stored += atOnce
    onProgress(stored)
  }
}

export async function removeSamples(database: Database, write: WriteStep): Promise<Counts> {
  const totals: Counts = {}
  for (let found = SAMPLES_AT_ONCE; found === SAMPLES_AT_ONCE; ) {
    const counts = await write(async (queries) => {
      const some = await listSubmissions(queries, { isSample: true }, { limit: SAMPLES_AT_ONCE })
      found = some.length
      return deleteSubmissions(queries, some)
    })
    addCounts(totals, counts)
  }
  if (Object.keys(totals).length > 0) await database.forgetDeleted()
  return totals
}

interface Sample {
  row: SubmissionSummary
  answers: Record<string, string>
  cv?: { bytes: Buffer; sha256: string; text: string }
  note?: string
}

interface Surroundings {
  moment: Date
  jobs: { id: number; title_en: string; title_ar: string }[]
  calendar: WorkingCalendar
  company: Company
  stageOf: (kind: SubmissionKind) => Stage
  reasons: string[]
}

function invent(random: Random, { moment, jobs, calendar, company, stageOf, reasons }: Surroundings): Sample {
  const kind = random.weighted<SubmissionKind>([
    ['contact-message', 2],
    ['internship-application', 1],
    ['career-application', 2],
  ])
  const language = random.oneOf<Language>(['en', 'ar'])
  const { name, mailbox } = random.oneOf(PEOPLE[language])
  const job = kind === 'career-application' && random.isTrue(0.8) ? random.oneOf(jobs) : undefined
  const answers: Record<string, string> = ANSWERS_OF[kind](language, random)
  const about = FORM_PROPERTIES[kind].about
  const stage = stageOf(kind)
  const createdAt = moment.toISOString()
  const email = `${mailbox}${random.upTo(MAILBOXES)}@mail.example`
  const isTouched = stage !== 'new' || random.isTrue(0.3)
  const id = randomUUID()
  const row: SubmissionSummary = {
    id,
    reference: newReference(company),
    kind,
    created_at: createdAt,
    language,
    name,
    name_key: foldSpelling(name),
    email,
    mailbox: canonicalMailbox(email),
    phone: `0100${String(random.upTo(10_000_000)).padStart(7, '0')}`,
    about: about ? (answers[about] ?? '') : (job?.title_en ?? ''),
    job_id: job?.id ?? null,
    job_title_ar: job?.title_ar ?? null,
    marks: random.isTrue(0.03) ? 'fill-time' : '',
    stage,
    step: '',
    stage_since: createdAt,
    decline_reason: stage === 'declined' ? random.oneOf(reasons) : null,
    handled_at: isTouched ? createdAt : null,
    answered_at: ['answered', 'interview', 'offer', 'hired', 'declined'].includes(stage) ? createdAt : null,
    answered_by: null,
    answer_due_at: workingDaysAfter(moment, company.promises[kind], calendar).toISOString(),
    assignee_id: null,
    added_by: null,
    added_as: null,
    ...cameBy(random, kind),
    reached: reachedIn(kind, stage),
    first_answer_at: null,
    is_sample: 1,
    version: 1,
    arrival: arrivalOf({ id, created_at: createdAt }),
  }
  return {
    row,
    answers: Object.fromEntries(Object.entries(answers).filter(([field]) => field !== about)),
    ...(FORM_PROPERTIES[kind].hasCv && { cv: cvOf(row, mailbox, random) }),
    ...(random.isTrue(0.15) && { note: random.oneOf(NOTES[language]) }),
  }
}

const MAILBOXES = 1000

function cameBy(random: Random, kind: SubmissionKind): CameBy {
  const source = random.weighted<string | null>([
    ['linkedin', 5],
    ['google', 4],
    ['wuzzuf', 3],
    ['facebook', 2],
    [null, 6],
  ])
  const isAsked = FORM_PROPERTIES[kind].isForJob && random.isTrue(0.6)
  return { ...UNKNOWN_SOURCE, source, heard_of: isAsked ? random.oneOf([...HEARD_OF]) : null }
}

const ANSWERS_OF: { [Kind in SubmissionKind]: (language: Language, random: Random) => OwnAnswers<Kind> } = {
  'contact-message': (language, random) => ({
    subject: random.oneOf(SUBJECTS[language]),
    message: random.some(SENTENCES[language], 4).join('\n'),
  }),
  'internship-application': (language, random) => ({
    position: random.oneOf(POSITIONS[language]),
    why_hire_you: random.some(MOTIVES[language], 3).join(' '),
  }),
  'career-application': (language, random) => {
    const born = 1975 + random.upTo(28)
    return {
      address: random.oneOf(STREETS[language]),
      date_of_birth: `${born}-0${1 + random.upTo(9)}-1${random.upTo(10)}`,
      college: random.oneOf(COLLEGES[language]),
      major: random.oneOf(MAJORS[language]),
      graduation_date: `${born + 22}-07-01`,
      notice_period: random.oneOf(NOTICE_PERIODS[language]),
    }
  },
}

type Weights = Partial<Record<Stage, number>>

const APPLICATIONS: Weights = { new: 30, 'in-review': 18, interview: 8, offer: 3, hired: 4, declined: 30, withdrawn: 7 }
const MESSAGES: Weights = { new: 25, answered: 55, archived: 20 }

/** Each stage once, then by weight. */
function dealStages(random: Random) {
  const deal = (weights: Weights) => {
    const stages = Object.entries(weights) as [Stage, number][]
    const missing = random.shuffled(stages.map(([stage]) => stage))
    return () => missing.pop() ?? random.weighted(stages)
  }
  const message = deal(MESSAGES)
  const application = deal(APPLICATIONS)
  return (kind: SubmissionKind) => (kind === 'contact-message' ? message() : application())
}

function cvOf({ reference, phone, email }: SubmissionSummary, mailbox: string, random: Random) {
  const name = mailbox.split('.').map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  const lines = [
    `${email} - ${phone}`,
    `An invented CV, for ${reference}.`,
    '',
    `${random.oneOf(COLLEGES.en)}, ${random.oneOf(MAJORS.en)}`,
    ...random.some(MOTIVES.en, 3),
  ]
  const bytes = makeSampleCv(name.join(' '), lines)
  const text = [name.join(' '), ...lines.filter(Boolean)].join('\n')
  return { bytes, sha256: createHash('sha256').update(bytes).digest('hex'), text }
}

const INSPECTED: CvResult = { opens: 'yes', pages: 1, isEncrypted: false, isReadWhole: true, findings: {} }

async function store(queries: Queries, samples: Sample[]) {
  const withCv = samples.filter(({ cv }) => cv !== undefined)
  const answers = samples.flatMap(({ row, answers }) =>
    Object.entries(answers).map(([field, answer]) => ({ submission_id: row.id, field, answer })),
  )
  const rows = samples.map(({ row }) => row)
  await insertAll(queries, 'submissions', rows)
  await insertAll(queries, 'submission_answers', answers)
  await insertAll(
    queries,
    'submission_search',
    samples.map(({ row, answers, note = '', cv }) => searchRowOf(row, [...searchedOf(answers), note], cv && [cv.text])),
  )
  await rememberCandidates(queries, rows)
  await insertAll(
    queries,
    'cvs',
    withCv.map(({ row, cv }) => ({
      submission_id: row.id,
      file_name: 'cv.pdf',
      size: cv?.bytes.length ?? 0,
      sha256: cv?.sha256 ?? '',
      ...inRow(cv?.bytes ?? Buffer.alloc(0)),
    })),
  )
  await insertAll(
    queries,
    'cv_inspections',
    withCv.map(({ row }) => ({
      submission_id: row.id,
      inspected_at: row.created_at,
      result: JSON.stringify(INSPECTED),
    })),
  )
  await insertAll(
    queries,
    'cv_texts',
    withCv.map(({ row, cv }) => ({
      submission_id: row.id,
      read_at: row.created_at,
      outcome: 'whole',
      pages: JSON.stringify([cv?.text]),
    })),
  )
  await insertAll(
    queries,
    'submission_notes',
    samples.flatMap(({ row, note }) =>
      note === undefined
        ? []
        : [
            {
              id: randomUUID(),
              submission_id: row.id,
              author_id: null,
              created_at: row.created_at,
              note,
              mentions: '[]',
            },
          ],
    ),
  )
}

const searchedOf = (answers: Record<string, string>) =>
  Object.entries(answers)
    .filter(([field]) => SEARCHED_ANSWERS.includes(field))
    .map(([, answer]) => answer)

type Random = ReturnType<typeof createRandom>

/** The same numbers for the same seed (mulberry32). */
function createRandom(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const upTo = (limit: number) => Math.floor(next() * limit)
  const oneOf = <Each>(list: readonly Each[]) => list[upTo(list.length)] as Each
  return {
    upTo,
    oneOf,
    isTrue: (probability: number) => next() < probability,
    some: <Each>(list: readonly Each[], most: number) => [
      ...new Set(Array.from({ length: 1 + upTo(most) }, () => oneOf(list))),
    ],
    shuffled: <Each>(list: readonly Each[]) =>
      list
        .map((each) => ({ each, place: next() }))
        .sort((one, other) => one.place - other.place)
        .map(({ each }) => each),
    weighted<Each>(choices: [Each, number][]) {
      const all = choices.flatMap(([each, weight]) => Array.from({ length: weight }, () => each))
      return oneOf(all)
    },
  }
}
