import { formatsIn } from '#texts/dates-and-numbers.ts'
import { escapeHtml } from '#texts/formats.ts'
import { textsIn } from '#texts/index.ts'
import { directionOf, type Language } from '#texts/languages.ts'

type Value = unknown
type Fields = Record<string, Value>

interface CopySettings {
  language: Language
  timeZone: string
  company: string
}

/** The record of the sender's copy as a page that needs nothing else: every value that JSON has, in words. */
export function readableCopy(record: Fields & { reference: string; copied_at: string }, settings: CopySettings) {
  const { language, timeZone, company } = settings
  const { title, lead } = textsIn(language)['data-copy']
  const { reference, copied_at } = record
  const date = formatsIn(language, timeZone).day(copied_at)
  const said = { company, reference, date }
  const intro = lead.replace(/\{(\w+)\}/g, (whole, name) => said[name as keyof typeof said] ?? whole)
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · ${escapeHtml(reference)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(intro)}</p>
${listOf(record, writer(settings))}
</body>
</html>
`
}

const STYLE = `
body { max-width: 48rem; margin: 0 auto; padding: 2rem 1.25rem; font: 1rem/1.6 system-ui, sans-serif; }
h1 { font-size: 2rem; line-height: 1.2; }
dl { margin: 0; }
dl > div { padding: .5rem 0; border-top: 1px solid #8888; }
dt { font-size: .875rem; opacity: .75; }
dd { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
dd > ul { margin: 0; padding-inline-start: 1.25rem; }
`

interface Writer {
  label: (name: string) => string
  text: (value: Value, name: string) => string
}

function writer({ language, timeZone }: CopySettings): Writer {
  const { labels, values, yes, no } = textsIn(language)['data-copy']
  const { fields } = textsIn(language).forms
  const known: Record<string, string> = { ...fields, ...labels }
  const format = formatsIn(language, timeZone)
  return {
    label: (name) => known[name] ?? name.replaceAll('_', ' '),
    text: (value, name) => {
      if (typeof value === 'boolean') return value ? yes : no
      if (typeof value === 'number') return format.number(value, { useGrouping: false })
      const text = String(value)
      if (MOMENT.test(text)) return `${format.day(text)} ${format.time(text)}`
      if (CALENDAR_DAY.test(text)) return format.calendarDay(text)
      // Only machine words are translated, never what somebody wrote.
      return (MACHINE_WORDS.has(name) && values[text as keyof typeof values]) || text
    },
  }
}

const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/
const CALENDAR_DAY = /^\d{4}-\d\d-\d\d$/
const MACHINE_WORDS = new Set(
  'kind language stage outcome state place cancelled_by by of step recommendation'.split(' '),
)

function listOf(fields: Fields, write: Writer): string {
  const rows = Object.entries(fields).filter(([, value]) => !isEmpty(value))
  return `<dl>${rows.map(([name, value]) => rowOf(name, value, write)).join('')}</dl>`
}

const rowOf = (name: string, value: Value, write: Writer) =>
  `<div><dt>${escapeHtml(write.label(name))}</dt><dd>${htmlOf(value, name, write)}</dd></div>\n`

function htmlOf(value: Value, name: string, write: Writer): string {
  if (Array.isArray(value)) return `<ul>${value.map((item) => `<li>${htmlOf(item, name, write)}</li>`).join('')}</ul>`
  if (typeof value === 'object') return listOf(value as Fields, write)
  return `<bdi>${escapeHtml(write.text(value, name))}</bdi>`
}

const isEmpty = (value: Value) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
