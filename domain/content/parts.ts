import { LANGUAGES, type Language } from '#texts/languages.ts'
import { isBlank, isSame, trimmed } from './same-text.ts'
import {
  type FieldKind,
  type FieldModel,
  type Fields,
  type FieldValue,
  PARTS,
  type Part,
  type Parts,
  SHARED,
} from './types/definition.ts'
import { type ContentType, definitionOf } from './types/index.ts'

export const SINGLE_ID = 1

export function mapParts<Result>(make: (part: Part) => Result): Record<Part, Result> {
  return Object.fromEntries(PARTS.map((part) => [part, make(part)])) as Record<Part, Result>
}

export const isPart = (name: string): name is Part => (PARTS as readonly string[]).includes(name)

export const isLanguagePart = (part: Part): part is Language => part !== SHARED

export const fieldsOfPart = (type: ContentType, part: Part): FieldModel[] =>
  definitionOf(type).fields.filter((each) => (each.in === SHARED) === (part === SHARED))

export const translatedFields = (type: ContentType): FieldModel[] => fieldsOfPart(type, LANGUAGES[0])

/** Every field of the type in order, blank where unknown. */
export function wholePart(type: ContentType, part: Part, fields: Partial<Fields>): Fields {
  const whole: Fields = {}
  for (const { name, kind } of fieldsOfPart(type, part)) whole[name] = fields[name] ?? blankOf(kind)
  return whole
}

export function blankOf(kind: FieldKind): FieldValue {
  if (
    kind === 'list' ||
    kind === 'links' ||
    kind === 'menu' ||
    kind === 'pictures' ||
    kind === 'hours' ||
    kind === 'sections' ||
    kind === 'landing-sections'
  )
    return []
  if (kind === 'landing-words') return {}
  return kind === 'plain' || kind === 'paragraphs' || kind === 'article' ? '' : null
}

export const areSame = (one: Fields, other: Fields) =>
  Object.keys({ ...one, ...other }).every((name) => isSame(one[name], other[name]))

export function splitRecord(type: ContentType, record: object): Parts {
  return mapParts((part) => {
    const fields: Partial<Fields> = {}
    for (const { name, at } of fieldsOfPart(type, part)) {
      const found = valueAt(record, isLanguagePart(part) ? [...at, part] : at)
      if (found !== undefined) fields[name] = found as FieldValue
    }
    return wholePart(type, part, fields)
  })
}

/** As the file has it, but for pictures, which are addresses. Blank fields are left out. */
export function composeRecord(type: ContentType, id: number, parts: Parts): Record<string, unknown> {
  const record: Record<string, unknown> = definitionOf(type).hasId ? { id } : {}
  for (const { name, at, in: place, isRequired } of definitionOf(type).fields) {
    if (place === SHARED) {
      const value = parts[SHARED][name]
      if (!isBlank(value) || (Array.isArray(value) && isRequired)) putAt(record, at, trimmed(value))
      continue
    }
    // A text that is optional is there in all languages or in none.
    if (!isRequired && LANGUAGES.every((language) => isBlank(parts[language][name]))) continue
    for (const language of LANGUAGES) putAt(record, [...at, language], trimmed(parts[language][name]))
  }
  return record
}

export function valueAt(value: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined || value === undefined || value === null) return value
  if (key === '*') return (value as unknown[]).map((each) => valueAt(each, rest))
  return valueAt((value as Record<string, unknown>)[key], rest)
}

export function putAt(target: Record<string, unknown>, [key, ...rest]: readonly string[], value: unknown): void {
  if (key === undefined) return
  if (rest.length === 0) {
    target[key] = value
    return
  }
  if (rest[0] === '*') {
    target[key] ??= []
    const members = target[key] as Record<string, unknown>[]
    for (const [index, each] of ((value ?? []) as unknown[]).entries()) {
      members[index] ??= {}
      putAt(members[index] as Record<string, unknown>, rest.slice(1), each)
    }
    return
  }
  target[key] ??= {}
  putAt(target[key] as Record<string, unknown>, rest, value)
}
