import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { isLanguage, type Language } from '#texts/languages.ts'

export interface MarkdownFile {
  /** Below the folder. */
  name: string
  slug: string
  /** `slug.ar.md` says it; other files are in the language of the import. */
  language: Language | null
  facts: Record<string, string>
  markdown: string
}

/** Files of Markdown, with facts before the text between lines of `---`. */
export async function readMarkdownFolder(folder: string): Promise<MarkdownFile[]> {
  const names = (await readdir(folder, { recursive: true }))
    .filter((name) => /\.(?:md|markdown)$/i.test(name))
    .toSorted()
  return Promise.all(
    names.map(async (name) => {
      const text = (await readFile(path.join(folder, name), 'utf8')).replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
      const [, head = '', markdown = ''] = /^---\n([\s\S]*?)\n---\n?([\s\S]*)$/.exec(text) ?? [text, '', text]
      const base = path.basename(name).replace(/\.\w+$/, '')
      const suffix = /[._](\w\w)$/.exec(base)?.[1] ?? ''
      const language = isLanguage(suffix) ? suffix : null
      const slug = language ? base.slice(0, -3) : base
      return {
        name,
        slug: slug.replace(/^\d{4}-\d{2}-\d{2}-/, ''),
        language,
        facts: factsIn(head),
        markdown: markdown.trim(),
      }
    }),
  )
}

const factsIn = (head: string) =>
  Object.fromEntries(
    [...head.matchAll(/^(\w[\w-]*):[ \t]*(.*)$/gm)].map(([, name = '', value = '']) => [
      name.toLowerCase(),
      value.trim().replace(/^(["'])(.*)\1$/, '$2'),
    ]),
  )
