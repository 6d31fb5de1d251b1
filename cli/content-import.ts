import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { RECORD_PAGES } from '#contract/page-addresses.ts'
import { type FoundArticle, importArticles, planImport } from '#domain/content/import/import-articles.ts'
import { NotWordPress } from '#domain/content/import/wordpress.ts'
import { preparePicture, prepareSharp } from '#domain/content/pictures/prepare.ts'
import { DEFAULT_LANGUAGE, isLanguage, LANGUAGES } from '#texts/languages.ts'
import { type Call, commandLineActor, counted, Refusal, UsageError } from './command.ts'
import { withDatabase } from './open-database.ts'

/** Lists what an import would do; with `--apply` does it. */
export async function importContent(call: Call, source: string) {
  const { options, terminal, now } = call
  const language = options.language ?? DEFAULT_LANGUAGE
  if (!isLanguage(String(language))) throw new UsageError(`The language is one of ${LANGUAGES.join(', ')}.`)
  const wanted = {
    source: path.resolve(source),
    language: language as (typeof LANGUAGES)[number],
    pictures: options.pictures ? path.resolve(String(options.pictures)) : undefined,
    author: commandLineActor(),
  }
  await withDatabase(call, async (database) => {
    const articles = await planImport(database, wanted).catch(refuseSource)
    for (const article of articles) terminal.print(describe(article))
    const fresh = articles.filter(({ isKnown }) => !isKnown)
    if (options.redirects) await writeRedirects(path.resolve(String(options.redirects)), articles)
    if (options.apply !== true) {
      terminal.print(`${counted(fresh.length, 'article')} would become drafts. Add --apply to import them.`)
      return
    }
    prepareSharp()
    const imported = await importArticles(database, articles, { author: wanted.author, now, prepare: preparePicture })
    terminal.print(`${counted(imported, 'draft')} made. The desk has them under Articles.`)
  })
}

function refuseSource(error: unknown): never {
  if (error instanceof NotWordPress)
    throw new Refusal(
      'This is no export of WordPress (WXR). At WordPress: Tools, Export, Posts and Media. Nothing was imported.',
    )
  if ((error as NodeJS.ErrnoException).code === 'ENOENT')
    throw new Refusal(`There is no ${(error as NodeJS.ErrnoException).path}. Nothing was imported.`)
  throw error
}

function describe({ name, slug, texts, publishedOn, pictures, missing, isKnown }: FoundArticle): string {
  if (isKnown) return `${name}: an article ${slug} is there already and stays as it is`
  const facts = [
    `becomes ${slug}`,
    Object.keys(texts).join(' and '),
    publishedOn ?? 'without a date',
    ...(pictures.length > 0 ? [counted(pictures.length, 'picture')] : []),
    ...(missing.length > 0
      ? [`${counted(missing.length, 'picture')} not found (${missing.slice(0, 3).join(', ')})`]
      : []),
  ]
  return `${name}: ${facts.join(', ')}`
}

/** For the list of redirects: from the former address to the new one. */
async function writeRedirects(file: string, articles: readonly FoundArticle[]) {
  const rows = articles.filter(({ formerAddress }) => formerAddress.startsWith('/') && formerAddress.length > 1)
  const cell = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  const lines = rows.map(({ formerAddress, slug }) => `${cell(formerAddress)},${RECORD_PAGES.note}${slug}`)
  await writeFile(file, `${['from,to', ...lines].join('\n')}\n`)
}
