import type { Queries } from './database.ts'

export interface UpgradePolicy {
  version: string
  /** The oldest release whose database this one takes over. */
  from: string
  /** The oldest release whose processes may go on meanwhile. */
  rollingFrom: string
}

/** Released before databases noted who used them. */
const UNNOTED = '1.0.0'

/** The newest release that has used a database with tables; undefined for an earlier one, which notes nothing. */
export async function newestRelease(queries: Queries): Promise<string | undefined> {
  const rows = await queries.selectFrom('releases').select('version').execute()
  return rows
    .map(({ version }) => version)
    .toSorted(compareVersions)
    .at(-1)
}

/** Writes at the first start only: later ones may find a disk that can only be read. */
export async function noteRelease(queries: Queries, version: string) {
  const noted = await queries.selectFrom('releases').select('version').where('version', '=', version).executeTakeFirst()
  if (noted) return
  await queries
    .insertInto('releases')
    .values({ version, first_used_at: new Date().toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** One line for the operator; `isRefused` where the database is too old. */
export function planUpgrade(former: string | undefined, { version, from, rollingFrom }: UpgradePolicy) {
  const before = former ?? UNNOTED
  if (compareVersions(before, from) < 0)
    return {
      isRefused: true,
      says: `the database is from release ${before}, and ${version} updates those of ${from} and later only; start ${from} once, then this release`,
    }
  const isRolling = compareVersions(before, rollingFrom) >= 0
  const others = isRolling
    ? `processes of ${before} may go on meanwhile`
    : `stop every process of ${before} first, since it cannot go on with the new tables`
  return { isRefused: false, says: `Updating the database of release ${before} for ${version}; ${others}.` }
}

/** By semantic versioning, without marks of a build. */
function compareVersions(one: string, other: string) {
  const [parts, otherParts] = [one, other].map((version) => version.split(/[.+-]/).slice(0, 3).map(Number))
  for (const index of [0, 1, 2]) {
    const difference = (parts?.[index] ?? 0) - (otherParts?.[index] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
