import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import { foldSpelling, latinDigits, withoutArticle } from '#texts/spelling.ts'
import { canonicalMailbox } from '../platform/canonical-mailbox.ts'
import type { Queries } from '../platform/database/database.ts'
import { lockRows } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { SEARCHED_ANSWERS, WRITTEN_REPLIES } from './kinds.ts'

type Submission = Selectable<Tables['submissions']>
type Searched = Pick<
  Submission,
  'id' | 'reference' | 'created_at' | 'name' | 'email' | 'phone' | 'about' | 'job_title_ar'
>

export function searchRowOf(
  submission: Searched,
  answers: string[],
  cvPages: string[] = [],
  replies: string[] = [],
): Tables['submission_search'] {
  const { id, reference, created_at, name, email, phone, about, job_title_ar } = submission
  return {
    arrival: arrivalOf({ id, created_at }),
    submission_id: id,
    words: wordsOf([
      ...[reference, name, email, phone, phoneKey(phone), lastDigitsOf(phone)],
      ...[about, job_title_ar ?? '', ...answers, replies.join('\n').slice(0, MAX_REPLY_LETTERS)],
    ])
      .concat(wordsOf(cvPages).slice(0, MAX_CV_WORDS).map(inCv))
      .join(' '),
    email_key: canonicalMailbox(email),
    phone_key: phoneKey(phone),
    name_key: foldSpelling(name),
  }
}

/** Takes the next free number if another submission of the same moment has this one. */
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

/** In the transaction that changes a submission, its notes or replies. */
export async function refreshSearch(queries: Queries, submissionId: string): Promise<void> {
  const submission = await queries
    .selectFrom('submissions')
    .select(['id', 'reference', 'created_at', 'name', 'email', 'phone', 'about', 'job_title_ar'])
    .where('id', '=', submissionId)
    // Two notes at the same moment: the second transaction sees the first note.
    .$call(lockRows(queries))
    .executeTakeFirst()
  if (!submission) return
  const texts = await queries
    .selectFrom('submission_answers')
    .select('answer as text')
    .where('submission_id', '=', submissionId)
    .where('field', 'in', SEARCHED_ANSWERS)
    .unionAll(queries.selectFrom('submission_notes').select('note as text').where('submission_id', '=', submissionId))
    .unionAll(
      queries
        .selectFrom('submission_job_answers')
        .select('answer as text')
        .where('submission_id', '=', submissionId)
        .where('kind', '!=', 'yes-no')
        .where('is_confidential', '=', 0),
    )
    .unionAll(
      queries
        .selectFrom('submission_questions')
        .select('answer as text')
        .where('submission_id', '=', submissionId)
        .where('answer', 'is not', null)
        .$narrowType<{ text: string }>(),
    )
    .execute()
  const replies = await queries
    .selectFrom('replies')
    .select('text')
    .where('submission_id', '=', submissionId)
    .where('kind', 'in', WRITTEN_REPLIES)
    .orderBy('received_at', 'desc')
    .execute()
  const cv = await queries
    .selectFrom('cv_texts')
    .select('pages')
    .where('submission_id', '=', submissionId)
    .executeTakeFirst()
  const { arrival, ...searched } = searchRowOf(
    submission,
    texts.map(({ text }) => text),
    cv && (JSON.parse(cv.pages) as string[]),
    replies.map(({ text }) => text),
  )
  await queries.updateTable('submission_search').set(searched).where('submission_id', '=', submissionId).execute()
  const { name_key } = searched
  await queries
    .updateTable('submissions')
    .set({ name_key })
    .where('id', '=', submissionId)
    .where('name_key', '!=', name_key)
    .execute()
}

export const SEARCHED_PLACES = ['cv', 'form'] as const
/** `form`: everything but the CV, so answers, notes and replies. */
export type SearchedPlace = (typeof SEARCHED_PLACES)[number]

/** `cv: react` and «سيرة: react» search in CVs alone. */
export function placeTyped(text: string): { place?: SearchedPlace; text: string } {
  const rest = CV_PREFIX.exec(text)?.[1]
  return rest === undefined ? { text } : { place: 'cv', text: rest }
}

/** A word of the index, or a beginning of one. */
export interface SearchedWord {
  word: string
  isWhole: boolean
}

/** Spellings, one of which must match with all its words. */
export type SearchedTerm = SearchedWord[][]

export function searchedTerms(text: string): SearchedTerm[] {
  const typed = [...new Set(joinDigits(foldSpelling(text)).split(' ').filter(Boolean))].slice(0, MAX_SEARCHED_WORDS)
  return typed.map((word, index) => {
    const joined = typed.length <= MAX_JOINED_FROM ? joinsAt(typed, index) : []
    const spellings = [[word], ...splitsOf(word), ...joined.map((each) => [each])]
    return spellings.map((words) =>
      words.map((each, place) => ({ word: shortened(each), isWhole: place < words.length - 1 || isShortNumber(each) })),
    )
  })
}

/** How the index has this word, by where it was written. */
export function indexedForms({ word, isWhole }: SearchedWord, place: SearchedPlace | undefined): SearchedWord[] {
  const forms = []
  if (place !== 'cv') forms.push({ word, isWhole })
  // A single letter begins a word of nearly every CV.
  if (place !== 'form' && (place === 'cv' || word.length > 1)) forms.push({ word: inCv(word), isWhole })
  return forms
}

/** The name without common prefixes, and the telephone number. */
export function tellingWords({ name, phone }: Pick<Submission, 'name' | 'phone'>): string[] {
  const words = foldSpelling(name)
    .split(' ')
    .filter((word) => !BEFORE_NAMES.includes(word))
  return [...words.flatMap((word) => [word, withoutArticle(word)]), phoneKey(phone), lastDigitsOf(phone)].filter(
    (word) => word.length >= MIN_NAME_LENGTH,
  )
}

