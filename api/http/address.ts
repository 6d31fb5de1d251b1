import type { FastifySchemaCompiler } from 'fastify'
import * as z from 'zod/mini'
import { Problem } from './problem.ts'

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

/** Checks ids in paths: an odd id names no record. Headers and bodies are checked where their refusal is worded. */
export const validateAddress: FastifySchemaCompiler<z.ZodMiniType> =
  ({ schema, httpPart }) =>
  (value) => {
    if (httpPart !== 'params' && httpPart !== 'querystring') return { value }
    const { success, data } = z.safeParse(schema, value)
    return success ? { value: data } : { error: new Problem('notFound') }
  }

function wholeNumber(pattern: RegExp) {
  const isNumber = (text: unknown) =>
    typeof text === 'string' && pattern.test(text) && Number(text) >= 1 && Number(text) <= MAX_ID
  return z.pipe(z.custom<string>(isNumber), z.transform(Number))
}
