import { data, redirect } from 'react-router'

/** Thrown for an unknown name: a redirect if a record had it before, 404 otherwise. */
export function movedOrGone(address: string, parameter: string, moved: Record<string, string> = {}) {
  const { pathname, searchParams } = new URL(address)
  const [, present] = Object.entries(moved).find(([former]) => former === searchParams.get(parameter)) ?? []
  if (!present) return data(null, { status: 404 })
  searchParams.set(parameter, present)
  return redirect(`${pathname}?${searchParams}`, 301)
}
