import type * as z from 'zod'
import { type ArticleBlock, linksInArticle, picturesInArticle, withHeadingIds } from '#contract/article.ts'
import { incompleteSections, isTarget, type Section, type SectionWords } from '#contract/landing-pages.ts'
import { linksIn } from '#contract/markdown.ts'
import type { MenuEntry } from '#contract/navigation.ts'
import { paragraphsOf } from '#contract/prose.ts'
import { readPictureAddress } from '#contract/uploaded-pictures.ts'
import { inEachLanguage, isLanguage, LANGUAGES, type Language } from '#texts/languages.ts'
import { latinDigits } from '#texts/spelling.ts'
import { articlesIn, blocksOf, hasHtml } from './articles.ts'
import { fileSchemaOf, spellingSchemaOf } from './file-schema.ts'
import { linksInWords, longWords, picturesInSections, targetsIn, withPictures } from './landing-sections.ts'
import { composeRecord, putAt, valueAt } from './parts.ts'
import { pathOfAddress } from './pictures/files.ts'
import type { Picture as UploadedPicture } from './pictures/pictures.ts'
import { isBlank } from './same-text.ts'
import {
  type FieldKind,
  type FieldModel,
  type IsAddress,
  type Parts,
  type Picture,
  SHARED,
} from './types/definition.ts'
import { CONTENT_TYPES, type ContentType, definitionOf } from './types/index.ts'

/** Faults of a single value that no page can show. */
export const VALUE_CHECKS = [
  'missing',
  'dateFormat',
  'linkFormat',
  'mailFormat',
  'phoneFormat',
  'numberFormat',
  'numberTooSmall',
  'numberTooLarge',
  'numberNotWhole',
  'timeZoneFormat',
  'hoursFormat',
  'choiceUnknown',
  'format',
] as const
export const BLOCKING_CHECKS = [
  ...VALUE_CHECKS,
  'pictureFormat',
  'pictureWords',
  'itemsDiffer',
  'maximumBelowMinimum',
  'closesBeforePosted',
  'leftOutWhenRemote',
  'requisitionTaken',
  'slugTaken',
  'slugReserved',
  'openingMissing',
  'openingIncomplete',
  'targetFormat',
  'entryUnnamed',
  'untilBeforeFrom',
  'mostChosenTaken',
  'requisitionChanged',
  'nameDiffers',
  'pictureGone',
  'brokenLink',
  'placeUnknown',
  'sectionNeeded',
] as const
export const ADVISING_CHECKS = [
  'paragraphsDiffer',
  'blocksDiffer',
  'htmlAsTyped',
  'numbersDiffer',
  'deadLink',
  'long',
  'closed',
  'dayToCome',
  'sectionsNotTranslated',
] as const
type CheckName = (typeof BLOCKING_CHECKS)[number] | (typeof ADVISING_CHECKS)[number]

export interface Check {
  check: CheckName
  isBlocking: boolean
  field: string
  /** In which language; null where it is about all of them, or about a shared field. */
  language: Language | null
  values: string[]
}

export interface CheckContext {
  id: number
  /** The other records that are published, as the file has them; only where two may not say the same. */
  others?: unknown[]
  given?: readonly { id: number; value: string }[]
  pictures?: readonly Pick<UploadedPicture, 'id' | 'words' | 'isDecorative'>[]
  /** Whether a visitor finds the page of this record, which its address names by its id or its word. */
  hasPage?: (type: ContentType, name: string) => boolean
  isAddress?: IsAddress | undefined
  today?: string
}

export function checkRecord(type: ContentType, parts: Parts, context: CheckContext): Check[] {
  const checks = [
    ...schemaChecks(type, parts, context),
    ...permanentChecks(type, parts, context),
    ...onlyOneChecks(type, parts, context),
    ...pictureChecks(type, parts, context),
    ...definitionOf(type).fields.flatMap((field) => [
      ...paragraphChecks(field, parts),
      ...numberChecks(field, parts),
      ...lengthChecks(field, parts),
      ...linkChecks(field, parts, context),
      ...targetChecks(field, parts, context),
      ...markedLinkChecks(field, parts, context),
    ]),
    ...articleChecks(type, parts, context),
    ...sectionChecks(type, parts, context),
    ...dayChecks(type, parts, context),
  ]
  return checks.filter((each, index) => index === checks.findIndex((other) => isSameCheck(each, other)))
}

