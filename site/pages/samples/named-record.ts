import { redirect } from 'react-router'
import type { Needs } from '../../load.ts'

interface Named {
  slug: string
}

/** Without a name the first one. An unknown name is a redirect if a record had it before, 404 otherwise. */
export function requireRecord<Found extends Named>(
  { url: { pathname, searchParams: given }, missing }: Pick<Needs, 'url' | 'missing'>,
  parameter: string,
  records: Found[] = [],
  moved: Record<string, string> = {},
): Found {
  const searchParams = new URLSearchParams(given)
  const asked = searchParams.get(parameter)
  const found = asked ? records.find(({ slug }) => slug === asked) : records[0]
  if (found) return found
  const [, present] = Object.entries(moved).find(([former]) => former === asked) ?? []
  if (!present) throw missing()
  searchParams.set(parameter, present)
  throw redirect(`${pathname}?${searchParams}`, 301)
}
