import type { Edits } from './edits.ts'

interface Place {
  personId: string
  type: string
  id: number
}

const prefixOf = (personId: string) => `desk content ${personId} `
const keyOf = ({ personId, type, id }: Place) => `${prefixOf(personId)}${type}/${id}`

export function keptEdits(place: Place): Edits {
  try {
    return JSON.parse(localStorage.getItem(keyOf(place)) ?? '{}') as Edits
  } catch {
    return {}
  }
}

/** Called with every letter, so a crash loses nothing. False if the browser has no room. */
export function keepEdits(place: Place, edits: Edits): boolean {
  try {
    localStorage.setItem(keyOf(place), JSON.stringify(edits))
    return true
  } catch {
    return false
  }
}

export function forgetEdits(place: Place) {
  try {
    localStorage.removeItem(keyOf(place))
    localStorage.removeItem(creationName(place))
  } catch {}
}

const creationName = (place: Place) => `desk creation ${keyOf(place)}`

/** Names a new record until it is stored, also after a reload: its first request may have arrived unanswered. */
export function keepCreationKey(place: Place, key: string) {
  try {
    localStorage.setItem(creationName(place), key)
  } catch {}
}

export function keptCreationKey(place: Place) {
  try {
    return localStorage.getItem(creationName(place))
  } catch {
    return null
  }
}

interface KeptText extends Place {
  /** The beginning of the first text; empty where only shared fields were changed. */
  words: string
}

const MAX_WORDS_LENGTH = 60

export function keptTexts(personId: string): KeptText[] {
  const prefix = prefixOf(personId)
  return storedKeys().flatMap((key) => {
    const [, type, id] = (key.startsWith(prefix) && /^([a-z-]+)\/(\d+)$/.exec(key.slice(prefix.length))) || []
    if (!type || !id) return []
    const place = { personId, type, id: Number(id) }
    const edits = Object.values(keptEdits(place)).flatMap((part) => Object.values(part))
    if (edits.length === 0) return []
    const [text = ''] = edits.flatMap(({ value }) => (typeof value === 'string' && value.trim() ? [value.trim()] : []))
    const words = text.length > MAX_WORDS_LENGTH ? `${[...text].slice(0, MAX_WORDS_LENGTH).join('')}…` : text
    return [{ ...place, words }]
  })
}

function storedKeys(): string[] {
  try {
    return Object.keys(localStorage)
  } catch {
    return []
  }
}
