import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Holder, mayDo, processesWith, type Right } from '../people/rights.ts'
import type { Queries } from '../platform/database/database.ts'
import { GENERAL_PROCESS, INTERNSHIP_PROCESS, jobOfProcess } from './processes.ts'

export type Viewer = Holder & { id: string }

/** The applications of these processes; of `own` only those that the person is asked to interview. */
export type Scope = 'everywhere' | { personId: string; whole: readonly string[]; own: readonly string[] }

/** Of which submissions a person has the right. The only place that says so: every query on them goes through it. */
export const scopeOf = (viewer: Viewer, right: Right = 'submissions.read'): Scope =>
  mayDo(viewer.roles, right) ? 'everywhere' : { personId: viewer.id, ...processesWith(viewer, right) }

export const isNowhere = (scope: Scope) => scope !== 'everywhere' && scope.whole.length + scope.own.length === 0

/** For a query that has the table `submissions`. */
export function isWithin(scope: Scope): RawBuilder<SqlBool> {
  if (scope === 'everywhere') return sql`1 = 1`
  const { personId, whole, own } = scope
  const conditions = [
    ...isOfProcesses(whole),
    ...isOfProcesses(own).map((each) => sql`(${each} and ${isAsked(personId)})`),
  ]
  return conditions.length === 0 ? sql`1 = 0` : sql`(${sql.join(conditions, sql` or `)})`
}

const visibleSubmissions = (queries: Queries, viewer: Viewer, right?: Right) =>
  queries.selectFrom('submissions').where(isWithin(scopeOf(viewer, right)))

/** By reference number. Also false for an unknown one, so that the two look alike. */
export async function maySee(queries: Queries, viewer: Viewer, reference: string, right?: Right): Promise<boolean> {
  const found = visibleSubmissions(queries, viewer, right).select('submissions.id').where('reference', '=', reference)
  return (await found.executeTakeFirst()) !== undefined
}

/** Undefined: every job. */
export const jobsOf = (scope: Scope) => (scope === 'everywhere' ? undefined : jobsAmong([...scope.whole, ...scope.own]))

const jobsAmong = (processes: readonly string[]) => processes.map(jobOfProcess).filter((id) => id !== undefined)

function isOfProcesses(processes: readonly string[]): RawBuilder<SqlBool>[] {
  const jobs = jobsAmong(processes)
  return [
    ...(jobs.length > 0 ? [sql<SqlBool>`submissions.job_id in (${sql.join(jobs)})`] : []),
    ...(processes.includes(INTERNSHIP_PROCESS) ? [sql<SqlBool>`submissions.kind = 'internship-application'`] : []),
    ...(processes.includes(GENERAL_PROCESS)
      ? [sql<SqlBool>`(submissions.kind = 'career-application' and submissions.job_id is null)`]
      : []),
  ]
}

/** Interviewers of proposed or chosen interviews only. */
const isAsked = (personId: string) => sql<SqlBool>`exists (select 1 from interviews
  inner join interview_people on interview_people.interview_id = interviews.id
  where interviews.submission_id = submissions.id and interviews.state in ('proposed', 'chosen')
    and interview_people.person_id = ${personId})`
