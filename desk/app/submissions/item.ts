import type { CallOptions, ResultOf } from '../api.ts'

/** A line of a list of submissions. */
export type Item = ResultOf<'GET /submissions'>['items'][number]
export type Stage = Item['stage']
export type Kind = Item['kind']
export type Colleague = ResultOf<'GET /colleagues'>['colleagues'][number]

export type Filters = NonNullable<CallOptions<'GET /submissions'>['query']>

const FILTER_NAMES = [
  'form',
  'job',
  'stage',
  'person',
  'language',
  'since',
  'until',
  'marked',
  'read',
  'waiting',
  'samples',
  'search',
  'order',
] as const

/** The filters that stand in an address; the server says what is wrong with them. */
export function filtersIn(address: URLSearchParams): Filters {
  const found = FILTER_NAMES.map((name) => [name, address.getAll(name)] as const)
  return Object.fromEntries(
    found
      .filter(([, values]) => values.length > 0)
      .map(([name, values]) => [name, values.length > 1 ? values : values[0]]),
  ) as Filters
}

/** The filters alone, in one order, so that two addresses of one list are the same. */
export function filterAddress(address: URLSearchParams): string {
  const search = new URLSearchParams()
  for (const name of FILTER_NAMES) for (const value of address.getAll(name).toSorted()) search.append(name, value)
  return search.size > 0 ? `?${search}` : ''
}
