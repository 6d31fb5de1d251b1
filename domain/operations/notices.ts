import { hostname } from 'node:os'
import { DEFAULT_LANGUAGE } from '#texts/languages.ts'
import { findCompany } from '../content/company.ts'
import { conditionsMail } from '../notifications/mail/templates.ts'
import {
  describeFailure,
  isUnacknowledged,
  type MailFailure,
  type MailSettings,
  openTransport,
} from '../notifications/mail/transport.ts'
import { type Clock, calendarDay } from '../platform/calendar.ts'
import type { Database } from '../platform/database/database.ts'
import { MINUTE } from '../platform/durations.ts'
import { claimDailyJob } from '../platform/jobs/daily-jobs.ts'
import { repeat } from '../platform/jobs/repeat.ts'
import { companyCalendar } from '../submissions/promises.ts'
import type { Condition, ConditionName } from './conditions.ts'

interface ConditionWatchOptions {
  database: Database
  find: () => Promise<Condition[]>
  mail: MailSettings | undefined
  log: { warn(details: object, message: string): void; error(details: object, message: string): void }
  clock?: Clock
  machine?: string
}

const OF_ONE_MACHINE: ConditionName[] = ['diskLow', 'clockOff', 'clockSet']
const POLL_MILLISECONDS = 5 * MINUTE

/** Each condition is mailed once a day, however many processes see it. */
export function watchConditions(options: ConditionWatchOptions) {
  const { database, find, mail, log, clock = () => new Date(), machine = hostname() } = options
  const transport = mail && openTransport(mail, 1)
  const { run: look, stop } = repeat(POLL_MILLISECONDS, tellOnceADay, (error) =>
    log.error({ err: error }, 'The conditions could not be checked'),
  )
  return {
    look,
    async stop() {
      await stop()
      transport?.close()
    },
  }

  async function tellOnceADay() {
    const conditions = await find()
    const today = conditions.length > 0 ? await companyDay() : ''
    const news: Condition[] = []
    for (const condition of conditions)
      if (await database.write((queries) => claimDailyJob(queries, noticeOf(condition), today))) news.push(condition)
    if (news.length === 0) return
    for (const { name, values } of news) log.warn({ condition: name, ...values }, 'Something is wrong')
    if (!mail || !transport) return
    const company = await findCompany(database.queries)
    const language = mail.staffLanguage ?? DEFAULT_LANGUAGE
    try {
      await transport.sendMail({
        ...conditionsMail(news, machine, { company, language }, mail.deskUrl),
        from: { name: company.name[language], address: mail.mailFrom },
        to: mail.mailTo,
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
    } catch (error) {
      log.error({ reason: describeFailure(error as MailFailure) }, 'The mail about the conditions was not sent')
      if (isUnacknowledged(error as MailFailure)) return
      // Not sent: the next look tries again.
      await database.write((queries) =>
        queries.updateTable('daily_jobs').set({ done_on: '' }).where('name', 'in', news.map(noticeOf)).execute(),
      )
    }
  }

  function noticeOf({ name, values }: Condition) {
    const of = OF_ONE_MACHINE.includes(name) ? [values.folder, machine].filter(Boolean) : []
    return ['notice', name, ...of].join(' ')
  }

  async function companyDay() {
    return calendarDay(clock(), (await companyCalendar(database.queries)).timeZone)
  }
}
