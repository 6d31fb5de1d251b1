import * as z from 'zod'
import { PLAIN_HOST } from '#contract/constants.ts'
import { type OpeningHours, openingHours } from '#contract/entities.ts'
import { isTarget, type Section, sectionList, sectionWords } from '#contract/landing-pages.ts'
import { isFor, type LogoUse } from '#contract/logos.ts'
import { isMailAddress, withAsciiDomain } from '#contract/mail-address.ts'
import { type FixedPages, menuOf, targetOf } from '#contract/navigation.ts'
import { withEverySection } from '#contract/pages.ts'
import { unknownPlaces } from '#texts/fill-in.ts'
import { inEachLanguage, LANGUAGES } from '#texts/languages.ts'
import { picturesInSections, targetsIn } from './landing-sections.ts'
import { isPlainPath, PICTURE_TYPES, pictureType, uploadedAt } from './pictures/files.ts'
import { MAX_WORDS_LENGTH } from './pictures/pictures.ts'
import { isUnseen, keyOfName } from './same-text.ts'
import { type FieldKind, type FieldModel, type RecordRule, SHARED } from './types/definition.ts'
import { type ContentType, definitionOf } from './types/index.ts'

/** Schema of content/<type>.json, made from the type's definition. Messages continue "description.ar …". */
export function fileSchemaOf(type: ContentType): z.ZodType {
  const schema = schemas.get(type) ?? makeSchema(type)
  schemas.set(type, schema)
  return schema
}

const schemas = new Map<ContentType, z.ZodType>()

function makeSchema(type: ContentType): z.ZodType {
  const { fields, rules = [], isSingle, hasId } = definitionOf(type)
  const shape = { ...(hasId && { id }), ...shapeOf(fields) }
  const record = z.strictObject(shape).check(evenWithFaults((payload) => reportBroken(rules, payload)))
  if (isSingle) return record
  const unique = fields.flatMap(({ name, unique }) => (unique ? [{ name, ...unique }] : []))
  return z.array(record).check(({ value, issues }) => {
    if (issues.length > 0) return
    const records = value as Record<string, unknown>[]
    if (hasId) reportRepeated(records, issues, { name: 'id', message: 'is the id of another record too' })
    for (const each of unique) reportRepeated(records, issues, each)
  })
}

/** Checked apart: while a shared name is respelled record by record, published and exported records differ. */
export function spellingSchemaOf(type: ContentType): z.ZodType | undefined {
  const keyed = definitionOf(type).fields.filter(({ hasKey }) => hasKey)
  if (keyed.length === 0) return undefined
  return (fileSchemaOf(type) as z.ZodType<Record<string, unknown>[]>).check(({ value, issues }) => {
    for (const { name } of keyed) reportSpelling(value, issues, name)
  })
}

type Issues = z.core.$ZodRawIssue[]

const evenWithFaults = (check: z.core.CheckFn<Record<string, unknown>>) =>
  z.core._check<Record<string, unknown>>(check, { when: ({ value }) => typeof value === 'object' && value !== null })

function reportBroken(rules: readonly RecordRule[], { value, issues }: { value: unknown; issues: Issues }) {
  for (const { path, message, check, isBroken } of rules)
    if (isBroken(value)) issues.push({ code: 'custom', input: value, path: [...path], message, params: { check } })
}

function reportRepeated(
  records: Record<string, unknown>[],
  issues: Issues,
  { name, message, check }: { name: string; message: string; check?: string },
) {
  const seen = new Set<unknown>()
  for (const [index, record] of records.entries()) {
    const input = record[name]
    if (seen.has(input))
      issues.push({ code: 'custom', input, path: [index, name], message, ...(check && { params: { check } }) })
    seen.add(input)
  }
}

type Bilingual<Value> = { en: Value; ar: Value }

function reportSpelling(records: Record<string, unknown>[], issues: Issues, field: string) {
  const known = new Map<string, Bilingual<string>>()
  for (const [index, record] of records.entries()) {
    const name = record[field] as Bilingual<string> | undefined
    if (!name) continue
    const first = known.get(keyOfName(name.en)) ?? name
    known.set(keyOfName(name.en), first)
    if (first.en !== name.en || first.ar !== name.ar)
      issues.push({
        code: 'custom',
        input: name,
        path: [index, field],
        message: `must be written as elsewhere: ${first.en}, ${first.ar}`,
        params: { check: 'nameDiffers', values: [first.en, first.ar] },
      })
  }
}

/** A group whose fields are all optional is there as a whole, or not at all. */
function shapeOf(fields: readonly FieldModel[], depth = 0): Record<string, z.ZodType> {
  const shape: Record<string, z.ZodType> = {}
  for (const key of new Set(fields.map(({ at }) => at[depth] as string))) {
    const members = fields.filter(({ at }) => at[depth] === key)
    const schema = memberSchema(members, depth)
    const isOptional = members.every(({ isRequired, standsAlone }) => !isRequired && (depth === 0 || standsAlone))
    shape[key] = isOptional ? schema.optional() : schema
  }
  return shape
}

