import { listAuditTrail, verifyAuditTrail } from '#domain/platform/audit-trail.ts'
import { readReference } from '#domain/submissions/reference.ts'
import {
  asJson,
  counted,
  type DeskCall,
  type DeskCommand,
  describeCounts,
  NotDone,
  printResult,
  printRows,
  UsageError,
} from './command.ts'
import { shownMoment } from './table.ts'

export const audit: DeskCommand = {
  takes: '[verify] [hash]',
  summary:
    'shows who did what with personal data, newest first; "verify" finds changed or missing entries, and whether the trail still has a hash kept elsewhere',
  options: { '--reference <reference>': 'only what was done to this submission', ...asJson },
  examples: ['audit --reference NQ-7K3M-9XQ2', 'audit verify'],

  run(call) {
    const [act, kept] = call.words
    if (act === undefined) return list(call)
    if (act !== 'verify') throw new UsageError('Add nothing, "verify", or "verify" and a hash.')
    return verify(call, kept)
  },
}

async function list(call: DeskCall) {
  const { database, options, timeZone } = call
  const reference = options.reference === undefined ? undefined : readReference(String(options.reference))
  const trail = await listAuditTrail(database.queries, reference)
  const columns = [
    { title: 'Entry', cell: ({ number }: Entry) => String(number), isWhole: true },
    { title: 'When', cell: ({ happened_at }: Entry) => shownMoment(happened_at, timeZone) },
    { title: 'Who', cell: ({ actor }: Entry) => actor, shrinks: true },
    { title: 'What', cell: ({ action }: Entry) => action },
    { title: 'How much', cell: describe, shrinks: true },
  ]
  printRows(call, trail, columns, `${counted(trail.length, 'entry', 'entries')}.`)
}

type Entry = Awaited<ReturnType<typeof listAuditTrail>>[number]

function describe({ counts, words }: Entry) {
  const named = Object.entries(words).map(([name, word]) => `${name}: ${word}`)
  return [...(Object.keys(counts).length > 0 ? [describeCounts(counts)] : []), ...named].join(', ')
}

async function verify(call: DeskCall, kept?: string) {
  const verdict = await call.database.snapshot((queries) => verifyAuditTrail(queries, kept))
  const { entries, hash, broken, isKeptFound } = verdict
  const whole = `${entries} ${entries === 1 ? 'entry' : 'entries'}, all intact. Hash of the last: ${hash || 'none'}`
  const lost = isKeptFound === false && `No entry has the hash ${kept}: entries were removed or replaced.`
  const damage = broken ? `Entry ${broken.number} is broken: ${broken.because}. ${entries} are whole.` : lost
  printResult(call, damage || whole, verdict)
  if (damage) throw new NotDone()
}
