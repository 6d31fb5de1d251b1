import { LANGUAGES, type Language } from '#texts/languages.ts'
import { calendarDay, daysAfter } from '../../platform/calendar.ts'
import type { Queries } from '../../platform/database/database.ts'
import {
  beginningOf,
  beginningsOf,
  earlier,
  endOf,
  later,
  periodOf,
  type WantedPeriod,
} from '../../platform/periods.ts'
import { companyCalendar } from '../../submissions/promises.ts'
import { COUNTED_FORMS, DEVICES, DIRECT, OTHERS, type Subject } from './subjects.ts'

interface VisitorFilters extends WantedPeriod {
  language?: Language | undefined
}

/** Fewer visits by one source or campaign could be those of one person: a link may have been made for them. */
const TOO_FEW = 5
const MAX_ROWS = 50

/** Sums of a period. A visit is one browser on one day. */
export async function visitorFigures(queries: Queries, { language, ...wanted }: VisitorFilters, now: Date) {
  const { timeZone } = await companyCalendar(queries)
  const today = calendarDay(now, timeZone)
  const firstDay = (await firstCounted(queries)) ?? today
  const { since, until, length, unit, isWhole } = periodOf(wanted, firstDay, today)
  const sums = await readSums(queries, { since, until, language })
  const { total, of } = sums
  const sent = new Map(of('campaign-sent'))
  const byPeriod = new Map(beginningsOf(since, until, unit).map((from) => [from, { visits: 0, views: 0 }]))
  for (const { day, visits, views } of await readDays(queries, { since, until, language })) {
    const column = byPeriod.get(later(beginningOf(day, unit), since))
    if (column) Object.assign(column, { visits: column.visits + visits, views: column.views + views })
  }
  const pages = of('page')
  const campaigns = named(of('campaign'))
  const before = { since: daysAfter(since, -length), until: daysAfter(since, -1), language }
  return {
    ...{ since, until, unit, timeZone },
    visits: total('visitor'),
    views: total('view'),
    before: isWhole || before.since < firstDay ? null : (await readSums(queries, before)).total('visitor'),
    periods: [...byPeriod].map(([from, counted]) => ({ from, until: earlier(endOf(from, unit), until), ...counted })),
    pages: pages.slice(0, MAX_ROWS).map(([page, count]) => ({ page: page === OTHERS ? null : page, count })),
    pageCount: pages.length,
    sources: named(of('source')),
    campaigns: {
      ...campaigns,
      rows: campaigns.rows.map((row) => ({ ...row, sent: enough(sent.get(row.name) ?? 0) })),
    },
    languages: sums.byLanguage('view'),
    devices: DEVICES.map((device) => ({ device, count: sums.count('device', device) })),
    forms: COUNTED_FORMS.map((form) => ({
      form,
      seen: sums.count('form-seen', form),
      begun: sums.count('form-begun', form),
      sent: sums.count('form-sent', form),
    })),
  }
}

/** Null: too few to say. */
const enough = (count: number) => (count > 0 && count < TOO_FEW ? null : count)

/** Names with enough visits; the others together. */
function named(counted: [name: string, count: number][]) {
  const isNamed = ([name, count]: [string, number]) => name !== OTHERS && (name === DIRECT || count >= TOO_FEW)
  const rows = counted.filter(isNamed).slice(0, MAX_ROWS)
  const shown = new Set(rows.map(([name]) => name))
  const others = counted.filter(([name]) => !shown.has(name))
  return {
    rows: rows.map(([name, count]) => ({ name, count })),
    others: { names: others.length, count: others.reduce((all, [, count]) => all + count, 0) },
  }
}

interface Days {
  since: string
  until: string
  language: Language | undefined
}

async function firstCounted(queries: Queries) {
  const { day } = await queries
    .selectFrom('visitor_sums')
    .select(({ fn }) => fn.min('day').as('day'))
    .executeTakeFirstOrThrow()
  return day as string | null
}

const ofDays = (queries: Queries, { since, until, language }: Days) => {
  const all = queries.selectFrom('visitor_sums').where('day', '>=', since).where('day', '<=', until)
  return language ? all.where('language', '=', language) : all
}

async function readSums(queries: Queries, days: Days) {
  const rows = await ofDays(queries, days)
    .select(({ fn }) => ['subject', 'value', 'language', fn.sum<number | string>('count').as('count')])
    .groupBy(['subject', 'value', 'language'])
    .execute()
  const bySubject = new Map<Subject, Map<string, number>>()
  const languages = new Map<string, number>()
  for (const { subject, value, language, count } of rows) {
    const values = bySubject.get(subject) ?? new Map<string, number>()
    bySubject.set(subject, values)
    values.set(value, (values.get(value) ?? 0) + Number(count))
    const key = `${subject} ${language}`
    languages.set(key, (languages.get(key) ?? 0) + Number(count))
  }
  const valuesOf = (subject: Subject) => [...(bySubject.get(subject) ?? [])]
  return {
    of: (subject: Subject) =>
      valuesOf(subject).sort(([one, ofOne], [other, ofOther]) => ofOther - ofOne || (one < other ? -1 : 1)),
    total: (subject: Subject) => valuesOf(subject).reduce((all, [, count]) => all + count, 0),
    count: (subject: Subject, value: string) => bySubject.get(subject)?.get(value) ?? 0,
    byLanguage: (subject: Subject) =>
      LANGUAGES.map((language) => ({ language, count: languages.get(`${subject} ${language}`) ?? 0 })),
  }
}

async function readDays(queries: Queries, days: Days) {
  const rows = await ofDays(queries, days)
    .where('subject', 'in', ['view', 'visitor'])
    .select(({ fn }) => ['day', 'subject', fn.sum<number | string>('count').as('count')])
    .groupBy(['day', 'subject'])
    .execute()
  return rows.map(({ day, subject, count }) => ({
    day,
    visits: subject === 'visitor' ? Number(count) : 0,
    views: subject === 'view' ? Number(count) : 0,
  }))
}
