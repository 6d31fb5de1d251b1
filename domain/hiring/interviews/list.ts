import { type Holder, mayDoIn } from '../../people/rights.ts'
import { findHolders } from '../../people/teams.ts'
import type { Queries } from '../../platform/database/database.ts'
import { DAY } from '../../platform/durations.ts'
import { processKeyOf } from '../../submissions/processes.ts'
import { isWithin, type Scope } from '../../submissions/scope.ts'
import { toInterview } from './interviews.ts'
import { peopleOf } from './working-time.ts'

const SHOWN_BACK_MILLISECONDS = 60 * DAY
const MAX_SHOWN = 300
const MAX_WAITING = 50

interface Circumstances {
  now: Date
  scope: Scope
  /** Only those of this person. */
  personId?: string | undefined
}

const ABOUT = ['reference', 'name', 'kind', 'about', 'submissions.language', 'stage'] as const
const ALSO_ABOUT = ['job_title_ar as aboutInArabic', 'job_id as jobId', 'is_sample as isSample'] as const

/** Proposed ones first by the end of choosing, then by time. Replaced proposals are history. */
export async function listInterviews(queries: Queries, { now, scope, personId }: Circumstances) {
  const since = new Date(now.getTime() - SHOWN_BACK_MILLISECONDS).toISOString()
  const rows = await queries
    .selectFrom('interviews')
    .innerJoin('submissions', 'submissions.id', 'interviews.submission_id')
    .selectAll('interviews')
    .select([...ABOUT, ...ALSO_ABOUT])
    .select(({ selectFrom, fn }) =>
      selectFrom('interview_offers')
        .select(fn.countAll<number | string>().as('count'))
        .whereRef('interview_offers.interview_id', '=', 'interviews.id')
        .as('offered'),
    )
    .where(isWithin(scope))
    .where('state', '!=', 'replaced')
    .where(({ or, eb }) => or([eb('starts_at', '>', since), eb('interviews.created_at', '>', since)]))
    .$if(personId !== undefined, (query) =>
      query.where('interviews.id', 'in', (own) =>
        own.selectFrom('interview_people').select('interview_id').where('person_id', '=', String(personId)),
      ),
    )
    .orderBy(({ fn, ref }) => fn.coalesce(ref('starts_at'), ref('choose_until')))
    .limit(MAX_SHOWN)
    .execute()
  const people = await peopleOf(
    queries,
    rows.map(({ id }) => id),
  )
  const holders = await findHolders(queries, [...people.values()].flat())
  return rows.map((row) => {
    const { reference, name, kind, about, aboutInArabic, jobId, language, stage, isSample } = row
    const own = people.get(row.id) ?? []
    const submission = { reference, name, kind, about, aboutInArabic, jobId, language, stage, isSample: isSample === 1 }
    const interview = toInterview(row, own, now)
    const isOpen = interview.state === 'proposed' || interview.state === 'chosen'
    const process = processKeyOf({ kind, job_id: jobId })
    const canCome = (holder: Holder | undefined) => holder !== undefined && mayDoIn(holder, process, 'submissions.read')
    const needsInterviewer = isOpen && !own.some((id) => canCome(holders.get(id)))
    return { ...interview, submission, needsInterviewer, offered: Number(row.offered) }
  })
}

/** In review or at the interview, with neither times proposed nor an interview to come. The longest wait first. */
export async function waitingForInterview(queries: Queries, { now, scope }: Circumstances) {
  const moment = now.toISOString()
  const rows = await queries
    .selectFrom('submissions')
    .select([...ABOUT, ...ALSO_ABOUT, 'stage_since as stageSince'])
    .where(isWithin(scope))
    .where('kind', '!=', 'contact-message')
    .where('stage', 'in', ['in-review', 'interview'])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('interviews')
            .select('interviews.id')
            .whereRef('submission_id', '=', 'submissions.id')
            .where(({ or, eb, and }) =>
              or([
                and([eb('state', '=', 'proposed'), eb('choose_until', '>', moment)]),
                // One that took place is an interview they had.
                eb('state', '=', 'chosen'),
              ]),
            ),
        ),
      ),
    )
    .orderBy('stage_since')
    .limit(MAX_WAITING)
    .execute()
  return rows.map((row) => ({ ...row, isSample: row.isSample === 1 }))
}

/** Asked for and not done. */
export async function openCalls(queries: Queries, { scope }: Pick<Circumstances, 'scope'>) {
  const rows = await queries
    .selectFrom('call_requests')
    .innerJoin('submissions', 'submissions.id', 'call_requests.submission_id')
    .select([...ABOUT, ...ALSO_ABOUT, 'asked_at as askedAt', 'call_requests.phone as callPhone', 'times'])
    .where(isWithin(scope))
    .where('done_at', 'is', null)
    .orderBy('asked_at')
    .limit(MAX_WAITING)
    .execute()
  return rows.map((row) => ({ ...row, isSample: row.isSample === 1 }))
}
