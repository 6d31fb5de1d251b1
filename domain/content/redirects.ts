import { randomUUID } from 'node:crypto'
import { decodeUriText } from '#texts/formats.ts'
import type { Database, Queries } from '../platform/database/database.ts'
import { SECOND } from '../platform/durations.ts'
import { beginVersion } from './published.ts'

export interface Redirect {
  id: string
  /** In small letters, without language, query and final slash; with `/*` at its end it stands for all below. */
  from: string
  /** A path of this site without language, or an https address. With `/*` at its end the rest of the path follows. */
  to: string
  createdAt: string
  createdBy: string | null
  used: number
  lastUsedAt: string | null
  version: number
}

const MAX_REDIRECTS = 5000
export const MAX_ADDRESS_LENGTH = 500
const ALL_BELOW = '/*'

/** Undefined for what is no path, and for the home page, which always exists. */
export function normalFrom(typed: string): string | undefined {
  const segments = segmentsOf(typed)
  if (!segments || segments.slice(0, -1).some((each) => each.includes('*'))) return undefined
  const last = segments.at(-1)
  if (last === undefined || (last.includes('*') && (last !== '*' || segments.length === 1))) return undefined
  const path = `/${segments.join('/')}`.toLowerCase()
  return path.length > MAX_ADDRESS_LENGTH ? undefined : path
}

