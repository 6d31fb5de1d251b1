import { data, redirect } from 'react-router'

interface Named {
  slug: string
}

export const recordNamed = <Found extends Named>(records: Found[], slug: string | null): Found | undefined =>
  slug ? records.find((record) => record.slug === slug) : records[0]

/** An unknown name is a redirect if a record had it before, 404 otherwise. */
export function requireRecord(
  url: string,
  parameter: string,
  records: Named[] = [],
  moved: Record<string, string> = {},
) {
  const { pathname, searchParams } = new URL(url)
  const asked = searchParams.get(parameter)
  if (recordNamed(records, asked)) return null
  const [, present] = Object.entries(moved).find(([former]) => former === asked) ?? []
  if (!present) throw data(null, { status: 404 })
  searchParams.set(parameter, present)
  throw redirect(`${pathname}?${searchParams}`, 301)
}
