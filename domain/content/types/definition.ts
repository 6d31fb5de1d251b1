import type * as z from 'zod'
import type { EndpointName } from '#contract/endpoints.ts'
import type { OpeningHours } from '#contract/entities.ts'
import type { Facts as PageContent } from '#contract/facts.ts'
import { LANGUAGES, type Language } from '#texts/languages.ts'
import type { Queries } from '../../platform/database/database.ts'

/** A record is kept in parts: one for each language, and one for the fields that all languages share. */
export const SHARED = 'shared'
export type Part = typeof SHARED | Language
export const PARTS: readonly Part[] = [SHARED, ...LANGUAGES]

/** A picture as pages and the guest API have it; `alt` is left out of a decoration. */
export interface ShownPicture {
  url: string
  alt?: string
}

/** Each kind of field with its value in one language, as pages and the guest API have it. */
interface KindValues {
  /** One line. */
  plain: string
  /** A blank line begins a new paragraph. */
  paragraphs: string
  list: string[]
  date: string
  link: string
  links: string[]
  number: number
  choice: string
  'yes-no': boolean
  mail: string
  phone: string
  'time-zone': string
  hours: OpeningHours[]
  picture: string
  pictures: ShownPicture[]
}
export type FieldKind = keyof KindValues

/** A stored picture may differ by language, where it contains words or has a direction. */
export type Picture = Record<Language, string>
export type FieldValue = string | number | boolean | null | string[] | Picture | Picture[] | OpeningHours[]
export type Fields = Record<string, FieldValue>
export type Parts = Record<Part, Fields>

interface FieldOptions {
  optional?: true
  /** Of one text; a longer one is refused. */
  maxLength?: number
  /** A longer text gets a warning: its place on the page is small. */
  advisedLength?: number
  choices?: readonly string[]
  /** Pages show emphasis, links and lists in it: contract/markdown.ts. */
  hasMarks?: true
  /** Path in the record of the JSON file; `*` is every member of a list. Its own name by default. */
  at?: readonly string[]
  /** The value in the file, where its kind alone says too little. */
  rule?: z.ZodType
  /** No two records have the same value. */
  unique?: { message: string; check: string }
  /** The English text becomes a key in addresses. Records with the same key spell it the same. */
  hasKey?: true
  /** At most one record says yes. */
  onlyOne?: { check: string }
  /** The file may count days from the day of loading. */
  canBeRelative?: true
  /** Stands in for a blank value in a preview, where the page needs one. */
  inPreview?: FieldValue | ((today: string) => FieldValue)
}

export interface Field<Value = unknown> extends FieldOptions {
  kind: FieldKind
  in: 'languages' | typeof SHARED
  /** Carries the type only. */
  value?: Value
}

/** A field as code reads it, and as the desk gets it. */
export interface FieldModel extends Omit<Field, 'value' | 'optional'> {
  name: string
  isRequired: boolean
  at: readonly string[]
}

type ValueOf<Kind extends FieldKind, Options> =
  | (Options extends { choices: readonly (infer Choice)[] } ? Choice : KindValues[Kind])
  | (Options extends { optional: true } ? (KindValues[Kind] extends unknown[] ? never : null) : never)

/** One value for all languages. */
export function sharedField<Kind extends FieldKind, const Options extends FieldOptions>(
  kind: Kind,
  options?: Options,
): Field<ValueOf<Kind, Options>> {
  return { kind, in: SHARED, ...options }
}

/** Written in each language. */
export function translatedField<Kind extends FieldKind, const Options extends FieldOptions>(
  kind: Kind,
  options?: Options,
): Field<ValueOf<Kind, Options>> {
  return { kind, in: 'languages', ...options }
}

type OwnFields = Record<string, Field>

/** A published record in one language. */
export type ValuesOf<Own extends OwnFields> = { [Name in keyof Own]: Exclude<Own[Name]['value'], undefined> }

/** A rule about several fields of a record as the file has it. */
export interface RecordRule {
  path: readonly string[]
  message: string
  check: string
  // biome-ignore lint/suspicious/noExplicitAny: looks at records that may have any fault
  isBroken: (record: any) => boolean
}

