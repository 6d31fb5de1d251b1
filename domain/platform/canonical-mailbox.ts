import { domainToASCII } from 'node:url'
import { withoutHiddenMarks } from '#contract/mail-address.ts'
import { normalizeText } from '#texts/spelling.ts'

/** Where dots before the @ do not count. */
const IGNORE_DOTS = ['gmail.com']
const ALIASES: Record<string, string> = { 'googlemail.com': 'gmail.com' }

/** One spelling for all addresses of a mailbox, for counting only. */
export function canonicalMailbox(address: string): string {
  const trimmed = normalizeText(withoutHiddenMarks(address).trim(), 'NFKC').toLowerCase()
  const at = trimmed.lastIndexOf('@')
  if (at < 0) return trimmed
  const [local, written] = [trimmed.slice(0, at), trimmed.slice(at + 1).replace(/\.$/, '')]
  const ascii = domainToASCII(written) || written
  const domain = ALIASES[ascii] ?? ascii
  const plus = local.indexOf('+')
  const untagged = plus > 0 ? local.slice(0, plus) : local
  return `${IGNORE_DOTS.includes(domain) ? untagged.replaceAll('.', '') : untagged}@${domain}`
}
