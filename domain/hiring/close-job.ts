import { closeRecord } from '../content/publishing.ts'
import type { Queries } from '../platform/database/database.ts'
import type { Stage } from '../platform/database/tables.ts'
import { changeInBulk, type DeclineLetters, MAX_IN_BULK, UNTYPED_IN_BULK } from '../submissions/bulk.ts'
import type { Handling, Outbox } from '../submissions/events.ts'
import { listSubmissions } from '../submissions/list-submissions.ts'
import { jobOfProcess } from '../submissions/processes.ts'
import type { SubmissionSummary } from '../submissions/submissions.ts'

/** They wait and are declined by closing; an open offer is a promise and goes by hand. */
export const DECLINED_BY_CLOSING = ['new', 'in-review', 'interview'] as const satisfies Stage[]
type DeclinedByClosing = (typeof DECLINED_BY_CLOSING)[number]

export async function waitingFor(queries: Queries, jobId: number) {
  const found = await listSubmissions(
    queries,
    { kinds: ['career-application'], jobIds: [jobId], stages: [...DECLINED_BY_CLOSING, 'offer'] },
    { order: 'oldest', limit: MAX_IN_BULK + 1 },
  )
  const declined = found.filter(({ stage }) => stage !== 'offer')
  return { declined, offers: found.length - declined.length, isTooMany: found.length > MAX_IN_BULK }
}

export const mustTypeCount = (count: number) => count > UNTYPED_IN_BULK

interface Closing {
  process: string
  waiting: SubmissionSummary[]
  /** By stage; none: their page alone says it. */
  letters: Partial<Record<DeclinedByClosing, DeclineLetters | undefined>>
  outbox: Outbox | undefined
}

/** Takes the job from the site and declines all who still wait, each with a letter that can be undone until it leaves. */
export async function closeJob(
  queries: Queries,
  { process, waiting, letters, outbox }: Closing,
  handling: Handling & { actorId: string },
) {
  const jobId = jobOfProcess(process) as number
  const isClosed = await closeRecord(queries, 'jobs', jobId, { author: handling.actorId, now: handling.now })
  const result = { isClosed, declined: 0, letters: 0, undo: [] as string[] }
  for (const stage of DECLINED_BY_CLOSING) {
    const some = waiting.filter((each) => each.stage === stage)
    if (some.length === 0) continue
    const action = { kind: 'stage', stage: 'declined', reason: 'job-closed', letters: letters[stage] } as const
    const changed = await changeInBulk(queries, some, action, outbox, handling)
    result.declined += changed.changed
    result.letters += changed.letters
    result.undo.push(changed.undo)
  }
  return result
}
