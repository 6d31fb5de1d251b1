import { randomUUID } from 'node:crypto'
import PostalMime from 'postal-mime'

interface Texts {
  text?: string | undefined
  html?: string | undefined
}

const MAX_HTML = 1_000_000

/** The sender's own text, and the whole text with quotes. HTML quote marks are tried first, then "wrote" lines. */
export async function ownText({ text = '', html = '' }: Texts): Promise<{ text: string; whole: string }> {
  const shown = html.slice(0, MAX_HTML)
  const whole = tidy(text.trim() ? text.slice(0, MAX_HTML) : await textOfHtml(shown))
  const own = (shown && (await beforeQuote(shown))) || whole
  const trimmed = withoutQuote(own) || withoutQuote(whole) || whole
  return { text: trimmed, whole }
}

const tidy = (text: string) =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** How mail programs mark what they quote. */
const QUOTE_MARKS = [
  'class="gmail_quote',
  'class="gmail_attr',
  'class="yahoo_quoted',
  'class="moz-cite-prefix',
  'class="protonmail_quote',
  'class="zmail_extra',
  'id="appendonsend',
  'id="divrplyfwdmsg',
  'id="mail-editor-reference-message-container',
  'id="ms-outlook-mobile-body-separator-line',
  'name="quote"',
  '<blockquote',
]

/** Empty where nothing is quoted, or the answer stands below. */
async function beforeQuote(html: string): Promise<string> {
  const lower = html.toLowerCase()
  const found = QUOTE_MARKS.map((mark) => lower.indexOf(mark)).filter((at) => at >= 0)
  if (found.length === 0) return ''
  return tidy(await textOfHtml(html.slice(0, lower.lastIndexOf('<', Math.min(...found)))))
}

/** With a date or an address in the line: other sentences end so, too. */
const WROTE = [
  /^.{4,240}\b(wrote|schrieb|écrit|escribió)\s?:$/i,
  /^.{0,200}(كتب|كتبت|تمت كتابة ما يلي بواسطة).{0,160}:$/,
]
const DATED = /[\d٠-٩@<]/

const SEPARATORS = [
  /^[-_]{2,} ?(original message|forwarded message|الرسالة الأصلية|رسالة معاد توجيهها|رسالة أصلية).{0,20}$/i,
  /^_{10,}$/,
]

const HEAD_LINE = /^\*?(from|من)\*?\s?:\s.{3,200}$/i
const HEAD_FOLLOWS = /^\*?(sent|date|to|تم الإرسال|أُرسلت|التاريخ|إلى)\*?\s?:/i

const BEGINS_WROTE = /^(on|في|بتاريخ|يوم)\s/i

function withoutQuote(text: string): string {
  const lines = text.split('\n').map((line) => line.replace(/[\u200e\u200f]/g, '').trim())
  const isWrote = (line: string) => DATED.test(line) && WROTE.some((pattern) => pattern.test(line))
  const end = lines.findIndex((line, index) => {
    if (line.startsWith('>') || isWrote(line) || SEPARATORS.some((pattern) => pattern.test(line))) return true
    // A long line is broken in two.
    if (BEGINS_WROTE.test(line) && isWrote(`${line} ${lines[index + 1] ?? ''}`)) return true
    return HEAD_LINE.test(line) && lines.slice(index + 1, index + 4).some((next) => HEAD_FOLLOWS.test(next))
  })
  return tidy(end < 0 ? text : text.split('\n').slice(0, end).join('\n'))
}

/** By the parser, which makes text of an HTML part where a plain part stands beside it. Nothing is ever drawn or run. */
async function textOfHtml(html: string): Promise<string> {
  const boundary = randomUUID()
  const parts = ['text/plain\r\n\r\n-', `text/html; charset=utf-8\r\n\r\n${withoutHidden(html)}`]
  const body = parts.map((part) => `--${boundary}\r\nContent-Type: ${part}\r\n`).join('')
  const { text = '' } = await PostalMime.parse(
    `Content-Type: multipart/mixed; boundary=${boundary}\r\n\r\n${body}--${boundary}--`,
  )
  return text.replace(/^-\s*/, '')
}

const HIDDEN = ['script', 'style', 'head', 'title', 'template', 'svg', 'object', 'iframe']

function withoutHidden(html: string): string {
  return HIDDEN.reduce((left, name) => withoutElement(left, name), html)
}

/** One pass; what is never closed ends with the text. */
function withoutElement(html: string, name: string): string {
  const lower = html.toLowerCase()
  const kept: string[] = []
  let at = 0
  while (at < html.length) {
    const open = startOf(lower, name, at)
    kept.push(html.slice(at, open < 0 ? html.length : open))
    if (open < 0) break
    const close = lower.indexOf(`</${name}`, open)
    const end = close < 0 ? -1 : lower.indexOf('>', close)
    at = end < 0 ? html.length : end + 1
  }
  return kept.join(' ')
}

/** `<head>` is not `<header>`. */
function startOf(lower: string, name: string, from: number): number {
  for (let at = lower.indexOf(`<${name}`, from); at >= 0; at = lower.indexOf(`<${name}`, at + 1))
    if (!/[a-z]/.test(lower[at + name.length + 1] ?? '')) return at
  return -1
}
