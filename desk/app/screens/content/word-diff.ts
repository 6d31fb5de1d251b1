interface DiffPiece {
  kind: 'same' | 'added' | 'removed'
  text: string
}

/** Longer texts are shown whole, one after the other: comparing them word by word would stop the page. */
const MAX_COMPARISONS = 4_000_000

/** What was taken out and put in, word by word; white space counts with the word before it. */
export function diffWords(before: string, after: string): DiffPiece[] {
  const one = wordsOf(before)
  const other = wordsOf(after)
  const start = lengthOfSame(one, other)
  const end = lengthOfSame(one.slice(start).reverse(), other.slice(start).reverse())
  return joined([
    ...one.slice(0, start).map((text) => piece('same', text)),
    ...differences(one.slice(start, one.length - end), other.slice(start, other.length - end)),
    ...one.slice(one.length - end).map((text) => piece('same', text)),
  ])
}

const piece = (kind: DiffPiece['kind'], text: string): DiffPiece => ({ kind, text })

const wordsOf = (text: string) => text.match(/\s+|[^\s]+\s?/g) ?? []

function lengthOfSame(one: string[], other: string[]) {
  const first = one.findIndex((word, index) => word !== other[index])
  return first === -1 ? one.length : first
}

/** By the longest common subsequence. */
function differences(one: string[], other: string[]): DiffPiece[] {
  if (one.length * other.length > MAX_COMPARISONS)
    return [...one.map((text) => piece('removed', text)), ...other.map((text) => piece('added', text))]
  const width = other.length + 1
  const lengths = new Uint32Array((one.length + 1) * width)
  for (let row = one.length - 1; row >= 0; row--)
    for (let column = other.length - 1; column >= 0; column--)
      lengths[row * width + column] =
        one[row] === other[column]
          ? (lengths[(row + 1) * width + column + 1] as number) + 1
          : Math.max(lengths[(row + 1) * width + column] as number, lengths[row * width + column + 1] as number)
  const pieces: DiffPiece[] = []
  let row = 0
  let column = 0
  while (row < one.length || column < other.length) {
    const word = one[row]
    const wanted = other[column]
    if (word !== undefined && word === wanted) {
      pieces.push(piece('same', word))
      row++
      column++
    } else if (wanted === undefined || (word !== undefined && isLongerBelow(lengths, width, row, column))) {
      pieces.push(piece('removed', word as string))
      row++
    } else {
      pieces.push(piece('added', wanted))
      column++
    }
  }
  return pieces
}

const isLongerBelow = (lengths: Uint32Array, width: number, row: number, column: number) =>
  (lengths[(row + 1) * width + column] as number) >= (lengths[row * width + column + 1] as number)

/** Words of one kind that stand side by side are one piece. */
function joined(pieces: DiffPiece[]): DiffPiece[] {
  const result: DiffPiece[] = []
  for (const { kind, text } of pieces) {
    const last = result.at(-1)
    if (last?.kind === kind) last.text += text
    else result.push({ kind, text })
  }
  return result
}
