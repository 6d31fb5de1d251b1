import { createHmac, randomBytes } from 'node:crypto'
import { isIPv4 } from 'node:net'
import { networkOf } from '../../platform/network.ts'

/** Who asks, as far as a connection says it. */
export interface Caller {
  address: string
  userAgent: string
}

export interface KnownVisitors {
  /** For each trait whether it is the visitor's first time today; undefined for a colleague. */
  meet(day: string, caller: Caller, traits: readonly string[]): Promise<boolean[] | undefined>
  /** Visits from this browser and network are not counted until midnight. */
  rememberStaff(day: string, caller: Caller): void
  /** Forgets the day before. Called every minute, so that no key outlives its day. */
  beginDay(day: string): void
}

/** A visitor with source and campaign has three. Later visitors of the day are not told apart. */
const MAX_KNOWN = 300_000
const MAX_STAFF = 10_000
const KEY_BYTES = 32
/** As many as a number holds exactly. */
const HASH_BYTES = 6

/** Hashes of today's visitors, in memory alone. Their key is thrown away with them, so no hash leads back to anybody. */
export function createKnownVisitors({ maxKnown = MAX_KNOWN } = {}): KnownVisitors {
  let today = ''
  let key = randomBytes(KEY_BYTES)
  let known = new Set<number>()
  let staff = new Set<number>()

  // Processes reach midnight within a second of each other.
  function beginDay(day: string) {
    if (day <= today) return
    today = day
    key = randomBytes(KEY_BYTES)
    known = new Set()
    staff = new Set()
  }

  const hashOf = (...parts: string[]) =>
    createHmac('sha256', key).update(parts.join('\n')).digest().readUIntBE(0, HASH_BYTES)
  const staffHash = ({ address, userAgent }: Caller) => hashOf('staff', networkOf(address), userAgent)

  function isFirst(hash: number) {
    if (known.has(hash) || known.size >= maxKnown) return false
    known.add(hash)
    return true
  }

  return {
    beginDay,
    async meet(day, caller, traits) {
      beginDay(day)
      if (staff.size > 0 && staff.has(staffHash(caller))) return undefined
      const network = widerNetworkOf(caller.address)
      return traits.map((trait) => isFirst(hashOf(trait, network, caller.userAgent)))
    },
    rememberStaff(day, caller) {
      beginDay(day)
      if (staff.size < MAX_STAFF) staff.add(staffHash(caller))
    },
  }
}

/** The /24 of an IPv4 address, the /64 of an IPv6 one. */
function widerNetworkOf(address: string) {
  const plain = address.replace(/^::ffff:(?=[\d.]+$)/i, '')
  return isIPv4(plain) ? plain.slice(0, plain.lastIndexOf('.')) : networkOf(address)
}
