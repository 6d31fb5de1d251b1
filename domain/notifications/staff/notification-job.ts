import type { Language } from '#texts/languages.ts'
import { findCompany } from '../../content/company.ts'
import { findPerson, namesOfPeople } from '../../people/people.ts'
import { findHolder } from '../../people/teams.ts'
import type { Clock } from '../../platform/calendar.ts'
import { calendarDay } from '../../platform/calendar.ts'
import { type Database, inBatches, type Queries } from '../../platform/database/database.ts'
import { DAY } from '../../platform/durations.ts'
import { defineJob, type JobDefinition } from '../../platform/jobs/define-job.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import { companyCalendar } from '../../submissions/promises.ts'
import { notificationMail } from '../mail/templates.ts'
import type { ColleagueMailer } from '../mail/to-colleague.ts'
import { type DueMail, mailsDue } from './due-mails.ts'
import type { NotificationDetails } from './kinds.ts'
import { notifyOfLatePromises } from './late-promises.ts'
import { groupedBy, processOfNotification, type StaffNotification, selectLines, toNotifications } from './list.ts'
import { notifyOfMissingScorecards } from './missing-scorecards.ts'
import { sentenceOf } from './sentences.ts'
import { changeSettings, deliveryFor, findSettings, type NotificationSettings, settingsOf } from './settings.ts'

interface Options {
  database: Database
  /** Undefined where no mail is set up: the bell rings all the same. */
  mailer: ColleagueMailer | undefined
  clock: Clock
}

type Sending = Options & { mailer: ColleagueMailer }

/** Finds late promises and missing scorecards, and mails each person what is due: one job for each, so that two processes send nothing twice. */
export function notificationJob(options: Options): JobDefinition {
  const { database, mailer } = options
  return defineJob<{ personId: string }>({
    kind: 'notification',
    ...(mailer?.job ?? WITHOUT_MAIL),
    async plan(now) {
      await notifyOfLatePromises(database, now)
      await notifyOfMissingScorecards(database, now)
      if (mailer) await enqueueDue(database, now)
    },
    async run({ payload: { personId } }) {
      if (mailer) await mailPerson({ ...options, mailer }, personId)
      return undefined
    },
    verdictOf: (error) => (mailer?.isRefused(error) ? 'give-up' : (mailer?.job.verdictOf(error) ?? 'retry')),
    // Until tomorrow nothing is sent to a refused address.
    onGiveUp:
      ({ payload: { personId } }) =>
      (queries, at) =>
        changeSettings(queries, personId, { refusedAt: at.toISOString() }),
    dropsGivenUp: true,
  })
}

const WITHOUT_MAIL = {
  concurrency: 1,
  leaseMilliseconds: DAY,
  retry: { backoff: [DAY] as [number], giveUpAfterTries: 1 },
  describe: (error: unknown) => (error as Error).name,
}

/** Older notifications stay on the bell without a mail. */
const MAILED_WITHIN_MILLISECONDS = 7 * DAY
const mailedSince = (now: Date) => new Date(now.getTime() - MAILED_WITHIN_MILLISECONDS).toISOString()

async function enqueueDue(database: Database, now: Date): Promise<void> {
  const { queries } = database
  const unmailed = await selectUnmailed(queries, now).execute()
  if (unmailed.length === 0) return
  const people = groupedBy(unmailed, ({ person_id }) => person_id)
  const calendar = await companyCalendar(queries)
  const settings = await findSettings(queries, [...people.keys()])
  const queued = await queries.selectFrom('queued_jobs').select('id').where('kind', '=', 'notification').execute()
  const known = new Set(queued.map(({ id }) => id))
  const due: string[] = []
  const unwanted: string[] = []
  for (const [personId, rows] of people) {
    const own = settings.get(personId) as NotificationSettings
    const lines = rows.map(({ form, jobId, ...row }) => ({
      ...row,
      details: JSON.parse(row.details) as NotificationDetails,
      process: processOfNotification(form, jobId),
    }))
    unwanted.push(...lines.filter((line) => deliveryFor(line, own) === 'nothing').map(({ id }) => id))
    if (!known.has(jobId(personId)) && mailsDue(lines, own, calendar, now).length > 0) due.push(personId)
  }
  if (due.length === 0 && unwanted.length === 0) return
  const jobs = due.map((personId) => ({ id: jobId(personId), payload: { personId }, now }))
  await database.write(async (transaction) => {
    await settle(transaction, unwanted, now)
    if (jobs.length > 0) await enqueue(transaction, 'notification', jobs, { ifQueued: 'keep' })
  })
}

