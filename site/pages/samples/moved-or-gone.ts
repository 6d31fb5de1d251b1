import { data, redirect } from 'react-router'

/** What to throw where an address names a page by a word that none has: the page may have had it before. */
export function movedOrGone(address: string, parameter: string, moved: Record<string, string> = {}) {
  const { pathname, searchParams } = new URL(address)
  const [, present] = Object.entries(moved).find(([former]) => former === searchParams.get(parameter)) ?? []
  if (!present) return data(null, { status: 404 })
  searchParams.set(parameter, present)
  return redirect(`${pathname}?${searchParams}`, 301)
}
