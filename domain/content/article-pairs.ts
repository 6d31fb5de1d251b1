import { type ArticleBlock, textOfBlock, wordsIn } from '#contract/article.ts'
import { readArticle } from '#contract/read-article.ts'
import { writeArticle } from '#contract/write-article.ts'
import { LANGUAGES, type Language } from '#texts/languages.ts'

/** The numbers of two blocks that stand beside each other; null where one language has none. */
export type Row = Record<Language, number | null>

/** Blocks of one kind are a pair, in their order: the longest common sequence of kinds. */
export function pairBlocks(blocks: Record<Language, readonly Pick<ArticleBlock, 'block'>[]>): Row[] {
  const [one, other] = LANGUAGES.map((language) => blocks[language].map(({ block }) => block)) as [string[], string[]]
  const rows: Row[] = []
  let [first, second] = [0, 0]
  for (const [left, right] of commonPairs(one, other)) {
    while (first < left || second < right) {
      if (first < left) rows.push({ en: first++, ar: null })
      if (second < right) rows.push({ en: null, ar: second++ })
    }
    rows.push({ en: first++, ar: second++ })
  }
  while (first < one.length) rows.push({ en: first++, ar: null })
  while (second < other.length) rows.push({ en: null, ar: second++ })
  return rows
}

/** Places of the longest common sequence. */
function commonPairs(one: readonly string[], other: readonly string[]): [number, number][] {
  const lengths = Array.from({ length: one.length + 1 }, () => new Array<number>(other.length + 1).fill(0))
  const at = (row: number, column: number) => lengths[row]?.[column] ?? 0
  for (let row = one.length - 1; row >= 0; row--)
    for (let column = other.length - 1; column >= 0; column--)
      (lengths[row] as number[])[column] =
        one[row] === other[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1))
  const pairs: [number, number][] = []
  let [row, column] = [0, 0]
  while (row < one.length && column < other.length) {
    if (one[row] === other[column] && at(row, column) === at(row + 1, column + 1) + 1) pairs.push([row++, column++])
    else if (at(row + 1, column) >= at(row, column + 1)) row++
    else column++
  }
  return pairs
}

/** The numbers of the blocks that were written since. */
export function changedBlocks(before: readonly ArticleBlock[], after: readonly ArticleBlock[]): Set<number> {
  const kept = new Set(commonPairs(before.map(textOf), after.map(textOf)).map(([, place]) => place))
  return new Set(after.flatMap((_, index) => (kept.has(index) ? [] : [index])))
}

/** Changes that a language has not followed after it went from `own.before` to `own.after`; null when none are left. */
export function leftBehind(
  former: string,
  current: string,
  own: { language: Language; before: string; after: string },
): string | null {
  const [was, is] = [readArticle(former), readArticle(current)]
  const after = readArticle(own.after)
  const written = changedBlocks(readArticle(own.before), after)
  const other = LANGUAGES.find((each) => each !== own.language) as Language
  const rows = pairBlocks({ [own.language]: after, [other]: is } as Record<Language, ArticleBlock[]>)
  const followed = new Set(
    rows.flatMap((row) => {
      const [mine, theirs] = [row[own.language], row[other]]
      return mine !== null && theirs !== null && written.has(mine) ? [theirs] : []
    }),
  )
  const left = mergedBlocks(was, is, followed)
  return writeArticle(left) === writeArticle(is) ? null : writeArticle(left)
}

/** The former blocks, with those that were followed as they are now. */
function mergedBlocks(was: ArticleBlock[], is: ArticleBlock[], followed: ReadonlySet<number>): ArticleBlock[] {
  const kept = commonPairs(was.map(textOf), is.map(textOf))
  const merged: ArticleBlock[] = []
  let [first, second] = [0, 0]
  for (const [left, right] of [...kept, [was.length, is.length] as const]) {
    const [before, after] = [was.slice(first, left), is.slice(second, right)]
    const isFollowed = (index: number) => followed.has(second + index)
    if (before.length === after.length)
      merged.push(...after.map((block, index) => (isFollowed(index) ? block : (before[index] as ArticleBlock))))
    else merged.push(...(after.length > 0 && after.every((_, index) => isFollowed(index)) ? after : before))
    if (right < is.length) merged.push(is[right] as ArticleBlock)
    ;[first, second] = [left + 1, right + 1]
  }
  return merged
}

const textOf = (block: ArticleBlock) => writeArticle([block])

export const wordsInBlock = (block: ArticleBlock | undefined): number =>
  block ? wordsIn(block.block === 'picture' ? `${block.words} ${block.caption}` : textOfBlock(block)) : 0

export type RowState = 'step' | 'behind' | 'missing'

export function stateOfRow(row: Row, changed: Partial<Record<Language, ReadonlySet<number>>>): RowState {
  if (LANGUAGES.some((language) => row[language] === null)) return 'missing'
  return LANGUAGES.some((language) => changed[language]?.has(row[language] as number)) ? 'behind' : 'step'
}
