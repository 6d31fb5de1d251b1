import type { IncomingMessage } from 'node:http'
import { Problem } from '#api/http/problem.ts'
import { isArabicAddress, permanentAddress } from '#site/addresses.ts'
import { decodeUriText } from '#texts/formats.ts'

/** Stands for all addresses that do not exist. */
export const NOT_FOUND_ADDRESS = '/not-found'

const MAX_ADDRESS_LENGTH = 4096
const WHOLE_ADDRESS = /^https?:\/\/[^/?#]+(?=[/?]|$)/i
const OF_THE_API = /^\/(api|media)(\/|$)/i

/**
 * What the router is to look for. A whole address (RFC 9112, 3.2.2) is looked up by its path: no response depends on the host that it
 * names. One that cannot be decoded, which the router would refuse by itself, is that of a page which does not exist.
 */
export function routedTarget({ method, url = '/' }: Pick<IncomingMessage, 'method' | 'url'>): string {
  const target = WHOLE_ADDRESS.test(url) ? url.replace(WHOLE_ADDRESS, '').replace(/^(?=\?|$)/, '/') : url
  if (method !== 'GET' && method !== 'HEAD') return target
  const [path = ''] = target.split('?', 1)
  if (decodeUriText(path) !== undefined || OF_THE_API.test(path) || target.length > MAX_ADDRESS_LENGTH) return target
  return permanentAddress(NOT_FOUND_ADDRESS, isArabicAddress(path) ? 'ar' : 'en')
}

/**
 * The address that a request asks for, on this site's own origin. The request's `Host` plays no part in it, and no spelling of the
 * target names another host: dot segments and backslashes are resolved before the beginning is looked at.
 */
export function readAddress(target: string, origin: string): URL {
  if (target.length > MAX_ADDRESS_LENGTH) throw new Problem('addressTooLong')
  // `*`, or what is no address at all.
  if (!target.startsWith('/')) throw new Problem('badRequest')
  const queryStart = target.indexOf('?')
  const url = new URL(origin)
  url.pathname = queryStart < 0 ? target : target.slice(0, queryStart)
  url.search = queryStart < 0 ? '' : target.slice(queryStart)
  // In a `Location` two slashes at the beginning would name another host. No page has such an address.
  return url.pathname.startsWith('//') ? new URL(NOT_FOUND_ADDRESS, origin) : url
}
