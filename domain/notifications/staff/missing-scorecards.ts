import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database, Queries } from '../../platform/database/database.ts'
import { DAY, HOUR } from '../../platform/durations.ts'
import { IS_CARD_MISSING } from './kinds.ts'
import { notify } from './notify.ts'

/** After the interview's end: at once, and once more for the digest. */
const REMINDERS = { first: HOUR, again: DAY }
/** A server that was off for a weekend still tells. */
const TOLD_FOR_MILLISECONDS = 7 * DAY
const MAX_AT_ONCE = 200

/** Interviewers whose scorecard is neither sent nor waived. An interview that was moved has another end, and counts anew. */
export async function notifyOfMissingScorecards(database: Database, now: Date): Promise<void> {
  // The second first: after a day off one reminder is enough.
  for (const act of ['again', 'first'] as const) {
    const missing = await selectMissing(database.queries, act, now)
    if (missing.length > 0)
      await database.write(async (queries) => {
        for (const { submission_id, person_id, ends_at } of await selectMissing(queries, act, now))
          await notify(queries, {
            kind: 'scorecard-missing',
            people: [person_id],
            about: { submission: submission_id },
            actorId: null,
            cause: ends_at,
            details: { at: ends_at, act },
            now,
          })
      })
  }
}

async function selectMissing(queries: Queries, act: keyof typeof REMINDERS, now: Date) {
  const before = (milliseconds: number) => new Date(now.getTime() - milliseconds).toISOString()
  const { rows } = await sql<{ submission_id: string; person_id: string; ends_at: string }>`
    select distinct interviews.submission_id, interview_people.person_id, interviews.ends_at
    from interviews
      inner join submissions on submissions.id = interviews.submission_id
      inner join interview_people on interview_people.interview_id = interviews.id
      inner join people on people.id = interview_people.person_id
    where interviews.state = 'chosen' and interviews.ends_at <= ${before(REMINDERS[act])}
      and interviews.ends_at > ${before(TOLD_FOR_MILLISECONDS)}
      and submissions.is_sample = 0 and people.removed_at is null
      and ${IS_CARD_MISSING('interview_people.person_id')} and ${HAS_CRITERIA}
      and not exists (select 1 from notifications
        where notifications.person_id = interview_people.person_id and kind = 'scorecard-missing'
          and notifications.subject = 'submissions/' || interviews.submission_id
          and notifications.cause = interviews.ends_at and ${wasTold(act)})
    order by interviews.ends_at limit ${MAX_AT_ONCE}`.execute(queries)
  return rows
}

const wasTold = (act: keyof typeof REMINDERS): RawBuilder<SqlBool> =>
  act === 'first' ? sql`1 = 1` : sql`details like '%"act":"again"%'`

/** Without criteria there is nothing to fill in. */
const HAS_CRITERIA = sql<SqlBool>`exists (select 1 from hiring_processes
  where criteria != '[]' and process = case submissions.kind when 'internship-application' then 'internship'
    else coalesce(cast(submissions.job_id as text), 'general') end)`
