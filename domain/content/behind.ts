import type { SectionWords } from '#contract/landing-pages.ts'
import type { Language } from '#texts/languages.ts'
import { leftBehind } from './article-pairs.ts'
import { concernsOther, wordsLeftBehind } from './landing-sections.ts'
import { isBlank, isSame } from './same-text.ts'
import type { FieldModel, Fields, FieldValue } from './types/definition.ts'

/** Another language's text when this one was written; only of fields that differ now. */
export type Behind = Partial<Record<Language, Fields>>

export interface LanguageState {
  language: Language
  before: Fields
  after: Fields
  behind: Behind
  /** Fields that were behind, or blank, when the draft was begun and are being mended in it. */
  caughtUp: string[]
  /** Nothing that the others have to follow: a comma, a slip of the pen. */
  isSmall: boolean
}

type BehindState = Pick<LanguageState, 'language' | 'behind' | 'caughtUp'>

/** A field that was behind when its draft began keeps catching up, since a text is saved many times while it is written. */
export function followChanges(states: readonly LanguageState[], fields: readonly FieldModel[]): BehindState[] {
  const results = states.map(({ language, behind, caughtUp }) => ({
    language,
    behind: structuredClone(behind),
    caughtUp: [...caughtUp],
  }))
  const isChanged = ({ before, after }: LanguageState, name: string) => !isSame(before[name], after[name])

  for (const { name, kind } of fields)
    for (const [index, state] of states.entries()) {
      if (!isChanged(state, name)) continue
      const result = results[index] as BehindState
      for (const [otherIndex, other] of states.entries()) {
        if (otherIndex === index) continue
        const otherResult = results[otherIndex] as BehindState
        if (isChanged(other, name)) agree(result, otherResult, name)
        else if (kind === 'article' && isLeftBehind(result, state, other, name)) continue
        else if (kind === 'landing-words' && areWordsLeftBehind(result, state, other, name)) continue
        else if (isCatchingUp(state, other, name)) {
          agree(result, otherResult, name)
          if (!result.caughtUp.includes(name)) result.caughtUp.push(name)
        } else if (kind === 'landing-words' ? concernsWords(state, other, name) : !isBlank(other.after[name]))
          leaveBehind(otherResult, state, name)
      }
    }
  return results
}

/** An article is followed block by block: the blocks that were not written yet stay behind. */
function isLeftBehind({ behind, caughtUp }: BehindState, state: LanguageState, other: LanguageState, name: string) {
  const former = behind[other.language]?.[name]
  if (typeof former !== 'string' || caughtUp.includes(name)) return false
  const { language, before, after } = state
  const own = { language, before: String(before[name] ?? ''), after: String(after[name] ?? '') }
  const left = leftBehind(former, String(other.after[name] ?? ''), own)
  if (left === null) return false
  behind[other.language] = { ...behind[other.language], [name]: left }
  return true
}

/** Sections are followed word by word. */
function areWordsLeftBehind({ behind }: BehindState, state: LanguageState, other: LanguageState, name: string) {
  const former = behind[other.language]?.[name]
  if (!former) return false
  const [own, current] = [wordsOf(state, name), wordsIn(other.after, name)]
  const left = wordsLeftBehind(former as SectionWords, current, own)
  if (left === null) return false
  behind[other.language] = { ...behind[other.language], [name]: left }
  return true
}

function concernsWords(state: LanguageState, other: LanguageState, name: string) {
  const { before, after } = wordsOf(state, name)
  return concernsOther(before, after, wordsIn(other.after, name))
}

const wordsIn = (fields: Fields, name: string) => (fields[name] ?? {}) as SectionWords
const wordsOf = ({ before, after }: LanguageState, name: string) => ({
  before: wordsIn(before, name),
  after: wordsIn(after, name),
})

interface ChangeSince {
  language: Language
  field: string
  before: FieldValue
  after: FieldValue
}

export function changesSince(behind: Behind, current: Partial<Record<Language, Fields>>): ChangeSince[] {
  return Object.entries(behind).flatMap(([key, texts]) => {
    const language = key as Language
    return Object.entries(texts).map(([field, before]) => ({
      language,
      field,
      before,
      after: current[language]?.[field] ?? null,
    }))
  })
}

/** "Still right": the text stays as it is, though the other language has changed. */
export function confirm(behind: Behind, fields: readonly string[]): Behind {
  const kept: Behind = {}
  for (const [language, texts] of Object.entries(behind)) {
    const left = Object.fromEntries(Object.entries(texts).filter(([field]) => !fields.includes(field)))
    if (Object.keys(left).length > 0) kept[language as Language] = left
  }
  return kept
}

export const isBehind = (behind: Behind) => Object.keys(behind).length > 0

function isCatchingUp(state: LanguageState, other: LanguageState, name: string) {
  if (isBlank(other.after[name])) return false
  return isBlank(state.before[name]) || state.caughtUp.includes(name) || hasField(state.behind, other.language, name)
}

function agree(one: BehindState, other: BehindState, name: string) {
  forget(one.behind, other.language, name)
  forget(other.behind, one.language, name)
}

function leaveBehind({ behind }: BehindState, { language, before, after, isSmall }: LanguageState, name: string) {
  if (hasField(behind, language, name)) {
    if (isSame(behind[language]?.[name], after[name])) forget(behind, language, name)
  } else if (!isSmall && !isBlank(before[name]))
    behind[language] = { ...behind[language], [name]: before[name] ?? null }
}

const hasField = (behind: Behind, language: Language, name: string) => Object.hasOwn(behind[language] ?? {}, name)

function forget(behind: Behind, language: Language, name: string) {
  const texts = behind[language]
  if (!texts) return
  delete texts[name]
  if (Object.keys(texts).length === 0) delete behind[language]
}
