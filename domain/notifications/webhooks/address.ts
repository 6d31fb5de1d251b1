import { lookup as lookUp } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

export interface AddressRules {
  /** To try receivers on this machine; never where strangers can make webhooks. */
  allowsLoopback: boolean
}

/** Against requests to the server's own network. */
export class PrivateAddress extends Error {
  readonly code = 'EPRIVATE'
}

/** Checks an address before its name is resolved; undefined if it is valid. */
export function addressFault(text: string, { allowsLoopback }: AddressRules): 'format' | 'private' | undefined {
  if (text.length > MAX_LENGTH || !URL.canParse(text)) return 'format'
  const { protocol, hostname, username, password } = new URL(text)
  const isHttps = protocol === 'https:' || (allowsLoopback && protocol === 'http:')
  if (!isHttps || username || password) return 'format'
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0) return isAllowed(host, { allowsLoopback }) ? undefined : 'private'
  return PRIVATE_NAMES.test(host) && !allowsLoopback ? 'private' : undefined
}

/** Checks the address that is connected to: a name may lead elsewhere a moment later. */
export function lookupFor(rules: AddressRules): LookupFunction {
  return (hostname, options, callback) => {
    lookUp(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, '', 0)
      if (found.length === 0 || found.some(({ address }) => !isAllowed(address, rules)))
        return callback(new PrivateAddress(), '', 0)
      if (options.all) return (callback as unknown as (error: null, all: typeof found) => void)(null, found)
      const [first] = found as [(typeof found)[number]]
      return callback(null, first.address, first.family)
    })
  }
}

export function isAllowed(address: string, { allowsLoopback }: AddressRules): boolean {
  const family = isIP(address) === 4 ? 'ipv4' : 'ipv6'
  if (LOOPBACK.check(address, family)) return allowsLoopback
  if (SPECIAL.check(address, family)) return false
  return family === 'ipv4' || GLOBAL.check(address, family)
}

const MAX_LENGTH = 2000
const PRIVATE_NAMES = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|private)\.?$|^[^.]+\.?$/i

const LOOPBACK = listOf(['127.0.0.0/8'], ['::1/128'])

/** Addresses that carry another address inside are not among them. */
const GLOBAL = listOf([], ['2000::/3'])

/** The registries of special addresses of IANA (RFC 6890 and its successors). */
const SPECIAL = listOf(
  [
    '0.0.0.0/8',
    '10.0.0.0/8',
    '100.64.0.0/10',
    '169.254.0.0/16',
    '172.16.0.0/12',
    '192.0.0.0/24',
    '192.0.2.0/24',
    '192.88.99.0/24',
    '192.168.0.0/16',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '224.0.0.0/4',
    '240.0.0.0/4',
  ],
  ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
)

function listOf(version4: string[], version6: string[]) {
  const list = new BlockList()
  const add = (ranges: string[], family: 'ipv4' | 'ipv6') => {
    for (const range of ranges) {
      const [start = '', bits] = range.split('/')
      list.addSubnet(start, Number(bits), family)
    }
  }
  add(version4, 'ipv4')
  add(version6, 'ipv6')
  return list
}
