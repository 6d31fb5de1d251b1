import { formatsIn } from '#texts/dates-and-numbers.ts'
import { textsIn } from '#texts/index.ts'
import { localeOf } from '#texts/languages.ts'
import { createTranslator } from '#texts/translator.ts'
import { ASK_AGAIN_DAYS, markAsked, takeEndedFromPool, toAskAgain } from '../hiring/talent-pool.ts'
import { recordInAuditTrail, SERVER } from '../platform/audit-trail.ts'
import { calendarDay, daysAfter } from '../platform/calendar.ts'
import type { Database, Queries } from '../platform/database/database.ts'
import { newestLink } from '../submissions/links.ts'
import { listSubmissions } from '../submissions/list-submissions.ts'
import { ask } from './questions.ts'

interface Pool {
  timeZone: string
  /** Undefined where no mail is sent: consents end without a question. */
  mailDomain?: string | undefined
  now: Date
}

/** Every night: asks once whose consent ends soon, and lets go whose consent has ended. */
export async function keepTalentPool(database: Database, { timeZone, mailDomain, now }: Pool): Promise<void> {
  const today = calendarDay(now, timeZone)
  await database.write(async (queries) => {
    const asked = mailDomain ? await askAgain(queries, { timeZone, mailDomain, now }) : 0
    if (asked > 0)
      await recordInAuditTrail(queries, { action: 'pool.ask', actor: SERVER, counts: { submissions: asked } }, now)
    const ended = await takeEndedFromPool(queries, today)
    if (ended > 0)
      await recordInAuditTrail(queries, { action: 'pool.end', actor: SERVER, counts: { submissions: ended } }, now)
  })
}

/** On their page and by mail, as every question. A colleague reads the answer and renews the entry. */
async function askAgain(queries: Queries, { timeZone, mailDomain, now }: Required<Pool> & { mailDomain: string }) {
  const today = calendarDay(now, timeZone)
  let asked = 0
  for (const { id, mailbox, pool_until } of await toAskAgain(queries, daysAfter(today, ASK_AGAIN_DAYS))) {
    if (pool_until === null || pool_until < today) continue
    const sent = await listSubmissions(queries, { mailboxes: [mailbox], isSample: false }, { limit: 1 })
    const newest = sent[0]
    const link = newest && (await newestLink(queries, newest.id))
    if (!newest || !link || link.ended_at !== null) continue
    const { language } = newest
    const say = createTranslator({ locale: localeOf(language), messages: textsIn(language).mail })
    const question = say('poolQuestion', { day: formatsIn(language, timeZone).calendarDay(pool_until) })
    await ask(queries, newest, { question }, { mailDomain }, { actorId: null, now })
    await markAsked(queries, id, now)
    asked++
  }
  return asked
}
