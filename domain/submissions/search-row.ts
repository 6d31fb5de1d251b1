import { createHash } from 'node:crypto'
import { foldSpelling, withoutArticle } from '#contract/forgiving-spelling.ts'
import { latinDigits } from '#contract/latin-digits.ts'
import type { Database, Queries } from '../database/connection.ts'
import type { Tables } from '../database/tables.ts'
import { canonicalMailbox } from '../mail/canonical-mailbox.ts'
import { SEARCHED_ANSWERS } from './kinds.ts'
import type { SubmissionSummary } from './submissions.ts'

type Searched = Pick<
  SubmissionSummary,
  'id' | 'reference' | 'created_at' | 'name' | 'email' | 'phone' | 'about' | 'job_title_ar'
>

/** What a search looks at, in one spelling, and by what the same person is recognised. */
export function searchRowOf(submission: Searched, answers: string[]): Tables['submission_search'] {
  const { id, reference, created_at, name, email, phone, about, job_title_ar } = submission
  return {
    arrival: arrivalOf({ id, created_at }),
    submission_id: id,
    words: wordsOf([reference, name, email, phone, phoneKey(phone), about, job_title_ar ?? '', ...answers]),
    email_key: canonicalMailbox(email),
    phone_key: phoneKey(phone),
    name_key: foldSpelling(name),
  }
}

const ROWS_AT_ONCE = 500

/** Makes what can be searched of submissions that an earlier release stored. How many there were. */
export async function completeSearch(database: Database): Promise<number> {
  let completed = 0
  for (let found = ROWS_AT_ONCE; found === ROWS_AT_ONCE; completed += found)
    found = await database.write(async (queries) => {
      const rows = await queries
        .selectFrom('submissions')
        .select(['id', 'reference', 'created_at', 'name', 'email', 'phone', 'about', 'job_title_ar'])
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(selectFrom('submission_search').select('arrival').whereRef('submission_id', '=', 'submissions.id')),
          ),
        )
        .limit(ROWS_AT_ONCE)
        .execute()
      if (rows.length > 0) await insertSearchRows(queries, rows)
      return rows.length
    })
  return completed
}

async function insertSearchRows(queries: Queries, rows: Searched[]) {
  const answers = await queries
    .selectFrom('submission_answers')
    .select(['submission_id', 'answer'])
    .where(
      'submission_id',
      'in',
      rows.map(({ id }) => id),
    )
    .where('field', 'in', SEARCHED_ANSWERS)
    .execute()
  const notes = await queries
    .selectFrom('submission_notes')
    .select(['submission_id', 'note as answer'])
    .where(
      'submission_id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
  const replies = await queries
    .selectFrom('submission_questions')
    .select(['submission_id', 'answer'])
    .where(
      'submission_id',
      'in',
      rows.map(({ id }) => id),
    )
    .where('answer', 'is not', null)
    .$narrowType<{ answer: string }>()
    .execute()
  const textsOf = (id: string) =>
    [...answers, ...notes, ...replies].filter(({ submission_id }) => submission_id === id).map(({ answer }) => answer)
  for (const row of rows) {
    const { arrival, ...searched } = searchRowOf(row, textsOf(row.id))
    const { numUpdatedRows } = await queries
      .updateTable('submission_search')
      .set(searched)
      .where('submission_id', '=', row.id)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) await addToSearch(queries, { arrival, ...searched })
  }
}

/** For a submission that was just stored. Moves on to the next free place where another one of the same moment has taken this one. */
export async function addToSearch(queries: Queries, row: Tables['submission_search']): Promise<void> {
  for (let arrival = row.arrival; ; arrival++) {
    const { numInsertedOrUpdatedRows } = await queries
      .insertInto('submission_search')
      .values({ ...row, arrival })
      .onConflict((conflict) => conflict.column('arrival').doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows === 0n) continue
    await queries
      .updateTable('submissions')
      .set({ arrival })
      .where('id', '=', row.submission_id)
      .where('arrival', '!=', arrival)
      .execute()
    return
  }
}

/** For the transaction that changes a submission, its notes or what was answered about it. */
export async function refreshSearch(queries: Queries, submissionId: string): Promise<void> {
  const rows = await queries
    .selectFrom('submissions')
    .select(['id', 'reference', 'created_at', 'name', 'email', 'phone', 'about', 'job_title_ar'])
    .where('id', '=', submissionId)
    .execute()
  if (rows.length > 0) await insertSearchRows(queries, rows)
}

/** What was typed into a search, as beginnings of words that must all be there. */
export const searchedWords = (text: string): string[] => [
  ...new Set(foldSpelling(text).split(' ').filter(Boolean).map(shortened).slice(0, MAX_SEARCHED_WORDS)),
]

/** A short number is looked for as it stands: nearly every telephone number begins with it. */
export const isWholeNumber = (word: string): boolean => SHORT_NUMBER.test(word)

const SHORT_NUMBER = /^\d{1,4}$/
const MAX_SEARCHED_WORDS = 10
// PostgreSQL takes no longer ones, and nobody types them.
const MAX_WORD_LENGTH = 100
const MICROSECONDS = 1000

/** Follows the moment; the last three digits tell most of those of the same millisecond apart. */
export function arrivalOf({ id, created_at }: Pick<SubmissionSummary, 'id' | 'created_at'>): number {
  const digits = createHash('sha256').update(id).digest().readUInt32BE(0) % MICROSECONDS
  return firstArrivalAt(created_at) + digits
}

/** No submission of this moment or a later one has a lower number. */
export const firstArrivalAt = (moment: string) => Date.parse(moment) * MICROSECONDS

function wordsOf(texts: string[]) {
  const words = new Set<string>()
  for (const word of foldSpelling(texts.join(' ')).split(' ')) {
    if (!word) continue
    for (const form of formsOf(word)) words.add(shortened(form))
  }
  return [...words].join(' ')
}

// And, then, with, like, for: written together with the word that follows.
const PARTICLE = /^[وفبكل](?=.{3})/

/** The word as it stands, and without what Arabic writes before it: a particle, the article, or both. */
function formsOf(word: string) {
  const bare = word.startsWith('لل') ? word.slice(2) : word.replace(PARTICLE, '')
  return [word, withoutArticle(word), bare, withoutArticle(bare)].filter(Boolean)
}

const shortened = (word: string) =>
  word.length <= MAX_WORD_LENGTH ? word : Array.from(word).slice(0, MAX_WORD_LENGTH).join('')

const SUBSCRIBER_DIGITS = 9

/** The last digits, so that it is the same with and without the country's number. */
export function phoneKey(phone: string): string {
  const digits = latinDigits(phone).replace(/\D/g, '')
  return digits.length >= SUBSCRIBER_DIGITS ? digits.slice(-SUBSCRIBER_DIGITS) : ''
}
