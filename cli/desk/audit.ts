import { listAuditTrail, verifyAuditTrail } from '#domain/platform/audit-trail.ts'
import { readReference } from '#domain/submissions/reference.ts'
import { DONE, NOT_DONE } from '../exit-codes.ts'
import { asJson, type DeskCall, type DeskCommand, UsageError } from './command.ts'
import { describeCounts } from './erase.ts'
import { shownMoment } from './record.ts'
import { formatTable } from './table.ts'

export const audit: DeskCommand = {
  takes: '[verify [hash]]',
  words: [0, 2],
  summary:
    'who did what to personal data, newest first; "verify" tells which entry was changed or taken away, and whether the trail still has a hash that was kept elsewhere',
  options: {
    reference: { type: 'string', value: 'reference', says: 'only what was done to this submission' },
    ...asJson,
  },
  examples: ['audit --reference NQ-7K3M-9XQ2', 'audit verify'],

  run(call) {
    const [act, kept] = call.words
    if (act === undefined) return list(call)
    if (act !== 'verify') throw new UsageError('Say nothing, "verify", or "verify" and a hash.')
    return verify(call, kept)
  },
}

async function list({ database, terminal, options, timeZone }: DeskCall) {
  const reference = options.reference === undefined ? undefined : readReference(String(options.reference))
  const trail = await listAuditTrail(database.queries, reference)
  if (options.json) {
    terminal.printJson(trail)
    return DONE
  }
  type Entry = (typeof trail)[number]
  const columns = [
    { title: 'Entry', cell: ({ number }: Entry) => String(number), isWhole: true },
    { title: 'When', cell: ({ happened_at }: Entry) => shownMoment(happened_at, timeZone) },
    { title: 'Who', cell: ({ actor }: Entry) => actor, shrinks: true },
    { title: 'What', cell: ({ action }: Entry) => action },
    { title: 'How much', cell: describe, shrinks: true },
  ]
  if (trail.length > 0) terminal.print(formatTable(columns, trail, terminal))
  terminal.remark(`${trail.length || 'No'} entr${trail.length === 1 ? 'y' : 'ies'}.`)
  return DONE

  function describe({ counts, words }: Entry) {
    const said = Object.entries(words).map(([name, word]) => `${name}: ${word}`)
    return [...(Object.keys(counts).length > 0 ? [describeCounts(counts)] : []), ...said].join(', ')
  }
}

async function verify({ database, terminal, options }: DeskCall, kept?: string) {
  const verdict = await database.snapshot((queries) => verifyAuditTrail(queries, kept))
  const { entries, hash, broken, isKeptFound } = verdict
  if (options.json) terminal.printJson(verdict)
  else if (broken) terminal.print(`Entry ${broken.number} is broken: ${broken.because}. ${entries} are whole.`)
  else if (isKeptFound === false) terminal.print(`No entry has the hash ${kept}: entries were taken away or replaced.`)
  else terminal.print(`${entries} entr${entries === 1 ? 'y' : 'ies'}, all whole. Hash of the last: ${hash || 'none'}`)
  return broken || isKeptFound === false ? NOT_DONE : DONE
}
