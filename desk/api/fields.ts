import * as z from 'zod'
import { isMailAddress, withAsciiDomain } from '#contract/mail-address.ts'
import { MAX_PASSWORD_LENGTH } from '#domain/people/passwords.ts'
import { ROLES } from '#domain/people/rights.ts'
import { LANGUAGES } from '#texts/languages.ts'

/** Fields of several calls. A message is a key of texts/desk/<language>/field-errors.json. */
const MAX_NAME_LENGTH = 120
const MAX_EMAIL_LENGTH = 254
const MAX_SECRET_LENGTH = 200
export const MAX_INTEGER = 2_147_483_647

export const name = z.string().trim().min(1, 'nameRequired').max(MAX_NAME_LENGTH, 'tooLong')
export const email = z
  .string()
  .trim()
  .max(MAX_EMAIL_LENGTH, 'tooLong')
  .overwrite(withAsciiDomain)
  .refine(isMailAddress, 'emailFormat')
/** Without any, a person sees only the jobs whose team they are on. */
export const roles = z.array(z.enum(ROLES)).max(ROLES.length)
export const language = z.enum(LANGUAGES)
export const secret = z.string().min(1).max(MAX_SECRET_LENGTH)
export const code = z.string().trim().min(1, 'codeRequired').max(MAX_SECRET_LENGTH)
const password = z.string().max(MAX_PASSWORD_LENGTH, 'tooLong')

export const ordinal = z.int().positive().max(MAX_INTEGER)

/** The version that was seen, in an address. */
export const seenVersion = z.coerce.number().pipe(ordinal)

/** The library checks the rest. */
const passkeyResponse = z.looseObject({ id: z.string().max(2000) })

export const newFactor = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('passkey'),
    challengeId: secret,
    response: passkeyResponse,
    label: z.string().trim().max(MAX_NAME_LENGTH),
  }),
  z.object({ kind: z.literal('password'), password, secret: z.string().max(MAX_SECRET_LENGTH), code }),
])

export const proof = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('passkey'), challengeId: secret, response: passkeyResponse }),
  z.object({ kind: z.literal('password'), email: z.string().trim().max(MAX_EMAIL_LENGTH), password, code }),
])
