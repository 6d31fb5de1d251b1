import { isIPv6 } from 'node:net'

const GROUPS = 8
const NETWORK_GROUPS = 4

/** An IPv6 address counts as its /64, because one customer has the whole range. */
export function networkOf(address: string) {
  if (!isIPv6(address)) return address
  const [withoutZone = ''] = address.split('%')
  // The address in its one canonical spelling, in brackets.
  const canonical = new URL(`http://[${withoutZone}]`).hostname.slice(1, -1)
  // An IPv4 address on a socket that takes both.
  if (canonical.startsWith('::ffff:')) return canonical
  const [before = [], after = []] = canonical.split('::').map((half) => half.split(':').filter(Boolean))
  const between = Array<string>(GROUPS - before.length - after.length).fill('0')
  return [...before, ...between, ...after].slice(0, NETWORK_GROUPS).join(':')
}
