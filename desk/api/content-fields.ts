import * as z from 'zod'
import { type Section, type SectionWords, sectionList, sectionWords } from '#contract/landing-pages.ts'
import { isFor } from '#contract/logos.ts'
import { type MenuEntry, menuOf } from '#contract/navigation.ts'
import { withEverySection } from '#contract/pages.ts'
import { fieldsOfPart } from '#domain/content/parts.ts'
import { inOneLine } from '#domain/content/same-text.ts'
import type { FieldKind, FieldModel, Fields, Part } from '#domain/content/types/definition.ts'
import type { ContentType } from '#domain/content/types/index.ts'
import { inEachLanguage, LANGUAGES } from '#texts/languages.ts'
import { Problem } from './problem.ts'

/** Checks the kind of each field only: drafts may be incomplete. */
export function fieldsIn(type: ContentType, ofPart: Part, given: Record<string, unknown>): Partial<Fields> {
  const known = fieldsOfPart(type, ofPart)
  const errors: Record<string, string[]> = {}
  const checked: Partial<Fields> = {}
  for (const [name, value] of Object.entries(given)) {
    const field = known.find((each) => each.name === name)
    const parsed = field ? schemaOf(field).safeParse(value) : undefined
    if (parsed?.success) checked[name] = parsed.data as Fields[string]
    else
      errors[`${ofPart}.${name}`] = [
        parsed?.error.issues.some(({ code }) => code === 'too_big') ? 'tooLong' : 'invalid',
      ]
  }
  if (Object.keys(errors).length > 0) throw new Problem('invalid', { errors })
  return checked
}

const MAX_TEXT_LENGTH = 20_000
const MAX_ITEMS = 100

// Control characters but tab and line end, and marks that word processors leave behind.
const UNWANTED = /[^\P{Cc}\t\n]|[\u2028\u2029\ufeff]/gu

/** Pasted text may have half characters and other line ends. */
function cleanText(text: string) {
  return Buffer.from(text).toString().replace(/\r\n?/g, '\n').replace(UNWANTED, '')
}

/** Of all texts in a group. */
function cleanTexts(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, cleanTexts(member)]))
}

function schemaOf({
  kind,
  maxLength = MAX_TEXT_LENGTH,
  choices = [],
  logo,
  alwaysShown = [],
  fixedPages = {},
}: FieldModel): z.ZodType {
  const text = z.string().transform(cleanText).pipe(z.string().max(maxLength))
  const line = z.string().transform(cleanText).transform(inOneLine).pipe(z.string().max(maxLength))
  const inLanguages = inEachLanguage(() => z.string().max(300))
  const picture = z
    .object({ ...inLanguages, words: z.object(inLanguages).optional() })
    .refine((given) => LANGUAGES.every((language) => isFor(logo, given[language])))
  const hours = z.object({
    days: z.array(z.string().max(20)).max(7),
    opens: z.string().max(5).nullable(),
    closes: z.string().max(5).nullable(),
  })
  const schemas: Record<FieldKind, z.ZodType> = {
    plain: line,
    paragraphs: text,
    article: text,
    list: z.array(line).max(MAX_ITEMS),
    links: z.array(line).max(MAX_ITEMS),
    date: z.iso.date().nullable(),
    link: line.nullable(),
    mail: line.nullable(),
    phone: line.nullable(),
    'time-zone': line.nullable(),
    target: line.nullable(),
    menu: z
      .unknown()
      .transform((entries) => (Array.isArray(entries) ? entries.map(cleanTexts) : entries))
      .pipe(menuOf(fixedPages) as unknown as z.ZodType<MenuEntry[]>),
    number: z.number().finite().nullable(),
    choice: z.enum(['', ...choices]).nullable(),
    'yes-no': z.boolean().nullable(),
    hours: z.array(hours).max(MAX_ITEMS),
    picture: picture.nullable(),
    pictures: z.array(picture).max(MAX_ITEMS),
    'landing-sections': sectionList as unknown as z.ZodType<Section[]>,
    'landing-words': z
      .unknown()
      .transform(cleanTexts)
      .pipe(sectionWords as unknown as z.ZodType<SectionWords>),
    sections: z
      .array(z.strictObject({ name: z.enum(choices), is_shown: z.boolean() }))
      .refine((places) => new Set(places.map(({ name }) => name)).size === places.length)
      .refine((places) => places.every(({ name, is_shown }) => is_shown || !alwaysShown.includes(name)))
      .transform((places) => withEverySection(choices, places)),
  }
  return schemas[kind]
}
