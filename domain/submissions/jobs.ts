import { listPublishedJobs } from '../content/published-jobs.ts'
import type { Queries } from '../platform/database/database.ts'
import type { Stage } from '../platform/database/tables.ts'
import { countedOnce, sumOf } from './inbox.ts'
import { isWithin, jobsOf, type Scope } from './scope.ts'

export interface JobWithApplications {
  id: number
  title: { en: string; ar: string }
  /** Null for a deleted job. */
  closesOn: string | null
  isOpen: boolean
  applications: number
  stages: Partial<Record<Stage, number>>
}

/** Jobs within the scope: open ones in the site's order, then closed and deleted ones with applications, newest first. */
export async function listJobs(queries: Queries, today: string, scope: Scope): Promise<JobWithApplications[]> {
  const own = jobsOf(scope)
  const jobs = (await listPublishedJobs(queries)).filter(({ id }) => !own || own.includes(id))
  const counts = scope === 'everywhere' ? await countAllByJob(queries) : await countByJob(queries, scope)
  const countsOf = (id: number) => counts.get(id) ?? { applications: 0, stages: {} }
  const listed = jobs.map(({ id, title, closesOn }) => {
    return { id, title, closesOn, isOpen: closesOn >= today, ...countsOf(id) }
  })
  const goneIds = [...counts.keys()].filter((id) => !jobs.some((job) => job.id === id))
  const gone = goneIds
    .sort((one, other) => other - one)
    .map(async (id) => {
      return { id, title: await titleAsApplied(queries, id), closesOn: null, isOpen: false, ...countsOf(id) }
    })
  return [
    ...listed.filter(({ isOpen }) => isOpen),
    ...listed
      .filter(({ isOpen, applications }) => !isOpen && applications > 0)
      .sort((one, other) => other.closesOn.localeCompare(one.closesOn)),
    ...(await Promise.all(gone)),
  ]
}

type CountsByJob = Map<number, Pick<JobWithApplications, 'applications' | 'stages'>>

const countAllByJob = countedOnce((queries) => countByJob(queries, 'everywhere'), sumOfApplications)

async function countByJob(queries: Queries, scope: Scope) {
  const rows = await queries
    .selectFrom('submissions')
    .select(({ fn }) => ['job_id', 'stage', fn.countAll().as('count')])
    .where('job_id', 'is not', null)
    .$if(scope !== 'everywhere', (query) => query.where(isWithin(scope)))
    .groupBy(['job_id', 'stage'])
    .execute()
  const counts: CountsByJob = new Map()
  for (const { job_id, stage, count } of rows) {
    const { applications, stages } = counts.get(job_id as number) ?? { applications: 0, stages: {} }
    counts.set(job_id as number, {
      applications: applications + Number(count),
      stages: { ...stages, [stage]: Number(count) },
    })
  }
  return counts
}

function sumOfApplications(counts: CountsByJob) {
  return sumOf([...counts.values()].map(({ applications }) => applications))
}

async function titleAsApplied(queries: Queries, jobId: number) {
  const { about, job_title_ar } = await queries
    .selectFrom('submissions')
    .select(['about', 'job_title_ar'])
    .where('job_id', '=', jobId)
    .orderBy('arrival', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return { en: about, ar: job_title_ar ?? about }
}
