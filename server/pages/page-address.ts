import { Problem } from '#api/http/problem.ts'

const MAX_ADDRESS_LENGTH = 4096

/**
 * The address that a request asks for, on this site's own origin. The request's `Host` plays no part in it, and no spelling of the
 * target names another host: dot segments and backslashes are resolved before the beginning is looked at.
 */
export function readAddress(target: string, origin: string): URL {
  if (target.length > MAX_ADDRESS_LENGTH) throw new Problem('addressTooLong')
  // A whole address, or `*`, is not the address of a page.
  if (!target.startsWith('/')) throw new Problem('badRequest')
  const queryStart = target.indexOf('?')
  const url = new URL(origin)
  url.pathname = queryStart < 0 ? target : target.slice(0, queryStart)
  url.search = queryStart < 0 ? '' : target.slice(queryStart)
  // In a `Location` two slashes at the beginning would name another host.
  if (url.pathname.startsWith('//')) throw new Problem('badRequest')
  return url
}
