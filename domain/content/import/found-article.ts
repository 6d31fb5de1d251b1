import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { type ArticleBlock, openingOf } from '#contract/article.ts'
import type { Language } from '#texts/languages.ts'
import { keyOfName } from '../same-text.ts'
import type { Fields } from '../types/definition.ts'
import { RefusedFile } from './refused-file.ts'

export interface ImportOptions {
  /** A folder of Markdown files, or an export of WordPress in one file or several. */
  source: string | readonly string[]
  /** Of texts that do not say theirs. */
  language: Language
  /** Where the files of the pictures are: `wp-content/uploads`, or the folder of the texts. */
  pictures: string | undefined
}

/** An article of another system, as it would become a draft. */
export interface FoundArticle {
  /** Its name in the source. */
  name: string
  slug: string
  texts: Partial<Record<Language, Fields>>
  publishedOn: string | null
  /** The address it had; empty where it had none. */
  formerAddress: string
  /** Files of pictures that are there, and names of those that are not. */
  pictures: string[]
  missing: string[]
  cover: string | null
}

/** Until they are in the library, pictures are named by their files. */
const PLACE = 'file:'

export const placeOf = (file: string | undefined) => file && `${PLACE}${encodeURIComponent(file)}`

export const fileIn = (place: string) => decodeURIComponent(place.slice(PLACE.length))

const MAX_SUMMARY_LENGTH = 300
const MAX_SLUG_LENGTH = 60
/** Several times what an article may be: a text is read in one piece, while other work waits. */
const MAX_TEXT_LENGTH = 300_000

export function refuseLong(text: string) {
  if (text.length > MAX_TEXT_LENGTH) throw new RefusedFile('textTooLong')
}

/** Of its names the first with Latin letters or digits; of several articles each has its own. */
export function createSlugs() {
  const given = new Set<string>()
  return (...names: string[]) => {
    const wanted = names.map((name) => keyOfName(decodedAddress(name))).find(Boolean) ?? 'article'
    let slug = shortened(wanted, '')
    for (let number = 2; given.has(slug); number++) slug = shortened(wanted, `-${number}`)
    given.add(slug)
    return slug
  }
}

const shortened = (slug: string, end: string) =>
  slug.slice(0, MAX_SLUG_LENGTH - end.length).replace(/(?<!-)-+$/, '') + end

export function decodedAddress(text: string) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export function summaryOf(given: string, body: readonly ArticleBlock[]): string {
  const text = (given || openingOf(body)).replace(/\s+/g, ' ').trim()
  return text.length <= MAX_SUMMARY_LENGTH ? text : `${text.slice(0, MAX_SUMMARY_LENGTH).replace(/\s+\S*$/, '')} …`
}

/** The pictures of one article: those whose files are there, and the names of the others. */
export function picturesFrom(folder: string | undefined, isThere: (file: string) => boolean) {
  const [pictures, missing]: [string[], string[]] = [[], []]
  return {
    pictures,
    missing,
    at(source: string): string | undefined {
      const name = decodedAddress(source.replace(/[?#].*$/, ''))
      const file = folder && path.resolve(folder, name)
      const isBelow = file?.startsWith(path.resolve(folder as string) + path.sep)
      if (!file || !isBelow || !isThere(file)) {
        missing.push(source)
        return undefined
      }
      if (!pictures.includes(file)) pictures.push(file)
      return file
    },
  }
}

/** Whether a file is there, asked without waiting while texts are read. */
export async function filesBelow(folder: string | undefined): Promise<(file: string) => boolean> {
  if (!folder) return () => false
  const names = await readdir(folder, { recursive: true })
  const known = new Set(names.map((name) => path.resolve(folder, name)))
  return (file) => known.has(file)
}
