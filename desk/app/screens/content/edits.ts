import { diffArrays } from 'diff'
import { isSame as isSameText } from '#domain/content/same-text.ts'
import type { Fields, FieldValue, Part } from '#domain/content/types/definition.ts'

/** A typed value, and the server's value when typing began. */
interface Edit {
  base: FieldValue
  value: FieldValue
}

export type Edits = Partial<Record<Part, Record<string, Edit>>>

export type Stored = Record<Part, { version: number; fields: Fields }>

export interface FieldConflict {
  part: Part
  name: string
  mine: FieldValue
  theirs: FieldValue
}

export function withEdit(edits: Edits, stored: Stored, part: Part, name: string, value: FieldValue): Edits {
  const begun = edits[part]?.[name]
  const base = begun ? begun.base : (stored[part].fields[name] ?? null)
  return { ...edits, [part]: { ...edits[part], [name]: { base, value } } }
}

export function currentValue(edits: Edits, stored: Stored, part: Part, name: string): FieldValue {
  const edit = edits[part]?.[name]
  return edit ? edit.value : (stored[part].fields[name] ?? null)
}

export function unsent(edits: Edits, stored: Stored): { part: Part; fields: Fields }[] {
  return Object.entries(edits).flatMap(([key, ofPart]) => {
    const part = key as Part
    const changed = Object.entries(ofPart).filter(([name, { value }]) => !isSame(value, stored[part].fields[name]))
    if (changed.length === 0) return []
    return [{ part, fields: Object.fromEntries(changed.map(([name, { value }]) => [name, cleaned(value)])) }]
  })
}

/** The same edits over a newer state of the server. Where both wrote in one field there is a conflict. */
export function rebase(edits: Edits, stored: Stored): { edits: Edits; conflicts: FieldConflict[] } {
  const kept: Edits = {}
  const conflicts: FieldConflict[] = []
  for (const [key, ofPart] of Object.entries(edits)) {
    const part = key as Part
    for (const [name, { base, value }] of Object.entries(ofPart)) {
      const theirs = stored[part].fields[name] ?? null
      // The very same text needs no edit; a line that was only begun stays as it is typed.
      if (JSON.stringify(value) === JSON.stringify(theirs)) continue
      const isTheirsNew = !isSame(theirs, base) && !isSame(theirs, value)
      const merged = isTheirsNew ? mergedText(base, value, theirs) : undefined
      if (merged !== undefined) {
        kept[part] = { ...kept[part], [name]: { base: theirs, value: merged } }
        continue
      }
      if (isTheirsNew) conflicts.push({ part, name, mine: value, theirs })
      kept[part] = { ...kept[part], [name]: { base: isTheirsNew ? base : theirs, value } }
    }
  }
  return { edits: kept, conflicts }
}

/** Two people may write in two paragraphs of one text. Undefined where they wrote in the same. */
function mergedText(base: FieldValue, mine: FieldValue, theirs: FieldValue): string | undefined {
  if (typeof base !== 'string' || typeof mine !== 'string' || typeof theirs !== 'string') return undefined
  const before = paragraphsIn(base)
  if (before.length < 2) return undefined
  const own = changesIn(before, paragraphsIn(mine))
  const others = changesIn(before, paragraphsIn(theirs))
  const doTouch = own.some((one) => others.some((other) => isTouching(one, other) || isTouching(other, one)))
  if (doTouch) return undefined
  const merged = [...before]
  for (const { start, end, written } of [...own, ...others].toSorted((one, other) => other.start - one.start))
    merged.splice(start, end - start, ...written)
  return merged.join('\n\n')
}

const paragraphsIn = (text: string) => text.split(/\n{2,}/)

interface Change {
  start: number
  end: number
  written: string[]
}

const isTouching = (one: Change, other: Change) =>
  one.start === one.end
    ? one.start >= other.start && one.start <= other.end
    : one.start < other.end && other.start < one.end

function changesIn(before: string[], after: string[]): Change[] {
  const changes: Change[] = []
  let place = 0
  for (const { added, removed, value } of diffArrays(before, after)) {
    if (!added && !removed) {
      place += value.length
      continue
    }
    const last = changes.at(-1)
    const change = last?.end === place ? last : { start: place, end: place, written: [] }
    if (change !== last) changes.push(change)
    if (added) change.written.push(...value)
    else {
      place += value.length
      change.end = place
    }
  }
  return changes
}

/** Removes the edits that are stored; text typed since stays an edit. A character that the server dropped is dropped here too. */
export function agree(edits: Edits, sent: readonly { part: Part; fields: Fields }[], stored: Stored): Edits {
  const agreed = { ...edits }
  for (const { part, fields } of sent)
    for (const [name, wanted] of Object.entries(fields)) {
      const { [name]: own, ...others } = agreed[part] ?? {}
      const base = stored[part].fields[name] ?? null
      if (!own) continue
      const isLeft = !isSame(own.value, wanted) || isSame(own.value, base)
      agreed[part] = isLeft ? { ...others, [name]: { base, value: own.value } } : others
    }
  return agreed
}

export function settle(edits: Edits, { part, name, theirs }: FieldConflict, choice: 'mine' | 'theirs'): Edits {
  const { [name]: own, ...others } = edits[part] ?? {}
  if (choice === 'theirs' || !own) return { ...edits, [part]: others }
  return { ...edits, [part]: { ...others, [name]: { base: theirs, value: own.value } } }
}

/** A line that is still blank is not part of a list yet. */
function cleaned(value: FieldValue): FieldValue {
  if (!Array.isArray(value)) return value
  return (value as unknown[]).filter((each) => typeof each !== 'string' || each.trim() !== '') as FieldValue
}

export const isSame = (one: FieldValue | undefined, other: FieldValue | undefined) =>
  isSameText(cleaned(one ?? null), cleaned(other ?? null))