function memberSchema(members: readonly FieldModel[], depth: number): z.ZodType {
  const [first] = members as [FieldModel]
  if (first.at.length === depth + 1) return valueSchema(first)
  if (first.at[depth + 1] === '*') return z.array(z.strictObject(shapeOf(members, depth + 2)))
  return z.strictObject(shapeOf(members, depth + 1))
}

function valueSchema(field: FieldModel): z.ZodType {
  const isMember = field.at.includes('*')
  const kind = isMember ? (MEMBER_KINDS[field.kind] ?? field.kind) : field.kind
  const schema = field.rule ?? withKnownPlaces(kindSchema(kind, field), field.places)
  if (field.in === SHARED) return schema
  const bilingual = z.strictObject(inEachLanguage(() => schema)) as unknown as z.ZodType<Bilingual<string | string[]>>
  const alike =
    kind === 'list'
      ? bilingual.refine(({ en, ar }) => en.length === ar.length, 'must be as many in Arabic as in English')
      : bilingual
  if (field.canBeRelative) return z.union([alike, relativeDay])
  if (!field.hasKey) return alike
  return alike.refine(({ en }) => keyOfName(String(en)), {
    error: 'must have a letter or a digit in English',
    params: { check: 'format' },
  })
}

function withKnownPlaces(schema: z.ZodType, places: readonly string[] | undefined): z.ZodType {
  if (!places) return schema
  return schema.check(({ value, issues }) => {
    const values = [value].flat().flatMap((text) => unknownPlaces(String(text), places))
    const message = `names what nobody can fill in: ${values.join(', ')}`
    if (values.length > 0)
      issues.push({ code: 'custom', input: value, message, params: { check: 'placeUnknown', values } })
  })
}

/** Every section once; those that an older list lacks are added. */
const sectionsSchema = (known: readonly string[], alwaysShown: readonly string[]) =>
  z
    .array(z.strictObject({ name: z.enum(known), is_shown: z.boolean() }))
    .check(({ value, issues }) => {
      for (const [index, { name, is_shown }] of value.entries()) {
        const report = (message: string, check: string) =>
          issues.push({ code: 'custom', input: value, path: [index], message, params: { check } })
        if (value.findIndex((other) => other.name === name) < index) report('stands twice in the list', 'format')
        if (!is_shown && alwaysShown.includes(name)) report('cannot be hidden', 'sectionNeeded')
      }
    })
    .transform((places) => withEverySection(known, places))

const MEMBER_KINDS: Partial<Record<FieldKind, FieldKind>> = { list: 'plain', links: 'link' }

function kindSchema(
  kind: FieldKind,
  { choices = [], alwaysShown = [], fixedPages = {}, canBeRelative, logo }: FieldModel,
): z.ZodType {
  const schemas: Record<FieldKind, () => z.ZodType> = {
    plain: () => text,
    paragraphs: () => text,
    article: () => text,
    list: () => z.array(text).min(1),
    date: () => (canBeRelative ? dayOrRelative : day),
    link: () => address,
    links: () => z.array(address),
    target: () => target,
    menu: () => menuSchema(fixedPages),
    number: () => z.number(),
    choice: () => z.enum(choices),
    'yes-no': () => z.boolean(),
    mail: () => mailAddress,
    phone: () => phone,
    'time-zone': () => timeZone,
    hours: () => weekOfHours,
    picture: () => pictureFor(logo),
    pictures: () => z.array(pictureFor(undefined)),
    'landing-sections': () => landingSections,
    'landing-words': () => sectionWords as unknown as z.ZodType,
    sections: () => sectionsSchema(choices, alwaysShown),
  }
  return schemas[kind]()
}

const id = z.int().positive().max(2_147_483_647)
const text = z
  .string()
  .trim()
  .min(1, { abort: true })
  .refine((written) => !isUnseen(written), { error: 'must have something to see', params: { check: 'missing' } })
const target = text.check(({ value, issues }) => {
  if (!isTarget(value)) issues.push(wrongTarget(value))
})
const wrongTarget = (to: string, path: PropertyKey[] = []) => ({
  code: 'custom' as const,
  input: to,
  path,
  message: `has a link to no page of the site and no https address: ${to}`,
  params: { check: 'targetFormat', values: [to] },
})

