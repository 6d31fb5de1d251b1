import { renderToStaticMarkup } from 'react-dom/server'
import { Wordmark } from '#site/brand/words/wordmark.tsx'
import { SHARE_PICTURE } from '#site/share-picture.ts'
import type { Language } from '#texts/languages.ts'
import type { Subject } from './indexed-pages.ts'
import { type Outline, type OutlinedLine, openDisplayFont } from './outlined-text.ts'
import { colours, drawingOf, withWrittenColours } from './share-drawing.tsx'

export interface SharePicture {
  plain: string
  language: Language
  title: string
  subject: Subject | undefined
  /** The picture of a project, in base64; it stands on the drawing. */
  picture?: string
  /** In base64; it stands at the place of the drawn one. */
  wordmark?: string | undefined
}

const { width, height } = SHARE_PICTURE
export const MARGIN = 72
export const PANEL_WIDTH = 470
export const TEXT_WIDTH = width - PANEL_WIDTH - MARGIN * 2
export const WORDMARK_HEIGHT = 52
const TITLE_TOP = 84
const TITLE_HEIGHT = height - TITLE_TOP - MARGIN - WORDMARK_HEIGHT - 40

/** As SVG: the title at the reading start, the page's drawing at the reading end, the company's name below. */
export async function composeSharePicture({ plain, language, title, subject, wordmark }: SharePicture) {
  const outline = await openDisplayFont()
  const isArabic = language === 'ar'
  const panel = drawingOf(plain, language, subject)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<rect width="${width}" height="${height}" fill="${colours.paper}"/>
<g fill="${colours.ink}">${drawTitle(title, language, outline)}</g>
${wordmark ? '' : drawnWordmark(language)}
<g transform="translate(${isArabic ? 0 : width - PANEL_WIDTH} 0)">${panel(PANEL_WIDTH, height)}</g>
</svg>`
}

const SIZES = [120, 104, 92, 80, 70, 60, 52, 44]
const LINE_HEIGHT: Record<Language, number> = { en: 1.08, ar: 1.4 }

function drawTitle(title: string, language: Language, outline: Outline) {
  const { lines, size } = fitted(title, language, outline)
  return lines
    .map(({ markup, width: lineWidth }, index) => {
      const x = language === 'ar' ? width - MARGIN - lineWidth : MARGIN
      const y = TITLE_TOP + size * 0.78 + index * size * LINE_HEIGHT[language]
      return `<g transform="translate(${x} ${y})">${markup}</g>`
    })
    .join('')
}

/** The largest size at which every line fits; the smallest one leaves out the rest. */
function fitted(title: string, language: Language, outline: Outline) {
  const linesIn = (size: number) => broken(title, (text) => outline(text, size, language))
  const mostIn = (size: number) => Math.floor(TITLE_HEIGHT / (size * LINE_HEIGHT[language]))
  const size = SIZES.find((each) => {
    const lines = linesIn(each)
    return lines.length <= mostIn(each) && lines.every((line) => line.width <= TEXT_WIDTH)
  })
  const chosen = size ?? (SIZES.at(-1) as number)
  return { lines: linesIn(chosen).slice(0, mostIn(chosen)), size: chosen }
}

function broken(title: string, outlined: (text: string) => OutlinedLine) {
  const lines: string[] = []
  for (const word of title.split(/\s+/)) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word
    if (lines.length > 0 && outlined(longer).width <= TEXT_WIDTH) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines.map(outlined)
}

function drawnWordmark(language: Language) {
  const drawing = renderToStaticMarkup(<Wordmark language={language} />).replace(/^<span[^>]*>|<\/span>$/g, '')
  const [, , boxWidth = 1, boxHeight = 1] =
    drawing
      .match(/viewBox="([^"]*)"/)?.[1]
      ?.split(/[\s,]+/)
      .map(Number) ?? []
  const markWidth = (WORDMARK_HEIGHT * boxWidth) / boxHeight
  const x = language === 'ar' ? width - MARGIN - markWidth : MARGIN
  const placed = drawing.replace(
    '<svg ',
    `<svg x="${x}" y="${height - MARGIN - WORDMARK_HEIGHT}" width="${markWidth}" height="${WORDMARK_HEIGHT}" `,
  )
  return `<g color="${colours.ink}">${withWrittenColours(placed)}</g>`
}