interface Definition<Name extends string, Own extends OwnFields, Entity extends object> {
  type: Name
  /** `numbered`: the id stands in the file and in addresses. `single`: always exactly one record. */
  records: 'numbered' | 'unnumbered' | 'single'
  /** Names a record in lists. */
  titleField: keyof Own & string
  /** The date that orders the records; without it the company puts them in order. */
  newestFirst?: keyof Own & string
  /** Columns of the published table that a query needs. */
  columns?: { topic?: keyof Own & string; closes_on?: keyof Own & string }
  /** Where the site shows a record: a page, or the beginning of the address of its own page. The preview opens it. */
  page: string
  /** Beginnings of addresses that the id or the slug of a record ends. */
  recordPages?: readonly string[]
  /** From this day on a record counts as out. */
  firstDay?: keyof Own & string
  fields: Own
  rules?: readonly RecordRule[]
  /** The record as the guest API responds with it; its fields in their order by default. */
  shape?: (values: ValuesOf<Own> & { id: number }, texts: Record<Language, Fields>) => Entity
  /** Calls of the guest API that respond with its records: a list with an id for each, one of them, or all there is. */
  endpoints?: { list?: EndpointName; one?: EndpointName; all?: EndpointName }
  /** The part of the pages' own content that its records are shown by. */
  pageContent?: (
    records: ValuesOf<Own>[],
    page: { language: Language; movedSlugs: Record<string, string> },
  ) => Partial<PageContent>
  permanent?: PermanentField
  /** A record that must stay on the site is closed on its `closes_on` instead of taken away. */
  mustStay?: (queries: Queries, id: number) => Promise<boolean>
}

/** A value that a record is given once: it neither changes nor goes to another record. */
interface PermanentField {
  field: string
  changed: { message: (given: string) => string; check: string }
  taken: { message: (owner: number) => string; check: string }
  /** Of every record there ever was. */
  given: (queries: Queries) => Promise<{ id: number; value: string }[]>
  give: (queries: Queries, records: { id: number; value: string }[]) => Promise<void>
}

export interface ContentDefinition<Name extends string = string, Entity extends object = object>
  extends Omit<
    // biome-ignore lint/suspicious/noExplicitAny: the fields of all types
    Definition<Name, any, Entity>,
    'fields' | 'titleField' | 'newestFirst' | 'firstDay' | 'columns'
  > {
  titleField: string
  newestFirst?: string
  firstDay?: string
  columns?: { topic?: string; closes_on?: string }
  fields: readonly FieldModel[]
  isSingle: boolean
  hasId: boolean
  hasOrder: boolean
}

export function defineType<
  Name extends string,
  const Own extends OwnFields,
  Entity extends object = ValuesOf<Own> & { id: number },
>(definition: Definition<Name, Own, Entity>): ContentDefinition<Name, Entity> {
  const { fields, records, newestFirst } = definition
  return {
    ...definition,
    fields: Object.entries(fields).map(([name, { optional, value: _type, at = [name], ...field }]) => ({
      ...field,
      name,
      at,
      isRequired: !optional,
    })),
    isSingle: records === 'single',
    hasId: records === 'numbered',
    hasOrder: records !== 'single' && !newestFirst,
  } as ContentDefinition<Name, Entity>
}

const TITLE_LENGTH = 200
const LINE_LENGTH = 400
const TEXT_LENGTH = 20_000

/** A short line, such as a name. */
export const shortText = (advisedLength?: number) =>
  translatedField('plain', { maxLength: TITLE_LENGTH, ...(advisedLength && { advisedLength }) })
/** One line of a sentence or two. */
export const sentence = (advisedLength?: number) =>
  translatedField('plain', { maxLength: LINE_LENGTH, ...(advisedLength && { advisedLength }) })
export const points = translatedField('list', { maxLength: LINE_LENGTH })
export const longText = translatedField('paragraphs', { maxLength: TEXT_LENGTH })
export const markedText = translatedField('paragraphs', {
  maxLength: TEXT_LENGTH,
  advisedLength: 3000,
  hasMarks: true,
})
export const optionalLink = sharedField('link', { maxLength: LINE_LENGTH, optional: true })
