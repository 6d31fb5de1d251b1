import { parseUrl } from '#texts/formats.ts'

const MAX_LENGTH = 254
const LOCAL_PART = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}$/
/** At least two labels of the DNS; the last one, which no number is, has two characters or more. */
const DOMAIN = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?!\d+$)[a-z\d][a-z\d-]{0,61}[a-z\d]$/i
/** Letters, marks, digits, hyphens and the dots of every script; nothing that would end the host of a URL. */
const DOMAIN_IN_ANY_SCRIPT = /^[\p{L}\p{M}\p{Nd}.\u3002\uff0e\uff61\p{Join_Control}-]+$/u
const NOT_ASCII = /[^\0-\x7f]/

/** As browsers understand `type="email"`, and such that mail can reach it: the domain has a dot, and no part is longer than it may be. */
export function isMailAddress(address: string): boolean {
  const at = address.lastIndexOf('@')
  return address.length <= MAX_LENGTH && LOCAL_PART.test(address.slice(0, at)) && DOMAIN.test(address.slice(at + 1))
}

/** For a link: what may stand before the @ can mean something else in a URL. */
export const mailtoOf = (address: string) =>
  `mailto:${encodeURIComponent(withAsciiDomain(address)).replace('%40', '@')}`

/** A domain in another script as the DNS has it, which every mail server understands. What is no such domain stays as it is. */
export function withAsciiDomain(address: string): string {
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1)
  if (at < 0 || !NOT_ASCII.test(domain) || !DOMAIN_IN_ANY_SCRIPT.test(domain)) return address
  const url = parseUrl(`http://${domain}`)
  return url ? `${address.slice(0, at)}@${url.hostname}` : address
}

/** What cannot be seen and comes along when an address is pasted: marks of direction, soft hyphens. Joiners stand in domains. */
export const withoutHiddenMarks = (address: string) => address.replace(/(?!\p{Join_Control})\p{Cf}/gu, '')
