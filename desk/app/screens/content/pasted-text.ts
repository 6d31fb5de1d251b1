type Shape = 'line' | 'paragraphs' | 'list'

/** What word processors put in that nobody sees or wants: hard spaces, soft hyphens, marks of points, their own line ends. */
export function cleanPasted(text: string, shape: Shape, html = ''): string {
  const plain = text
    .replace(/\r\n?|[\v\f\u2028\u2029]/g, '\n')
    .replace(/[\u00a0\u202f]/g, ' ')
    .replace(/[\u00ad\u200b\ufeff]/g, '')
    .replace(/[ \t]+$/gm, '')
  if (shape === 'line') return plain.replace(/\s*\n\s*/g, ' ').trim()
  if (shape === 'list')
    return plain
      .split('\n')
      .map((line) => line.trim().replace(/^(?:[•·▪◦‣●○–*-]|o(?=\t)|[\d٠-٩]{1,3}[.)])[ \t]+/, ''))
      .filter(Boolean)
      .join('\n')
  // A word processor ends each paragraph with one line end; here a blank line begins a new one.
  const isFromDocument = /<p[\s>]/i.test(html) && !plain.includes('\n\n')
  return (isFromDocument ? plain.trim().replace(/\n/g, '\n\n') : plain).replace(/\n{3,}/g, '\n\n')
}
