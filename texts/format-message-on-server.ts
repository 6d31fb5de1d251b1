import compile from 'icu-minify/compile'
import { isSentence } from './fill-in.ts'
import formatCompiled from './format-message.ts'

type Arguments = Parameters<typeof formatCompiled>

/** Pages have compiled sentences. Mails and feeds have them as written, compiled at their first use. */
export default function formatMessage(...[path, message, values, options]: Arguments) {
  const formatters = { ...options.formatters, getPluralRules }
  return formatCompiled(path, compiledOnce(message), values, { ...options, formatters })
}

formatMessage.raw = false

const compiled = new Map<unknown, Arguments[1]>()
/** Several times the sentences of both languages. */
const MAX_COMPILED = 5_000

function compiledOnce(message: Arguments[1]) {
  if (typeof message !== 'string' || !isSentence(message)) return message
  const known = compiled.get(message)
  if (known !== undefined) return known
  if (compiled.size >= MAX_COMPILED) compiled.clear()
  const made = compile(message) as Arguments[1]
  compiled.set(message, made)
  return made
}

const pluralRules = new Map<string, Intl.PluralRules>()

/** Making rules is the slow part, and each page would make its own. */
function getPluralRules(locale: string, { type = 'cardinal' }: Intl.PluralRulesOptions = {}) {
  const key = `${locale} ${type}`
  const rules = pluralRules.get(key) ?? new Intl.PluralRules(locale, { type })
  pluralRules.set(key, rules)
  return rules
}