export const isPublishable = (checks: readonly Check[]) => !checks.some(({ isBlocking }) => isBlocking)

/** As the files have it: pictures by their paths below images/. */
export function inFileForm(type: ContentType, id: number, parts: Parts): Record<string, unknown> {
  const record = composeRecord(type, id, parts)
  for (const { kind, at } of definitionOf(type).fields) {
    const value = kind === 'picture' || kind === 'pictures' ? valueAt(record, at) : undefined
    if (kind === 'picture' && value) putAt(record, at, pathOf(value as Picture))
    if (kind === 'pictures') putAt(record, at, ((value ?? []) as Picture[]).map(pathOf))
    if (kind === 'landing-sections') putAt(record, at, withPictures((valueAt(record, at) ?? []) as Section[], pathOf))
  }
  return record
}

function pathOf(picture: Picture): string | Picture {
  const paths = inEachLanguage((language) => pathOfAddress(picture[language]))
  if (picture.words) return { ...paths, words: picture.words }
  return LANGUAGES.every((language) => paths[language] === paths.en) ? paths.en : paths
}

const isSameCheck = (one: Check, other: Check) =>
  one.check === other.check &&
  one.field === other.field &&
  one.language === other.language &&
  (one.check !== 'hoursFormat' || one.values[0] === other.values[0])

const isAdvising = (check: CheckName) => (ADVISING_CHECKS as readonly string[]).includes(check)

const found = (check: CheckName, field: string, language: Language | null = null, values: string[] = []): Check => ({
  check,
  isBlocking: !isAdvising(check),
  field,
  language,
  values,
})

/** Faults that loading would refuse, also beside the other records. */
function schemaChecks(type: ContentType, parts: Parts, { id, others = [] }: CheckContext): Check[] {
  const { isSingle } = definitionOf(type)
  const record = inFileForm(type, id, parts)
  const records = isSingle ? record : [...others, record]
  const place = Array.isArray(records) ? records.length - 1 : undefined
  const schema = spellingSchemaOf(type) ?? fileSchemaOf(type)
  const { error } = schema.safeParse(records, { reportInput: true })
  return (error?.issues ?? []).flatMap((issue) => {
    const [index, ...inRecord] = issue.path
    if (place === undefined) return toChecks(type, issue, issue.path)
    return index === place ? toChecks(type, issue, inRecord) : []
  })
}

function toChecks(type: ContentType, issue: z.core.$ZodIssue, path: PropertyKey[]): Check[] {
  const keys = path.map(String)
  const fields = definitionOf(type).fields.filter(({ at }) => at.every((key, index) => matches(key, keys[index])))
  const field = fields.toSorted((one, other) => other.at.length - one.at.length)[0] ?? groupField(type, keys)
  if (!field) return [found('format', keys.join('.'))]
  const language = keys.find(isLanguage) ?? null
  const names = (issue as { params?: { check?: CheckName; values?: string[] } }).params
  const check = names?.check ?? checkOf(issue, field.kind)
  const values = check === 'hoursFormat' ? [rowIn(keys, field)] : limitOf(issue, check)
  return [found(check, field.name, language, names?.values ?? values)]
}

const rowIn = (keys: string[], { at }: FieldModel) => String(Number(keys[at.length] ?? 0) + 1)

const matches = (key: string, found: string | undefined) => key === '*' || key === found

/** A fault of a whole group, such as the salary, is shown at its first field. */
const groupField = (type: ContentType, keys: string[]): FieldModel | undefined =>
  definitionOf(type).fields.find(({ at }) => keys.every((key, index) => matches(at[index] ?? '', key)))

const FORMATS: Partial<Record<FieldKind, CheckName>> = {
  date: 'dateFormat',
  link: 'linkFormat',
  links: 'linkFormat',
  mail: 'mailFormat',
  phone: 'phoneFormat',
  number: 'numberFormat',
  'time-zone': 'timeZoneFormat',
  hours: 'hoursFormat',
  picture: 'pictureFormat',
  pictures: 'pictureFormat',
  choice: 'choiceUnknown',
}

function checkOf(issue: z.core.$ZodIssue, kind: FieldKind): CheckName {
  if (isMissingValue(issue)) return 'missing'
  if (issue.code === 'custom' && kind === 'list') return 'itemsDiffer'
  if (kind === 'number') return numberCheckOf(issue)
  return FORMATS[kind] ?? 'format'
}

