import type { Migration } from './migration.ts'

/** Articles and case studies are one text in Markdown; before, each had the same fields. */
export const articles: Migration = async (queries) => {
  for (const type of ['notes', 'case-studies']) {
    const revisions = await queries
      .selectFrom('content_revisions')
      .select(['record_id', 'part', 'number', 'fields'])
      .where('type', '=', type)
      .execute()
    for (const { record_id, part, number, fields } of revisions)
      await queries
        .updateTable('content_revisions')
        .set({ fields: withBody(type, part, fields, { keepsFields: false }) })
        .where((row) => row.and({ type, record_id, part, number }))
        .execute()

    const published = await queries
      .selectFrom('published_content')
      .select(['id', 'en', 'ar'])
      .where('type', '=', type)
      .execute()
    // A process of the former release may still read its own fields here.
    for (const { id, en, ar } of published)
      await queries
        .updateTable('published_content')
        .set({
          en: withBody(type, 'en', en, { keepsFields: true }),
          ar: withBody(type, 'ar', ar, { keepsFields: true }),
        })
        .where((row) => row.and({ type, id }))
        .execute()

    const parts = await queries
      .selectFrom('content_parts')
      .select(['record_id', 'part', 'behind', 'caught_up'])
      .where('type', '=', type)
      .where('part', 'in', LANGUAGES)
      .execute()
    for (const { record_id, part, behind, caught_up } of parts)
      await queries
        .updateTable('content_parts')
        .set({
          behind: JSON.stringify(
            withBodies(
              type,
              JSON.parse(behind),
              revisions.filter((each) => each.record_id === record_id),
            ),
          ),
          caught_up: JSON.stringify([
            ...new Set(
              (JSON.parse(caught_up) as string[]).map((name) => (OLD_FIELDS[type]?.includes(name) ? 'body' : name)),
            ),
          ]),
        })
        .where((row) => row.and({ type, record_id, part }))
        .execute()
  }
}

const LANGUAGES = ['en', 'ar']

const OLD_FIELDS: Record<string, string[]> = {
  notes: ['opening', 'paragraphs', 'pull', 'heading', 'rules', 'closing'],
  'case-studies': ['problem', 'work', 'result', 'quote', 'speaker'],
}

const CHAPTERS: Record<string, [string, string][]> = {
  en: [
    ['problem', 'The problem'],
    ['work', 'The work'],
    ['result', 'The result'],
  ],
  ar: [
    ['problem', 'المشكلة'],
    ['work', 'العمل'],
    ['result', 'النتيجة'],
  ],
}

type Fields = Record<string, unknown>

function withBody(type: string, language: string, stored: string, { keepsFields }: { keepsFields: boolean }): string {
  const { minutes: _counted, ...fields } = JSON.parse(stored) as Fields
  if (language === 'shared') return JSON.stringify(fields)
  const old = OLD_FIELDS[type] ?? []
  if (typeof fields.body === 'string' || !old.some((name) => name in fields)) return stored
  const left = Object.entries(fields).filter(([name]) => keepsFields || !old.includes(name))
  return JSON.stringify({ ...Object.fromEntries(left), body: bodyOf(type, language, fields) })
}

/** The other language's former text: its fields as they are now, with those that have changed since. */
function withBodies(
  type: string,
  behind: Record<string, Fields>,
  revisions: { part: string; number: number; fields: string }[],
): Record<string, Fields> {
  const old = OLD_FIELDS[type] ?? []
  return Object.fromEntries(
    Object.entries(behind).map(([language, texts]) => {
      const own = revisions.filter(({ part }) => part === language).sort((one, other) => other.number - one.number)
      const others = Object.entries(texts).filter(([name]) => !old.includes(name))
      if (others.length === Object.keys(texts).length) return [language, texts]
      const now = JSON.parse(own[0]?.fields ?? '{}') as Fields
      return [language, { ...Object.fromEntries(others), body: bodyOf(type, language, { ...now, ...texts }) }]
    }),
  )
}

function bodyOf(type: string, language: string, fields: Fields): string {
  const text = (name: string) => (typeof fields[name] === 'string' ? String(fields[name]).trim() : '')
  const quoted = (said: string, speaker: string) => said && `> **${said}**${speaker && `\n>\n> — ${speaker}`}`
  const blocks =
    type === 'notes'
      ? [
          asMarkdown(text('opening')),
          asMarkdown(text('paragraphs')),
          quoted(plain(text('pull')), ''),
          text('heading') && `## ${plain(text('heading'))}`,
          (Array.isArray(fields.rules) ? fields.rules : [])
            .map((rule, index) => `${index + 1}. ${withoutHtml(String(rule).trim())}`)
            .join('\n'),
          asMarkdown(text('closing')),
        ]
      : [
          ...(CHAPTERS[language] ?? []).flatMap(([name, heading]) =>
            text(name) ? [`## ${heading}`, asMarkdown(text(name))] : [],
          ),
          quoted(plain(text('quote')), plain(text('speaker'))),
        ]
  return blocks.filter(Boolean).join('\n\n')
}

/** Texts without marks. */
const plain = (text: string) => withoutHtml(text.replace(/[\\*_[\]`]/g, '\\$&')).replace(/\s*\n\s*/g, ' ')

/** Emphasis, links, lists and headings meant the same before; the rest was shown as typed. */
function asMarkdown(text: string): string {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => {
      const lines = paragraph
        .trim()
        .split('\n')
        .map((line) => line.trim())
      const isList = lines.filter((line) => /^[\d٠-٩]{1,3}[.)]\s/.test(line)).length > 1
      return withoutHtml(lines.map((line) => lineOf(line, isList)).join('\n'))
    })
    .filter(Boolean)
    .join('\n\n')
}

function lineOf(line: string, isNumbered: boolean): string {
  const latin = line.replace(/^[٠-٩]+/, (digits) => [...digits].map((digit) => '٠١٢٣٤٥٦٧٨٩'.indexOf(digit)).join(''))
  if (isNumbered && /^\d{1,3}[.)]\s/.test(latin)) return latin
  if (/^\d{1,9}[.)]\s/.test(line)) return line.replace(/^(\d+)([.)])/, '$1\\$2')
  if (/^•\s/.test(line)) return line.replace(/^•/, '-')
  return /^(?:>|[-=|:]+$|```|~~~)/.test(line) ? `\\${line}` : line
}

const withoutHtml = (text: string) => text.replace(/<(?=[A-Za-z/!?])/g, '\\<').replace(/(?<!\\)`/g, '\\`')
