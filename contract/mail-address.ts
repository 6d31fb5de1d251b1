import { parseUrl } from '#texts/formats.ts'

const MAX_LENGTH = 254
const LOCAL_PART = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}$/
const DOMAIN = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?!\d+$)[a-z\d][a-z\d-]{0,61}[a-z\d]$/i
/** Nothing that would end the host of a URL. */
const DOMAIN_IN_ANY_SCRIPT = /^[\p{L}\p{M}\p{Nd}.\u3002\uff0e\uff61\p{Join_Control}-]+$/u
const NOT_ASCII = /[^\0-\x7f]/

/** Like `type="email"`, but the domain needs a dot and every part its limit, so that mail can reach it. */
export function isMailAddress(address: string): boolean {
  const at = address.lastIndexOf('@')
  return address.length <= MAX_LENGTH && LOCAL_PART.test(address.slice(0, at)) && DOMAIN.test(address.slice(at + 1))
}

/** The local part may have characters with a meaning in URLs. */
export const mailtoOf = (address: string) =>
  `mailto:${encodeURIComponent(withAsciiDomain(address)).replace('%40', '@')}`

/** Not percent-encoded: calendar programs do not decode it. */
export const calendarAddressOf = (address: string) => `mailto:${withAsciiDomain(address)}`

/** Punycode, which every mail server understands. */
export function withAsciiDomain(address: string): string {
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1)
  if (at < 0 || !NOT_ASCII.test(domain) || !DOMAIN_IN_ANY_SCRIPT.test(domain)) return address
  const url = parseUrl(`http://${domain}`)
  return url ? `${address.slice(0, at)}@${url.hostname}` : address
}

/** Pasted addresses bring marks of direction and soft hyphens. Joiners are legal in domains. */
export const withoutHiddenMarks = (address: string) => address.replace(/(?!\p{Join_Control})\p{Cf}/gu, '')