function numberCheckOf(issue: z.core.$ZodIssue): CheckName {
  if (issue.code === 'too_small' && issue.inclusive) return 'numberTooSmall'
  if (issue.code === 'too_big') return 'numberTooLarge'
  return issue.code === 'invalid_type' && typeof issue.input === 'number' ? 'numberNotWhole' : 'numberFormat'
}

function limitOf(issue: z.core.$ZodIssue, check: CheckName): string[] {
  if (issue.code === 'too_small' && check === 'numberTooSmall') return [String(issue.minimum)]
  return issue.code === 'too_big' && check === 'numberTooLarge' ? [String(issue.maximum)] : []
}

function isMissingValue(issue: z.core.$ZodIssue) {
  if (issue.code === 'too_small' && (issue.origin === 'string' || issue.origin === 'array')) return true
  return issue.code !== 'custom' && issue.input === undefined
}

function permanentChecks(type: ContentType, parts: Parts, { id, given = [] }: CheckContext): Check[] {
  const { permanent } = definitionOf(type)
  const wanted = permanent && parts[SHARED][permanent.field]
  if (!permanent || isBlank(wanted)) return []
  const { field, changed, taken } = permanent
  const own = given.find((each) => each.id === id)?.value
  if (own !== undefined && own !== wanted) return [found(changed.check as CheckName, field, null, [own])]
  const owner = given.find(({ value }) => value === wanted)?.id
  return owner !== undefined && owner !== id ? [found(taken.check as CheckName, field, null, [String(owner)])] : []
}

/** Files may mark several records, and are loaded as they are. In the desk the check names the marked one. */
function onlyOneChecks(type: ContentType, parts: Parts, { others = [] }: CheckContext): Check[] {
  const { fields, titleField } = definitionOf(type)
  return fields.flatMap(({ name, onlyOne }) => {
    if (!onlyOne || parts[SHARED][name] !== true) return []
    const marked = (others as Record<string, unknown>[]).find((other) => other[name])
    const title = marked?.[titleField] as Record<Language, string> | undefined
    return title ? [found(onlyOne.check as CheckName, name, null, [title.en, title.ar])] : []
  })
}

export function picturesIn(type: ContentType, parts: Parts): { field: string; address: string }[] {
  const inArticles = LANGUAGES.flatMap((language) =>
    articlesIn(type, parts[language]).flatMap(({ name, blocks }) =>
      picturesInArticle(blocks).map(({ address }) => ({ field: name, address })),
    ),
  )
  const inFields = definitionOf(type)
    .fields.filter(({ kind }) => kind === 'picture' || kind === 'pictures')
    .flatMap(({ name }) =>
      [(parts[SHARED][name] ?? []) as Picture | Picture[]]
        .flat()
        .flatMap((picture) => LANGUAGES.map((language) => ({ field: name, address: String(picture[language]) }))),
    )
  const inSections = definitionOf(type)
    .fields.filter(({ kind }) => kind === 'landing-sections')
    .flatMap(({ name }) =>
      picturesInSections((parts[SHARED][name] ?? []) as Section[]).flatMap((picture) =>
        LANGUAGES.map((language) => ({ field: name, address: picture[language] })),
      ),
    )
  return [...inFields, ...inSections, ...inArticles]
}

function pictureChecks(type: ContentType, parts: Parts, { pictures }: CheckContext): Check[] {
  if (!pictures) return []
  const isArticle = (field: string) =>
    definitionOf(type).fields.some(({ name, kind }) => name === field && kind === 'article')
  return picturesIn(type, parts).flatMap(({ field, address }) => {
    // An article's picture may have words of its own.
    if (isArticle(field)) return []
    const uploaded = readPictureAddress(address)
    if (!uploaded) return []
    const known = pictures.find(({ id }) => id === uploaded.id)
    if (!known) return [found('pictureFormat', field)]
    if (known.isDecorative) return []
    return LANGUAGES.filter((language) => isBlank(known.words[language])).map((language) =>
      found('pictureWords', field, language),
    )
  })
}

function textsIn(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).filter((each): each is string => typeof each === 'string')
}

