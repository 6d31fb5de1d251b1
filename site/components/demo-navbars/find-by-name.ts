import { foldSpelling, withoutArticle } from '#texts/spelling.ts'

type SearchableKind = 'page' | 'service' | 'project' | 'job'

export interface Searchable {
  kind: SearchableKind
  name: string
  address: string
}

/** Best first: the name begins with the query, a word of it does, the name holds it, a page's address does. */
export function findByName(query: string, searchables: Searchable[]): Searchable[] {
  const folded = foldSpelling(query)
  if (!folded) return []
  return searchables
    .map((searchable) => ({ searchable, distance: distanceOf(searchable, folded) }))
    .filter(({ distance }) => distance < FAR)
    .sort((one, other) => one.distance - other.distance)
    .map(({ searchable }) => searchable)
}

const FAR = 4

function distanceOf({ kind, name, address }: Searchable, query: string): number {
  const folded = foldSpelling(name)
  if (folded.startsWith(query) || withoutArticle(folded).startsWith(withoutArticle(query))) return 0
  const words = query.split(' ').map(withoutArticle)
  const nameWords = folded.split(' ').flatMap((word) => [word, withoutArticle(word)])
  if (words.every((word) => nameWords.some((nameWord) => nameWord.startsWith(word)))) return 1
  if (words.every((word) => folded.includes(word))) return 2
  // An Arabic page answers to its English address too.
  if (kind === 'page' && words.every((word) => foldSpelling(address).includes(word))) return 3
  return FAR
}
