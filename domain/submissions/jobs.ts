import { listPublishedJobs } from '../content/published-jobs.ts'
import type { Queries } from '../platform/database/database.ts'
import type { Stage } from '../platform/database/tables.ts'
import { countedOnce } from './inbox.ts'

export interface JobWithApplications {
  id: number
  title: { en: string; ar: string }
  /** Null for a deleted job. */
  closesOn: string | null
  isOpen: boolean
  applications: number
  stages: Partial<Record<Stage, number>>
}

/** Open jobs in the order of the site; then closed and deleted jobs with applications, the newest first. */
export async function listJobs(queries: Queries, today: string): Promise<JobWithApplications[]> {
  const jobs = await listPublishedJobs(queries)
  const counts = await countByJob(queries)
  const listed = jobs.map(({ id, title, closesOn }) => ({
    id,
    title,
    closesOn,
    isOpen: closesOn >= today,
    ...countsOf(id),
  }))
  const gone = [...counts.keys()].filter((id) => !jobs.some((job) => job.id === id)).sort((one, other) => other - one)
  return [
    ...listed.filter(({ isOpen }) => isOpen),
    ...listed
      .filter(({ isOpen, applications }) => !isOpen && applications > 0)
      .sort((one, other) => other.closesOn.localeCompare(one.closesOn)),
    ...(await Promise.all(
      gone.map(async (id) => ({
        id,
        title: await titleAsApplied(queries, id),
        closesOn: null,
        isOpen: false,
        ...countsOf(id),
      })),
    )),
  ]

  function countsOf(jobId: number) {
    return counts.get(jobId) ?? { applications: 0, stages: {} }
  }
}

type CountsByJob = Map<number, Pick<JobWithApplications, 'applications' | 'stages'>>

const countByJob = countedOnce(async (queries) => {
  const rows = await queries
    .selectFrom('submissions')
    .select(({ fn }) => ['job_id', 'stage', fn.countAll().as('count')])
    .where('job_id', 'is not', null)
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
}, sumOfApplications)

function sumOfApplications(counts: CountsByJob): number {
  return [...counts.values()].reduce((sum, { applications }) => sum + applications, 0)
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