/** Classic around the schema that the browser shares. */
const menuSchema = (fixedPages: FixedPages) =>
  z
    .preprocess((written) => written, menuOf(fixedPages))
    .check(({ value, issues }) => {
      if (issues.length > 0) return
      for (const [index, { label, ...entry }] of value.entries()) {
        const to = targetOf(entry, fixedPages)
        if (!isTarget(to)) issues.push(wrongTarget(to, [index, 'to']))
        for (const language of LANGUAGES)
          if (isUnseen(label[language])) issues.push(unnamed(to, [index, 'label', language]))
      }
    })

const unnamed = (to: string, path: PropertyKey[]) => ({
  code: 'custom' as const,
  input: to,
  path,
  message: `must have something to see (${to})`,
  params: { check: 'entryUnnamed', values: [to] },
})

const address = z.url({
  protocol: /^https?$/,
  hostname: PLAIN_HOST,
  error: 'must be an address that begins with http:// or https:// and names a host',
})
const picturePath = text
  .refine(isPlainPath, 'must be the path of a picture below images/, of letters, digits, hyphens and dots')
  .refine((path) => pictureType(path), `must be a picture: ${Object.keys(PICTURE_TYPES).join(', ')}`)
/** Other fields than those of logos hold no drawing of an editor. */
function pictureFor(logo: LogoUse | undefined) {
  const path = picturePath.refine(
    (written) => isFor(logo, uploadedAt(written)?.address ?? ''),
    logo ? `must be uploaded at the desk and have the shape of a ${logo}` : 'must be no drawing uploaded as a logo',
  )
  return z
    .union([
      path,
      z.strictObject({
        ...inEachLanguage(() => path),
        words: z.strictObject(inEachLanguage(() => text.max(MAX_WORDS_LENGTH))).optional(),
      }),
    ])
    .transform((one) => (typeof one === 'string' ? { en: one, ar: one } : one))
}
/** As with other pictures, one path may stand for both languages. */
const landingSections = z.preprocess(
  (written) => (Array.isArray(written) ? written.map(withPicturesInEachLanguage) : written),
  sectionList.check(({ value, issues }) => {
    if (issues.length > 0) return
    const paths = picturesInSections(value).flatMap(({ en, ar }) => [en, ar])
    for (const path of paths)
      if (!picturePath.safeParse(path).success)
        issues.push({
          code: 'custom',
          input: path,
          message: `names no picture below images/: ${path}`,
          params: { check: 'pictureFormat' },
        })
    for (const to of targetsIn(value)) if (!isTarget(to)) issues.push(wrongTarget(to))
  }),
)

function withPicturesInEachLanguage(section: Section) {
  const inEach = (own: unknown): unknown => {
    const { picture: path } = Object(own)
    return typeof path === 'string' ? { ...Object(own), picture: { en: path, ar: path } } : own
  }
  return Array.isArray(section?.items)
    ? { ...Object(inEach(section)), items: section.items.map(inEach) }
    : inEach(section)
}

/** Later days are slips of the pen. */
const LAST_DAY = '2999-12-31'
const day = z.iso
  .date('must be a date like 2026-02-08')
  .refine((date) => date <= LAST_DAY, `must be a date until ${LAST_DAY}`)
const relativeDay = z.strictObject({ days_from_loading: z.int() })
const dayOrRelative = z.union([day, relativeDay], {
  error: 'must be a date like 2026-02-08, or { "days_from_loading": 30 }',
})
const phone = z
  .string()
  .refine((number) => /^\+?[\d ()-]+$/.test(number) && /^\d{5,15}$/.test(number.replace(/\D/g, '')), {
    error: 'must be a phone number: digits, with spaces, hyphens and one + at the most',
  })
const mailAddress = z.string().refine((written) => isMailAddress(withAsciiDomain(written)), 'must be a mail address')
const timeZone = z.string().refine(isTimeZone, 'must be a time zone like Africa/Cairo')

/** A day is closed, or open between times, several where there are breaks. */
const weekOfHours = z.array(openingHours).check(({ value, issues }) => {
  if (issues.length > 0) return
  for (const [index, hours] of value.entries()) {
    const message = faultOfHours(hours, value.slice(0, index))
    if (message) issues.push({ code: 'custom', input: hours, path: [index], message })
  }
})

function faultOfHours({ days, opens, closes }: OpeningHours, before: readonly OpeningHours[]): string | undefined {
  if (days.length === 0) return 'must name a day'
  if ((opens === null) !== (closes === null)) return 'must have both times, or neither where it is closed'
  if (opens !== null && closes !== null && closes <= opens) return 'must close after it opens'
  const overlaps = (other: OpeningHours) =>
    opens === null || closes === null || other.opens === null || other.closes === null
      ? true
      : opens < other.closes && other.opens < closes
  const twice = days.find(
    (each, index) => days.indexOf(each) < index || before.some((other) => other.days.includes(each) && overlaps(other)),
  )
  return twice && `has hours for ${twice} at a time for which others stand there too`
}

function isTimeZone(name: string) {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
