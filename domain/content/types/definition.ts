import type * as z from 'zod'
import type { ArticleBlock } from '#contract/article.ts'
import type { EndpointName } from '#contract/endpoints.ts'
import type { OpeningHours } from '#contract/entities.ts'
import type { Section, SectionWords, ShownSection } from '#contract/landing-pages.ts'
import type { LogoUse } from '#contract/logos.ts'
import type { FixedPages, MenuEntry, MenuLink } from '#contract/navigation.ts'
import type { PageContent } from '#contract/page-content.ts'
import type { SectionPlace } from '#contract/pages.ts'
import type { CompanyInTexts } from '#texts/company.ts'
import { LANGUAGES, type Language } from '#texts/languages.ts'
import type { Queries } from '../../platform/database/database.ts'

/** A record is kept in parts: one for each language, and one for the fields that all languages share. */
export const SHARED = 'shared'
export type Part = typeof SHARED | Language
export const PARTS: readonly Part[] = [SHARED, ...LANGUAGES]

export interface ShownPicture {
  url: string
  alt?: string
}

interface KindValues {
  plain: string
  /** A blank line begins a new paragraph. */
  paragraphs: string
  /** Markdown: contract/read-article.ts. Pages have it as blocks. */
  article: ArticleBlock[]
  list: string[]
  date: string
  link: string
  links: string[]
  /** A page of this site, or an https address. */
  target: string
  /** Links in their order, with words in each language. */
  menu: MenuLink[]
  number: number
  choice: string
  'yes-no': boolean
  mail: string
  phone: string
  'time-zone': string
  hours: OpeningHours[]
  picture: string
  pictures: ShownPicture[]
  /** The sections that a language shows, by its words. */
  'landing-sections': (words: SectionWords) => ShownSection[]
  'landing-words': SectionWords
  /** The order of a page's sections, and which are shown. */
  sections: SectionPlace[]
}
export type FieldKind = keyof KindValues

/** A stored picture may differ by language, where it contains words or has a direction. */
export interface Picture extends Record<Language, string> {
  /** Alternative text of a picture in the folder. Uploaded pictures store their own. */
  words?: Record<Language, string>
}
export type FieldValue =
  | string
  | number
  | boolean
  | null
  | string[]
  | Picture
  | Picture[]
  | OpeningHours[]
  | Section[]
  | SectionWords
  | SectionPlace[]
  | MenuEntry[]
export type Fields = Record<string, FieldValue>
export type Parts = Record<Part, Fields>

/** Whether the site has a page at the path. */
export type IsAddress = (path: string) => boolean

interface FieldOptions {
  optional?: true
  /** An optional field of a group that may be there without the others. */
  standsAlone?: true
  /** Optional in remote jobs only. */
  requiredUnlessRemote?: true
  maxLength?: number
  /** A longer text gets a warning: its place on the page is small. */
  advisedLength?: number
  choices?: readonly string[]
  /** A picture that stands for the company: it may be a drawing, and has a shape. */
  logo?: LogoUse
  /** Sections that cannot be hidden. */
  alwaysShown?: readonly string[]
  /** Pages that a menu always holds. */
  fixedPages?: FixedPages
  /** Names that may stand in double braces. */
  places?: readonly string[]
  /** Pages show emphasis and links in it, in paragraphs also lists and headings: contract/markdown.ts. */
  hasMarks?: true
  /** Path in the JSON record; `*` is every member of a list. The field's name by default. */
  at?: readonly string[]
  /** The value in the file, where its kind alone says too little. */
  rule?: z.ZodType
  unique?: { message: string; check: string }
  /** The English text becomes a key in addresses. Records with the same key spell it the same. */
  hasKey?: true
  onlyOne?: { check: string }
  /** The file may count days from the day of loading. A text becomes the month of that day. */
  canBeRelative?: true
  /** Stands in for a blank value that the page needs. */
  inPreview?: FieldValue | ((today: string) => FieldValue)
}

export interface Field<Value = unknown> extends FieldOptions {
  kind: FieldKind
  in: 'languages' | typeof SHARED
  /** Carries the type only. */
  value?: Value
}

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

export type ValuesOf<Own extends OwnFields> = { [Name in keyof Own]: Exclude<Own[Name]['value'], undefined> }

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
  titleField: keyof Own & string
  /** The date that orders the records; without it the company puts them in order. */
  newestFirst?: keyof Own & string
  /** Columns of the published table that a query needs. */
  columns?: { topic?: keyof Own & string; closes_on?: keyof Own & string }
  /** A page, or the beginning of the address of the record's own page. */
  page: string
  /** The id or the slug of a record completes the address. */
  recordPages?: readonly string[]
  firstDay?: keyof Own & string
  fields: Own
  /** A single record as it is before the database has one. */
  starter?: object
  rules?: readonly RecordRule[]
  /** The record as the guest API responds with it; its fields in their order by default. */
  shape?: (values: ValuesOf<Own> & { id: number }, texts: Record<Language, Fields>) => Entity
  /** Calls of the guest API: a list with ids, one record, or everything. */
  endpoints?: { list?: EndpointName; one?: EndpointName; all?: EndpointName }
  pageContent?: (records: ValuesOf<Own>[], page: PageOfContent) => Partial<PageContent>
  permanent?: PermanentField
  /** The record is closed on its `closes_on` instead of taken away. */
  mustStay?: (queries: Queries, id: number) => Promise<boolean>
}

export interface PageOfContent {
  language: Language
  company: CompanyInTexts
  movedSlugs: Record<string, string>
  /** The company's day. */
  today: string
  isDraft: boolean
}

/** A value that neither changes nor goes to another record. */
interface PermanentField {
  field: string
  changed: { message: (given: string) => string; check: string }
  taken: { message: (owner: number) => string; check: string }
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
const ARTICLE_LENGTH = 60_000

export const shortText = (advisedLength?: number) =>
  translatedField('plain', { maxLength: TITLE_LENGTH, ...(advisedLength && { advisedLength }) })
export const sentence = (advisedLength?: number) =>
  translatedField('plain', { maxLength: LINE_LENGTH, ...(advisedLength && { advisedLength }) })
export const points = translatedField('list', { maxLength: LINE_LENGTH })
export const markedText = translatedField('paragraphs', {
  maxLength: TEXT_LENGTH,
  advisedLength: 3000,
  hasMarks: true,
})
export const optionalLink = sharedField('link', { maxLength: LINE_LENGTH, optional: true })
export const article = translatedField('article', { maxLength: ARTICLE_LENGTH })
