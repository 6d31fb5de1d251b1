import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { redirectsTo } from '#domain/content/import/former-addresses.ts'
import { importArticles, type PlannedArticle, planImport } from '#domain/content/import/import-articles.ts'
import { RefusedFile } from '#domain/content/import/refused-file.ts'
import { preparePicture, prepareSharp } from '#domain/content/pictures/prepare.ts'
import texts from '#texts/desk/en/imports.json' with { type: 'json' }
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
    const { count } = await importArticles(database, wanted, {
      author: commandLineActor(),
      now,
      prepare: preparePicture,
    })
    terminal.print(`${counted(count, 'draft')} made. The desk has them under Articles.`)
  })
}

function refuseSource(error: unknown): never {
  if (error instanceof RefusedFile) throw new Refusal(`${texts.failures[error.reason]} Nothing was imported.`)
  if ((error as NodeJS.ErrnoException).code === 'ENOENT')
    throw new Refusal(`There is no ${(error as NodeJS.ErrnoException).path}. Nothing was imported.`)
  throw error
}

function describe({ name, slug, languages, publishedOn, pictures, missing, isKnown }: PlannedArticle): string {
  if (isKnown) return `${name}: an article ${slug} is there already and stays as it is`
  const facts = [
    `becomes ${slug}`,
    languages.join(' and '),
    publishedOn ?? 'without a date',
    ...(pictures.length > 0 ? [counted(pictures.length, 'picture')] : []),
    ...(missing.length > 0
      ? [`${counted(missing.length, 'picture')} not found (${missing.slice(0, 3).join(', ')})`]
      : []),
  ]
  return `${name}: ${facts.join(', ')}`
}

/** For the list of redirects: from the former address to the new one. */
async function writeRedirects(file: string, articles: readonly PlannedArticle[]) {
  const cell = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  const lines = redirectsTo(articles).map(([from, to]) => `${cell(from)},${to}`)
  await writeFile(file, `${['from,to', ...lines].join('\n')}\n`)
}