function numberChecks({ in: place, name }: FieldModel, parts: Parts): Check[] {
  if (place === SHARED) return []
  const written = LANGUAGES.filter((language) => !isBlank(parts[language][name]))
  return written.slice(1).flatMap((language) => {
    const first = written[0] as Language
    const here = numbersIn(textsIn(parts[language][name]).join('\n'))
    const there = numbersIn(textsIn(parts[first][name]).join('\n'))
    const [onlyHere, onlyThere] = [without(here, there), without(there, here)]
    // A number may be written as a word in one language; two different numbers are another matter.
    if (onlyHere.length === 0 || onlyThere.length === 0) return []
    return [found('numbersDiffer', name, language, [onlyThere.join(', '), onlyHere.join(', ')])]
  })
}

function paragraphChecks({ name, kind, in: place }: FieldModel, parts: Parts): Check[] {
  if (kind !== 'paragraphs' || place === SHARED) return []
  const counts = LANGUAGES.map((language) => paragraphsOf(String(parts[language][name] ?? '')).length)
  // An empty text is missing, which is another fault.
  return counts.every((count) => count > 0) && new Set(counts).size > 1 ? [found('paragraphsDiffer', name)] : []
}

function articleChecks(type: ContentType, parts: Parts, { pictures, isAddress }: CheckContext): Check[] {
  const ofLanguage = LANGUAGES.flatMap((language) =>
    articlesIn(type, parts[language]).flatMap(({ name, blocks }) => [
      ...(pictures
        ? picturesInArticle(blocks).flatMap((picture) => pictureFault(picture, language, name, pictures))
        : []),
      ...linksInArticle(blocks)
        .filter(
          (address) => isPlaceUnknown(address, blocks) || (address.startsWith('/') && isAddress?.(address) === false),
        )
        .map((address) => found('brokenLink', name, language, [address])),
      ...(hasHtml(blocks) ? [found('htmlAsTyped', name, language)] : []),
    ]),
  )
  return [...ofLanguage, ...definitionOf(type).fields.flatMap((field) => blockChecks(field, parts))]
}

function pictureFault(
  { address, words }: { address: string; words: string },
  language: Language,
  name: string,
  pictures: NonNullable<CheckContext['pictures']>,
): Check[] {
  const known = pictures.find(({ id }) => id === readPictureAddress(address)?.id)
  if (!known) return [found('pictureGone', name, language, [address])]
  if (words || known.isDecorative || !isBlank(known.words[language])) return []
  return [found('pictureWords', name, language)]
}

const isPlaceUnknown = (address: string, blocks: readonly ArticleBlock[]) =>
  address.startsWith('#') &&
  !withHeadingIds(blocks).some(
    (block) => block.block === 'heading' && [block.id, encodeURIComponent(block.id ?? '')].includes(address.slice(1)),
  )

/** Blocks of one kind stand beside each other in both languages. */
function blockChecks({ name, kind, in: place }: FieldModel, parts: Parts): Check[] {
  if (kind !== 'article' || place === SHARED) return []
  const kinds = LANGUAGES.map((language) =>
    blocksOf(String(parts[language][name] ?? ''))
      .map(({ block }) => block)
      .join(),
  )
  return kinds.every(Boolean) && new Set(kinds).size > 1 ? [found('blocksDiffer', name)] : []
}

function sectionChecks(type: ContentType, parts: Parts, { isAddress }: CheckContext): Check[] {
  const { fields } = definitionOf(type)
  const nameOf = (wanted: FieldKind) => fields.find(({ kind }) => kind === wanted)?.name
  const [list, words] = [nameOf('landing-sections'), nameOf('landing-words')]
  if (list === undefined || words === undefined) return []
  const sections = (parts[SHARED][list] ?? []) as Section[]
  const isDead = (address: string) => address.startsWith('/') && isAddress?.(address) === false
  const ofLanguage = LANGUAGES.flatMap((language) => {
    const written = (parts[language][words] ?? {}) as SectionWords
    const hidden = incompleteSections(sections, written).length
    return [
      ...(hidden > 0 ? [found('sectionsNotTranslated', words, language, [String(hidden)])] : []),
      ...linksInWords(written)
        .filter(({ address, isAllowed }) => !isAllowed || isDead(address))
        .map(({ address }) => found('deadLink', words, language, [address])),
      ...longWords(written).map((advised) => found('long', words, language, [String(advised)])),
    ]
  })
  return [
    ...ofLanguage,
    ...targetsIn(sections)
      .filter(isDead)
      .map((address) => found('deadLink', list, null, [address])),
  ]
}

const SCALES: [RegExp, number][] = [
  [/^(?:thousand|k\b|ألف|آلاف|الاف|ألفا)/i, 1000],
  [/^(?:million|مليون|ملايين)/i, 1_000_000],
]
const NUMBER = /\d+(?:[,٬]\d{3})*(?:[.٫]\d+)?/g

