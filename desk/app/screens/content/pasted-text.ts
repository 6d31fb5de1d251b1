import { inOneLine } from '#domain/content/same-text.ts'

type Shape = 'line' | 'paragraphs' | 'list'

/** Removes hard spaces, soft hyphens, bullets and line ends that word processors add. */
export function cleanPasted(text: string, shape: Shape, html = ''): string {
  const plain = text
    .replace(/\r\n?|[\v\f\u2028\u2029]/g, '\n')
    .replace(/[\u00a0\u202f]/g, ' ')
    .replace(/[\u00ad\u200b\ufeff]/g, '')
    .replace(/[ \t]+$/gm, '')
  if (shape === 'line') return inOneLine(plain).trim()
  if (shape === 'list')
    return plain
      .split('\n')
      .map((line) => line.trim().replace(POINT, ''))
      .filter(Boolean)
      .join('\n')
  // A word processor ends each paragraph with one line end; here a blank line begins a new one.
  const isFromDocument = /<p[\s>]/i.test(html) && !plain.includes('\n\n')
  return (isFromDocument ? paragraphsOfDocument(plain) : plain).replace(/\n{3,}/g, '\n\n')
}

const POINT = /^(?:[•·▪◦‣●○–*-]|o(?=\t)|[\d٠-٩]{1,3}[.)])[ \t]+/
const NUMBERED = /^([\d٠-٩]{1,3}[.)])[ \t]+/

/** The points of a list stay together, with the marks that the site knows. */
function paragraphsOfDocument(plain: string) {
  const lines = plain.trim().split('\n')
  return lines
    .map((line, index) => {
      const text = NUMBERED.test(line) ? line.replace(NUMBERED, '$1 ') : line.replace(POINT, '- ')
      const isWithinList = POINT.test(line) && POINT.test(lines[index + 1] ?? '')
      return index === lines.length - 1 ? text : text + (isWithinList ? '\n' : '\n\n')
    })
    .join('')
}