/** Whether the text has one of these words, in any spelling that a search would find. */
export function hasTellingWord(text: string, words: Set<string>): boolean {
  const tells = (word: string) => words.has(word) || words.has(withoutArticle(word))
  const typed = foldSpelling(text).split(' ')
  return (
    typed.some(tells) ||
    searchedTerms(text).some((term) =>
      term.some(
        (spelling) =>
          spelling.some(({ word }) => tells(word)) &&
          spelling.every(({ word }) => tells(word) || BEFORE_NAMES.includes(word)),
      ),
    )
  )
}

/** Telephone numbers are typed in groups, and with the country's number. */
const joinDigits = (folded: string) =>
  folded.replace(DIGITS_IN_GROUPS, (groups) => {
    const digits = groups.replaceAll(' ', '')
    return digits.length >= SUBSCRIBER_DIGITS ? digits : groups
  })

/** Names written in one word (`عبدالرحمن`, `elshazly`), telephone numbers, references without dashes. */
function splitsOf(word: string): string[][] {
  const number = /^\d+$/.test(word) ? phoneKey(word) : ''
  if (number) return number === word ? [] : [[number]]
  const [, ...reference] = REFERENCE_WITHOUT_DASHES.exec(word) ?? []
  return [...(reference.length > 0 ? [reference] : []), ...splitsOfName(word)]
}

function splitsOfName(word: string, deepest = MAX_BEFORE_NAME): string[][] {
  if (deepest === 0) return []
  return BEFORE_NAMES.filter(
    (before) => word.startsWith(before) && word.length >= before.length + MIN_NAME_LENGTH,
  ).flatMap((before) => {
    const rest = word.slice(before.length)
    return [[before, rest], ...splitsOfName(rest, deepest - 1).map((words) => [before, ...words])]
  })
}

function joinsAt(words: string[], index: number): string[] {
  const joins: string[] = []
  for (const count of [2, 3])
    for (let first = Math.max(0, index - count + 1); first <= index && first + count <= words.length; first++)
      joins.push(words.slice(first, first + count).join(''))
  return joins
}

/** Searched as a whole word: nearly every telephone number begins with it. */
const isShortNumber = (word: string): boolean => SHORT_NUMBER.test(word)

// For private use: no text has it, and both indexes take it for a letter.
const CV_SIGN = '\ue000'
/** Words of CVs stand in the same index, apart from the others. */
const inCv = (word: string) => CV_SIGN + word
export const isInCv = (word: string) => word.startsWith(CV_SIGN)
const CV_PREFIX = /^\s*(?:cv|سيرة)\s*[:：]\s*(.*)$/isu
// Within what PostgreSQL takes for one row.
const MAX_CV_WORDS = 20_000
/** Of all mails together, the newest first. */
const MAX_REPLY_LETTERS = 50_000

const SHORT_NUMBER = /^\d{1,4}$/
const DIGITS_IN_GROUPS = /(?<!\S)\d+( \d+)+(?!\S)/g
const REFERENCE_WITHOUT_DASHES = /^[a-z\d]{0,6}([a-z\d]{4})([a-z\d]{4})$/
// Folded: names that begin with these are written in one word or in two.
const BEFORE_NAMES = 'عبد ابو ام بن abd abdel abdul abdal abou abu abo el al bin'.split(' ')
const MIN_NAME_LENGTH = 3
// `Abu Abdel Rahman`. Each further one doubles the search.
const MAX_BEFORE_NAME = 2
const MAX_JOINED_FROM = 5
const MAX_SEARCHED_WORDS = 10
// PostgreSQL's limit.
const MAX_WORD_LENGTH = 100
const MICROSECONDS = 1000

/** Sorts by moment; the last three digits separate most submissions of the same millisecond. */
export function arrivalOf({ id, created_at }: Pick<Submission, 'id' | 'created_at'>): number {
  const digits = createHash('sha256').update(id).digest().readUInt32BE(0) % MICROSECONDS
  return firstArrivalAt(created_at) + digits
}

/** The lowest number of this moment. */
export const firstArrivalAt = (moment: string) => Date.parse(moment) * MICROSECONDS

function wordsOf(texts: string[]) {
  const words = new Set<string>()
  for (const word of foldSpelling(texts.join(' ')).split(' ')) {
    if (!word) continue
    for (const form of formsOf(word)) words.add(shortened(form))
  }
  return [...words]
}

// And, then, with, like, for: written together with the word that follows.
const PARTICLE = /^[وفبكل](?=.{3})/

/** The word with and without the particle and the article that Arabic writes before it. */
export function formsOf(word: string) {
  const bare = word.startsWith('لل') ? word.slice(2) : word.replace(PARTICLE, '')
  return [word, withoutArticle(word), bare, withoutArticle(bare)].filter(Boolean)
}

const shortened = (word: string) =>
  word.length <= MAX_WORD_LENGTH ? word : Array.from(word).slice(0, MAX_WORD_LENGTH).join('')

const SUBSCRIBER_DIGITS = 9
const LAST_DIGITS = 4

/** How people remember and read out a number. */
const lastDigitsOf = (phone: string) => phoneKey(phone).slice(-LAST_DIGITS)

/** The last digits: the same with and without the country's number. */
function phoneKey(phone: string): string {
  const digits = latinDigits(phone).replace(/\D/g, '')
  return digits.length >= SUBSCRIBER_DIGITS ? digits.slice(-SUBSCRIBER_DIGITS) : ''
}
