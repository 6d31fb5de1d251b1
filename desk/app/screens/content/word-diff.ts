import { diffArrays } from 'diff'

interface DiffPiece {
  kind: 'same' | 'added' | 'removed'
  text: string
}

/** Texts that differ in more words are shown whole, one after the other: comparing them would stop the page. */
const MAX_DIFFERENT_WORDS = 2000

export function diffWords(before: string, after: string): DiffPiece[] {
  const changes = diffArrays(wordsOf(before), wordsOf(after), { maxEditLength: MAX_DIFFERENT_WORDS })
  if (!changes)
    return [
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ]
  return changes.map(({ value, added, removed }) => {
    const changed = removed ? 'removed' : 'same'
    return { kind: added ? 'added' : changed, text: value.join('') }
  })
}

const wordsOf = (text: string) => text.match(/\s+|[^\s]+\s?/g) ?? []
