import { endpoints } from '#contract/endpoints.ts'
import { mailtoOf } from '#contract/mail-address.ts'
import { DEFAULT_LANGUAGE, LANGUAGES } from '#texts/languages.ts'
import type { Source } from './source.ts'

const MONTHS_VALID = 11

/** RFC 9116: whom to tell about a weakness. It expires within a year, and moves on by itself each month. */
export async function securityContact({ publicUrl, callApiIn }: Source, now: Date) {
  const { email } = await callApiIn(DEFAULT_LANGUAGE)(endpoints.contactInfo)
  const expires = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + MONTHS_VALID, 1))
  return [
    `Contact: ${mailtoOf(email)}`,
    `Expires: ${expires.toISOString()}`,
    `Preferred-Languages: ${LANGUAGES.join(', ')}`,
    `Canonical: ${publicUrl}/.well-known/security.txt`,
    '',
  ].join('\n')
}