const selectUnmailed = (queries: Queries, now: Date) =>
  queries
    .selectFrom('notifications')
    .leftJoin('submissions', 'submissions.id', 'notifications.submission_id')
    .select([
      'notifications.id',
      'person_id',
      'notifications.kind',
      'subject',
      'details',
      'notifications.created_at as at',
    ])
    .select(['submissions.kind as form', 'job_id as jobId'])
    .where('mailed_at', 'is', null)
    .where('notifications.read_at', 'is', null)
    .where('notifications.created_at', '>', mailedSince(now))
    .orderBy('notifications.created_at')

const jobId = (personId: string) => `notifications ${personId}`

/** Looks anew: what was read, undone or taken away since is settled without a mail. */
async function mailPerson({ database, mailer, clock }: Sending, personId: string) {
  const { queries } = database
  const now = clock()
  const person = await findPerson(queries, personId)
  const viewer = await findHolder(queries, personId)
  if (!person?.email || !viewer) return
  const unmailed = await selectUnmailed(queries, now).where('person_id', '=', personId).execute()
  const lines = await selectLines(queries, viewer)
    .where('notifications.read_at', 'is', null)
    .where('notifications.mailed_at', 'is', null)
    .where('notifications.created_at', '>', mailedSince(now))
    .orderBy('notifications.created_at')
    .execute()
  const visible = new Set(lines.map(({ id }) => id))
  const gone = unmailed.map(({ id }) => id).filter((id) => !visible.has(id))
  if (gone.length > 0) await database.write((transaction) => settle(transaction, gone, now))
  const settings = await settingsOf(queries, personId)
  const calendar = await companyCalendar(queries)
  for (const due of mailsDue(await toNotifications(queries, lines), settings, calendar, now)) {
    await send({ database, mailer, clock }, { ...person, email: person.email }, due, calendar.timeZone)
    await database.write(async (transaction) => {
      const ids = due.lines.map(({ id }) => id)
      await settle(transaction, ids, now)
      const digestedOn = due.layout === 'digest' ? calendarDay(now, calendar.timeZone) : settings.digestedOn
      if (digestedOn !== settings.digestedOn || settings.refusedAt !== null)
        await changeSettings(transaction, personId, { digestedOn, refusedAt: null })
    })
  }
}

/** A notification that was renewed meanwhile has another id, and is mailed later. */
async function settle(queries: Queries, ids: string[], now: Date) {
  for (const some of inBatches(ids))
    await queries.updateTable('notifications').set({ mailed_at: now.toISOString() }).where('id', 'in', some).execute()
}

async function send(
  { database: { queries }, mailer, clock }: Sending,
  { email: to, language }: { email: string; language: Language },
  { layout, lines }: DueMail<StaffNotification>,
  timeZone: string,
) {
  const company = await findCompany(queries)
  const names = await namesOfPeople(queries)
  const records = [...groupedBy(lines, ({ subject }) => subject).values()].map((own) => ({
    ...(own[0] as StaffNotification),
    sentences: own.map((each) =>
      sentenceOf(each, names.get(each.actorId ?? '') ?? company.name[language], language, timeZone),
    ),
  }))
  await mailer.send(
    {
      messageId: `notifications.${lines.at(-1)?.id}`,
      to,
      language,
      content: notificationMail(records, layout, { company, language }, mailer.deskUrl),
      date: clock(),
    },
    company,
  )
}
