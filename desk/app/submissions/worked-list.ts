interface Opened {
  reference: string
  neighbours: { previous: string | null; next: string | null }
}

/** The list that a person works through, and the last one they opened. Opened ones stay in it until it is loaded again. */
let list: { search: string; references: string[]; opened?: string | undefined } = { search: '', references: [] }

export function rememberList(search: string, references: string[]) {
  list = { search, references }
}

export const shownIn = (search: string) => (list.search === search ? list.references.length : 0)

/** The server's neighbours continue the list beyond its loaded part. */
export function neighboursIn(search: string, { reference, neighbours }: Opened): Opened['neighbours'] {
  if (list.search !== search || !list.references.includes(reference)) rememberList(search, [reference])
  const { references } = list
  list.opened = reference
  if (references.at(-1) === reference && neighbours.next && !references.includes(neighbours.next))
    references.push(neighbours.next)
  if (references[0] === reference && neighbours.previous && !references.includes(neighbours.previous))
    references.unshift(neighbours.previous)
  const at = references.indexOf(reference)
  return { previous: references[at - 1] ?? null, next: references[at + 1] ?? null }
}

/** Where a person goes on in the list that is shown: at the last opened one, or at the nearest that is still in it. */
export function returnTo(shown: string[]): string | undefined {
  const { references, opened } = list
  if (opened === undefined) return undefined
  const at = references.indexOf(opened)
  const isShown = (reference: string) => shown.includes(reference)
  return references.slice(at).find(isShown) ?? references.slice(0, at).findLast(isShown)
}
