import type { FastifySchemaCompiler } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'

export const MAX_ID = 2_147_483_647

/** The id of a record in a path; `1e3`, `+1` and `01` are none. */
export const recordId = wholeNumber(/^[1-9]\d{0,9}$/).register(z.globalRegistry, {
  type: 'integer',
  minimum: 1,
  maximum: MAX_ID,
})

/** An odd number counts as missing: a mistyped address still shows a list. */
export const optionalNumber = (description: string) =>
  z.optional(z.catch(wholeNumber(/^\d{1,9}$/), undefined as never)).register(z.globalRegistry, {
    type: 'integer',
    minimum: 1,
    description,
  })

/** Fastify checks paths and queries only. Headers and bodies are checked where their refusal is worded. */
export const validateAddress: FastifySchemaCompiler<z.ZodMiniType> = (part) =>
  part.httpPart === 'params' || part.httpPart === 'querystring' ? validatorCompiler(part) : (value) => ({ value })

function wholeNumber(pattern: RegExp) {
  const isNumber = (text: unknown) =>
    typeof text === 'string' && pattern.test(text) && Number(text) >= 1 && Number(text) <= MAX_ID
  return z.pipe(z.custom<string>(isNumber), z.transform(Number))
}
