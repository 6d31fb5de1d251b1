import { LIFETIMES } from '#contract/lifetimes.ts'
import type { Language } from '#texts/languages.ts'
import { monthsBefore } from '../../platform/calendar.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import { MINUTE } from '../../platform/durations.ts'
import { repeat } from '../../platform/jobs/repeat.ts'
import type { Caller, KnownVisitors } from './known-visitors.ts'
import { type CountedForm, type Device, DIRECT, OTHERS, type Subject } from './subjects.ts'

export interface View {
  /** A known page, without the language; undefined for any other address. */
  page: string | undefined
  form: CountedForm | undefined
  language: Language
  source: string | null
  campaign: string | null
  caller: Caller
}

interface CountOptions {
  database: Pick<Database, 'write'>
  known: KnownVisitors
  /** The company's calendar day. */
  today: () => string
  log: { error(details: object, message: string): void }
}

export type VisitorCounts = ReturnType<typeof createVisitorCounts>

/** Different values of one day and process; later ones are counted together. */
const MAX_VALUES: Partial<Record<Subject, number>> = { page: 2000, source: 300, campaign: 200, 'campaign-sent': 200 }
const ROWS_AT_ONCE = 500

type Sum = { day: string; subject: Subject; value: string; language: Language; count: number }

/** Counts in memory and adds to the sums every minute: no visitor waits for the database. A killed process loses that minute. */
export function createVisitorCounts({ database, known, today, log }: CountOptions) {
  let sums = new Map<string, Sum>()
  let valuesOfDay = { day: '', of: new Map<Subject, Set<string>>() }
  const flushing = repeat(MINUTE, flush, (error) => log.error({ err: error }, 'Figures about visitors were not stored'))

  function add(subject: Subject, value: string, language: Language, day = today()) {
    addTo(sums, { day, subject, value: limited(subject, value, day), language, count: 1 })
  }

  function limited(subject: Subject, value: string, day: string) {
    if (valuesOfDay.day !== day) valuesOfDay = { day, of: new Map() }
    const max = MAX_VALUES[subject]
    if (max === undefined) return value
    const values = valuesOfDay.of.get(subject) ?? new Set()
    valuesOfDay.of.set(subject, values)
    if (!values.has(value) && values.size >= max) return OTHERS
    values.add(value)
    return value
  }

  async function flush() {
    known.beginDay(today())
    if (sums.size === 0) return
    const written = sums
    sums = new Map()
    try {
      await database.write((queries) => addSums(queries, [...written.values()]))
    } catch (error) {
      // Kept for the next minute. Their number is limited.
      for (const sum of written.values()) addTo(sums, sum)
      throw error
    }
  }

  return {
    async countView({ page, form, language, source, campaign, caller }: View) {
      const day = today()
      const traits = [
        '',
        ...(source === null ? [] : [`source ${source}`]),
        ...(campaign ? [`campaign ${campaign}`] : []),
      ]
      const first = await known.meet(day, caller, traits)
      if (!first) return
      const isFirst = (trait: string) => first[traits.indexOf(trait)] === true
      add('view', '', language, day)
      add('page', page ?? OTHERS, language, day)
      if (form) add('form-seen', form, language, day)
      if (isFirst('')) {
        add('visitor', '', language, day)
        add('device', deviceOf(caller.userAgent), language, day)
        if (source === null) add('source', DIRECT, language, day)
      }
      if (source !== null && isFirst(`source ${source}`)) add('source', source, language, day)
      if (campaign && isFirst(`campaign ${campaign}`)) add('campaign', campaign, language, day)
    },
    async countBegun(form: CountedForm, language: Language, caller: Caller) {
      const day = today()
      if (await known.meet(day, caller, [])) add('form-begun', form, language, day)
    },
    countSent(form: CountedForm, language: Language, campaign: string | null) {
      add('form-sent', form, language)
      if (campaign) add('campaign-sent', campaign, language)
    },
    rememberStaff: (caller: Caller) => known.rememberStaff(today(), caller),
    flush: flushing.run,
    async stop() {
      await flushing.stop()
      await flushing.run()
    },
  }
}

function addTo(sums: Map<string, Sum>, sum: Sum) {
  const key = [sum.day, sum.subject, sum.value, sum.language].join('\n')
  const known = sums.get(key)
  if (known) known.count += sum.count
  else sums.set(key, { ...sum })
}

const deviceOf = (userAgent: string): Device => (/Mobi|Opera Mini/i.test(userAgent) ? 'phone' : 'computer')

/** Several processes add to the same rows, in the same order, so that they cannot deadlock. */
async function addSums(queries: Queries, sums: Sum[]) {
  const inOrder = sums.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
  for (let start = 0; start < inOrder.length; start += ROWS_AT_ONCE)
    await queries
      .insertInto('visitor_sums')
      .values(inOrder.slice(start, start + ROWS_AT_ONCE))
      .onConflict((conflict) =>
        conflict
          .columns(['day', 'subject', 'value', 'language'])
          .doUpdateSet(({ eb, ref }) => ({ count: eb('visitor_sums.count', '+', ref('excluded.count')) })),
      )
      .execute()
}

const keyOf = ({ day, subject, value, language }: Sum) => [day, subject, value, language].join('\n')

export async function forgetOldSums(queries: Queries, now: Date) {
  const first = monthsBefore(now, LIFETIMES.visitorMonths).toISOString().slice(0, 10)
  await queries.deleteFrom('visitor_sums').where('day', '<', first).execute()
}