/** Of the decoded path, without the language. */
function segmentsOf(address: string): string[] | undefined {
  const path = decodeUriText(address.trim().split(/[?#]/, 1)[0] ?? '')?.normalize('NFC')
  if (!path?.startsWith('/') || path.startsWith('//') || HIDDEN.test(path)) return undefined
  const segments = path.split('/').filter(Boolean)
  return segments[0]?.toLowerCase() === 'ar' ? segments.slice(1) : segments
}

/** Undefined for what is neither a path of this site nor an https address. */
export function normalTo(typed: string): string | undefined {
  const to = typed.trim()
  if (to.length > MAX_ADDRESS_LENGTH || HIDDEN.test(to) || to.includes(' ')) return undefined
  if (isOtherSite(to)) return URL.canParse(to) && !new URL(to).username ? to : undefined
  if (!/^\/(?![/\\])/.test(to) || decodeUriText(to.split(/[?#]/, 1)[0] ?? '') === undefined) return undefined
  return to.replace(/^\/ar(?=[/?#]|$)/i, '').replace(/^(?=[?#]|$)/, '/')
}

const isOtherSite = (to: string) => /^https:\/\//i.test(to)

const HIDDEN = /[\p{C}\\]/u

/** Redirects that pages follow, read with the rest of the content. */
export interface RedirectTable {
  exact: Record<string, { id: string; to: string }>
  /** The longest first. */
  below: { id: string; prefix: string; to: string }[]
}

/** Without a prototype: a path may be called like one of its members. */
export const emptyTable = (): RedirectTable => ({ exact: Object.create(null), below: [] })

export async function readRedirectTable(queries: Queries): Promise<RedirectTable> {
  const rows = await queries.selectFrom('redirects').select(['id', 'from_path', 'to_address as to']).execute()
  return tableOf(rows.map(({ id, from_path, to }) => ({ id, from: from_path, to })))
}

function tableOf(redirects: Pick<Redirect, 'id' | 'from' | 'to'>[]): RedirectTable {
  const table = emptyTable()
  for (const redirect of redirects) addToTable(table, redirect)
  return table
}

function addToTable({ exact, below }: RedirectTable, { id, from, to }: Pick<Redirect, 'id' | 'from' | 'to'>) {
  if (!from.endsWith(ALL_BELOW)) {
    exact[from] = { id, to }
    return
  }
  const prefix = from.slice(0, -1)
  const place = below.findIndex((other) => other.prefix.length < prefix.length)
  below.splice(place < 0 ? below.length : place, 0, { id, prefix, to })
}

/** Where a path leads that no page has. */
export function findRedirect(table: RedirectTable, asked: string): { id: string; to: string } | undefined {
  const from = normalFrom(asked)
  if (from === undefined) return undefined
  const exact = table.exact[from]
  if (exact) return exact
  const found = table.below.find(({ prefix }) => from.startsWith(prefix))
  if (!found?.to.endsWith(ALL_BELOW)) return found
  const rest = segmentsOf(asked)?.slice(found.prefix.split('/').length - 2) ?? []
  return { id: found.id, to: found.to.slice(0, -1) + rest.map(encodeURIComponent).join('/') }
}

export async function listRedirects(queries: Queries): Promise<Redirect[]> {
  const rows = await queries.selectFrom('redirects').selectAll().orderBy('from_path').execute()
  return rows.map(({ from_path, to_address, created_at, created_by, last_used_at, ...row }) => ({
    ...row,
    from: from_path,
    to: to_address,
    createdAt: created_at,
    createdBy: created_by,
    lastUsedAt: last_used_at,
  }))
}

interface Wanted {
  from: string
  to: string
  /** Somebody has confirmed that it leaves this site. */
  isOtherSiteMeant?: boolean | undefined
}

export type RedirectFault =
  | { fault: 'fromFormat' | 'toFormat' | 'fromIsPage' | 'fromTaken' | 'toUnknown' | 'toOtherSite' | 'tooMany' }
  | { fault: 'loop' | 'chain'; chain: string[] }

interface Checks {
  /** Of a page without records; it is always there. */
  isPage: (path: string) => boolean
  /** Of any page; its record may be missing. */
  isAddress: (path: string) => boolean
}

type Judged = { from: string; to: string } | RedirectFault

/** All redirects, found by either end. */
function createIndex(redirects: Pick<Redirect, 'id' | 'from' | 'to'>[]) {
  const table = emptyTable()
  const targets = new Map<string, { from: string; to: string }>()
  const index = {
    size: 0,
    add(redirect: Pick<Redirect, 'id' | 'from' | 'to'>) {
      index.size++
      addToTable(table, redirect)
      const target = isOtherSite(redirect.to) ? undefined : normalFrom(redirect.to)
      if (target !== undefined) targets.set(target, redirect)
    },
    has: (from: string) => targetOf(table, from) !== undefined,
    isThere: (from: string | undefined, to: string | undefined) => from !== undefined && targetOf(table, from) === to,
    next: (to: string) => findRedirect(table, to),
    /** One that leads to this one. */
    before(from: string) {
      if (!from.endsWith(ALL_BELOW)) return targets.get(from)
      return [...targets].find(([target]) => target.startsWith(from.slice(0, -1)))?.[1]
    },
  }
  for (const redirect of redirects) index.add(redirect)
  return index
}

const targetOf = ({ exact, below }: RedirectTable, from: string) =>
  from.endsWith(ALL_BELOW) ? below.find(({ prefix }) => prefix === from.slice(0, -1))?.to : exact[from]?.to

function judge(
  others: ReturnType<typeof createIndex>,
  { from: typed, to: target, isOtherSiteMeant }: Wanted,
  checks: Checks,
): Judged {
  const [from, to] = [normalFrom(typed), normalTo(target)]
  if (from === undefined) return { fault: 'fromFormat' }
  if (to === undefined || (to.endsWith(ALL_BELOW) && !from.endsWith(ALL_BELOW))) return { fault: 'toFormat' }
  if (checks.isPage(from)) return { fault: 'fromIsPage' }
  if (others.has(from)) return { fault: 'fromTaken' }
  if (isOtherSite(to)) return isOtherSiteMeant ? { from, to } : { fault: 'toOtherSite' }
  if (createIndex([{ id: '', from, to }]).next(to)) return { fault: 'loop', chain: [from, to, from] }
  const next = others.next(to)
  if (next) return { fault: normalFrom(next.to) === from ? 'loop' : 'chain', chain: [from, to, next.to] }
  const before = others.before(from)
  if (before) return { fault: 'chain', chain: [before.from, from, to] }
  if (!to.endsWith(ALL_BELOW) && !checks.isAddress(to)) return { fault: 'toUnknown' }
  return { from, to }
}

interface Editing {
  author: string | null
  now: Date
}

export async function addRedirect(
  queries: Queries,
  wanted: Wanted,
  checks: Checks,
  { author, now }: Editing,
): Promise<{ id: string } | RedirectFault> {
  await beginVersion(queries, now)
  const others = createIndex(await listRedirects(queries))
  if (others.size >= MAX_REDIRECTS) return { fault: 'tooMany' }
  const judged = judge(others, wanted, checks)
  if ('fault' in judged) return judged
  const id = randomUUID()
  await insert(queries, { id, ...judged }, { author, now })
  return { id }
}

const insert = (queries: Queries, { id, from, to }: Pick<Redirect, 'id' | 'from' | 'to'>, { author, now }: Editing) =>
  queries
    .insertInto('redirects')
    .values({
      id,
      from_path: from,
      to_address: to,
      created_at: now.toISOString(),
      created_by: author,
      used: 0,
      last_used_at: null,
      version: 1,
    })
    .execute()

export async function changeRedirect(
  queries: Queries,
  id: string,
  { version, ...wanted }: Omit<Wanted, 'from'> & { version: number },
  checks: Checks,
  now: Date,
): Promise<Redirect | RedirectFault | 'unknown' | 'conflict'> {
  await beginVersion(queries, now)
  const all = await listRedirects(queries)
  const current = all.find((each) => each.id === id)
  if (!current) return 'unknown'
  if (current.version !== version) return 'conflict'
  const others = createIndex(all.filter((each) => each !== current))
  const judged = judge(others, { ...wanted, from: current.from }, checks)
  if ('fault' in judged) return judged
  const changed = { to_address: judged.to, version: version + 1 }
  await queries.updateTable('redirects').set(changed).where('id', '=', id).execute()
  return { ...current, to: judged.to, version: version + 1 }
}

export async function removeRedirect(queries: Queries, id: string, now: Date): Promise<{ from: string } | undefined> {
  await beginVersion(queries, now)
  const removed = await queries.deleteFrom('redirects').where('id', '=', id).returning('from_path').executeTakeFirst()
  return removed && { from: removed.from_path }
}

export interface ImportedLine {
  line: number
  from: string
  to: string
  outcome: 'new' | 'same' | RedirectFault['fault']
}

/** Adds the lines without a fault; what is there already stays as it is. */
export async function importRedirects(
  queries: Queries,
  lines: { line: number; from: string; to: string }[],
  { isTrial, isOtherSiteMeant }: { isTrial: boolean; isOtherSiteMeant: boolean },
  checks: Checks,
  editing: Editing,
): Promise<ImportedLine[]> {
  if (!isTrial) await beginVersion(queries, editing.now)
  const known = createIndex(await listRedirects(queries))
  const imported: ImportedLine[] = []
  for (const { line, from, to } of lines) {
    const outcome = known.isThere(normalFrom(from), normalTo(to)) ? 'same' : outcomeOf({ from, to })
    imported.push({ line, from, to, outcome: typeof outcome === 'string' ? outcome : 'new' })
    if (typeof outcome === 'string') continue
    const added = { id: randomUUID(), ...outcome }
    known.add(added)
    if (!isTrial) await insert(queries, added, editing)
  }
  return imported

  function outcomeOf(wanted: { from: string; to: string }) {
    if (known.size >= MAX_REDIRECTS) return 'tooMany'
    const judged = judge(known, { ...wanted, isOtherSiteMeant }, checks)
    return 'fault' in judged ? judged.fault : judged
  }
}

const FLUSH_MILLISECONDS = 10 * SECOND

/** Counts in memory: a visitor waits for no write. What was not written yet is lost with the process. */
export function createRedirectCounter(database: Database, now: () => Date) {
  const counts = new Map<string, number>()
  const flush = async () => {
    const written = [...counts]
    counts.clear()
    if (written.length === 0) return
    const last_used_at = now().toISOString()
    await database.write(async (queries) => {
      for (const [id, count] of written)
        await queries
          .updateTable('redirects')
          .set(({ eb }) => ({ used: eb('used', '+', count), last_used_at }))
          .where('id', '=', id)
          .execute()
    })
  }
  const timer = setInterval(() => flush().catch(() => {}), FLUSH_MILLISECONDS).unref()
  return {
    count: (id: string) => void counts.set(id, (counts.get(id) ?? 0) + 1),
    flush,
    async stop() {
      clearInterval(timer)
      await flush().catch(() => {})
    },
  }
}
