interface RedirectLine {
  line: number
  from: string
  to: string
}

/** Of a CSV file: the first two columns of every line, without a line of headings. */
export function readRedirectLines(csv: string): RedirectLine[] {
  const text = csv.replace(/^\ufeff/, '')
  const lines: RedirectLine[] = []
  let line = 1
  for (const { cells, height } of readCells(text, separatorOf(text))) {
    const [from = '', to = ''] = cells.map((cell) => cell.trim())
    const isHeading = line === 1 && !from.startsWith('/')
    if ((from || to) && !isHeading) lines.push({ line, from, to })
    line += height
  }
  return lines
}

/** Spreadsheets of some countries write semicolons. */
function separatorOf(text: string) {
  const [first = ''] = text.split('\n', 1)
  return [';', '\t'].find((sign) => first.includes(sign)) ?? ','
}

/** RFC 4180. */
function* readCells(text: string, separator: string): Generator<{ cells: string[]; height: number }> {
  let cells = ['']
  let height = 0
  let isQuoted = false
  const write = (sign: string) => {
    cells[cells.length - 1] += sign
  }
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] as string
    if (sign === '\n') height++
    if (isQuoted && sign === '"' && text[at + 1] === '"') write(text[++at] as string)
    else if (sign === '"' && (isQuoted || cells.at(-1) === '')) isQuoted = !isQuoted
    else if (isQuoted) write(sign)
    else if (sign === separator) cells.push('')
    else if (sign === '\n') {
      yield { cells, height }
      cells = ['']
      height = 0
    } else write(sign)
  }
  yield { cells, height: height + 1 }
}
