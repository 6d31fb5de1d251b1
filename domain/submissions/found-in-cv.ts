import { foldSpelling } from '#texts/spelling.ts'
import type { Queries } from '../platform/database/database.ts'
import { type SubmissionFilters, searchedFor } from './list-submissions.ts'
import { formsOf, isInCv, type SearchedTerm, type SearchedWord } from './search-row.ts'

/** Where a search found a word in a CV. */
export interface FoundInCv {
  page: number
  /** Some words around it. */
  text: string
  /** The words that were looked for: where each begins and ends in the text. */
  marks: [start: number, end: number][]
}

/** By the submission's id; without those whose other texts have all words. */
export async function foundInCvs(
  queries: Queries,
  submissions: readonly { id: string }[],
  filters: SubmissionFilters,
): Promise<Map<string, FoundInCv>> {
  const { terms, place } = searchedFor(filters)
  if (filters.search === undefined || place === 'form' || terms.length === 0 || submissions.length === 0)
    return new Map()
  const rows = await queries
    .selectFrom('cv_texts')
    .innerJoin('submission_search', 'submission_search.submission_id', 'cv_texts.submission_id')
    .select(['cv_texts.submission_id', 'pages', 'words'])
    .where(
      'cv_texts.submission_id',
      'in',
      submissions.map(({ id }) => id),
    )
    .execute()
  const fold = foldOnce()
  return new Map(
    rows.flatMap(({ submission_id, pages, words }) => {
      const wanted = place === 'cv' ? terms : termsNotIn(words, terms)
      const found = wanted.length > 0 ? placeOf(JSON.parse(pages) as string[], wanted, fold) : undefined
      return found ? [[submission_id, found] as const] : []
    }),
  )
}

function termsNotIn(words: string, terms: SearchedTerm[]) {
  const own = words.split(' ').filter((word) => !isInCv(word))
  const has = (searched: SearchedWord) => own.some((word) => matches(word, searched))
  return terms.filter((term) => !term.some((spelling) => spelling.every(has)))
}

const matches = (word: string, searched: SearchedWord) =>
  searched.isWhole ? word === searched.word : word.startsWith(searched.word)

// As the search divides a text, with the marks and signs that it leaves out.
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}\p{Cf}ـ]*/gu
const BEFORE = 50
const AROUND = 150

type Fold = (word: string) => string[]

/** Folding is the slow part, and CVs repeat their words. */
function foldOnce(): Fold {
  const known = new Map<string, string[]>()
  return (word) => {
    const former = known.get(word)
    if (former) return former
    const forms = foldSpelling(word).split(' ').filter(Boolean).flatMap(formsOf)
    known.set(word, forms)
    return forms
  }
}

function placeOf(pages: string[], terms: SearchedTerm[], fold: Fold): FoundInCv | undefined {
  const searched = terms.flat(2)
  const isWanted = (word: string) => fold(word).some((form) => searched.some((each) => matches(form, each)))
  for (const [index, page] of pages.entries())
    for (const { index: at, 0: word } of page.matchAll(WORD))
      if (isWanted(word)) return { page: index + 1, ...excerptAround(page, at, isWanted) }
  return undefined
}

function excerptAround(page: string, at: number, isWanted: (word: string) => boolean) {
  const from = Math.max(0, at - BEFORE)
  // From a whole word to a whole word.
  const start = from === 0 ? 0 : from + Math.max(0, page.slice(from, at).search(/\s/) + 1)
  const rest = page.slice(start, start + AROUND)
  const isCut = start + AROUND < page.length
  const end = isCut ? Math.max(rest.lastIndexOf(' '), rest.lastIndexOf('\n'), at - start + 1) : rest.length
  const before = start > 0 ? '… ' : ''
  const text = rest.slice(0, end).replaceAll('\n', ' ')
  const marks = [...text.matchAll(WORD)]
    .filter(({ 0: word }) => isWanted(word))
    .map(({ index, 0: word }): [number, number] => [before.length + index, before.length + index + word.length])
  return { text: `${before}${text}${isCut ? ' …' : ''}`, marks }
}