export function numbersIn(text: string): number[] {
  const latin = latinDigits(text)
  return [...latin.matchAll(NUMBER)].map(({ 0: digits, index }) => {
    const value = Number(digits.replace(/[,٬]/g, '').replace('٫', '.'))
    const rest = latin.slice(index + digits.length).trimStart()
    return value * (SCALES.find(([word]) => word.test(rest))?.[1] ?? 1)
  })
}

function without(numbers: number[], others: number[]): number[] {
  const left = [...others]
  return numbers.filter((number) => {
    const found = left.indexOf(number)
    if (found >= 0) left.splice(found, 1)
    return found < 0
  })
}

function lengthChecks({ in: place, name, advisedLength }: FieldModel, parts: Parts): Check[] {
  if (!advisedLength || place === SHARED) return []
  return LANGUAGES.filter((language) => textsIn(parts[language][name]).some((text) => text.length > advisedLength)).map(
    (language) => found('long', name, language, [String(advisedLength)]),
  )
}

const PAGES: Record<string, ContentType> = Object.fromEntries(
  CONTENT_TYPES.flatMap((type) => (definitionOf(type).recordPages ?? []).map((page) => [page, type])),
)
const PAGE_ADDRESS = new RegExp(`(${Object.keys(PAGES).join('|').replaceAll('?', '\\?')})([a-z0-9-]+)`, 'g')

function linkChecks({ in: place, name, kind }: FieldModel, parts: Parts, { hasPage }: CheckContext): Check[] {
  if (!hasPage || kind === 'target') return []
  const places = place === SHARED ? [SHARED] : LANGUAGES
  return places.flatMap((part) =>
    textsIn(parts[part as Language][name]).flatMap((text) =>
      [...text.matchAll(PAGE_ADDRESS)]
        .filter(([, page, record]) => !hasPage(PAGES[page as string] as ContentType, record as string))
        .map(([address]) =>
          found(kind === 'article' ? 'brokenLink' : 'deadLink', name, part === SHARED ? null : (part as Language), [
            address,
          ]),
        ),
    ),
  )
}

/** Visitors meet these links on every page. */
function targetChecks({ name, kind }: FieldModel, parts: Parts, { isAddress, hasPage }: CheckContext): Check[] {
  if (kind !== 'menu' && kind !== 'target') return []
  const value = parts[SHARED][name]
  const targets = kind === 'menu' ? ((value ?? []) as MenuEntry[]).map(({ to }) => to) : [value]
  const namesNoRecord = (to: string) =>
    [...to.matchAll(PAGE_ADDRESS)].some(
      ([, page, record]) => hasPage?.(PAGES[page as string] as ContentType, record as string) === false,
    )
  const dead = targets
    .filter((to) => typeof to === 'string')
    .filter((to) => isTarget(to) && to.startsWith('/') && (isAddress?.(to) === false || namesNoRecord(to)))
  return dead.length > 0 ? [found('brokenLink', name, null, dead)] : []
}

/** A link that visitors would read as text, or that leads to no page of the site. */
function markedLinkChecks({ name, hasMarks }: FieldModel, parts: Parts, { isAddress }: CheckContext): Check[] {
  if (!hasMarks) return []
  return LANGUAGES.flatMap((language) =>
    textsIn(parts[language][name])
      .flatMap(linksIn)
      .filter(({ address, isAllowed }) => !isAllowed || (address.startsWith('/') && isAddress?.(address) === false))
      .map(({ address }) => found('deadLink', name, language, [address])),
  )
}

function dayChecks(type: ContentType, parts: Parts, { today }: CheckContext): Check[] {
  const dayIn = (field: string) => (typeof parts[SHARED][field] === 'string' ? String(parts[SHARED][field]) : undefined)
  const { firstDay: firstField, columns: { closes_on: lastField = '' } = {} } = definitionOf(type)
  const closesOn = dayIn(lastField)
  const first = firstField && dayIn(firstField)
  const isOver = today !== undefined && closesOn !== undefined && closesOn < today
  return [
    // A record closed on its first day closes the day before.
    first && closesOn && closesOn < first && !isOver && found('closesBeforePosted', lastField),
    isOver && found('closed', lastField),
    today && first && first > today && found('dayToCome', firstField),
  ].filter((check) => typeof check === 'object')
}
