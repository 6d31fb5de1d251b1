import { createHash } from 'node:crypto'
import type { Queries } from '../../platform/database/database.ts'
import { newestLink } from '../../submissions/links.ts'
import { isWaitingIn } from '../../submissions/stages.ts'
import type { SubmissionSummary } from '../../submissions/submissions.ts'
import { undoLast } from './change.ts'
import { NotScheduled, openInterviewOf, type StaffHandling } from './interviews.ts'
import { type Proposal, propose } from './propose.ts'

/** Why somebody gets no times. */
type Omission = 'message' | 'decided' | 'interviewOpen' | 'linkEnded'

/** Every reference that still exists, in the given order. */
export async function candidatesForTimes(queries: Queries, references: readonly string[], now: Date) {
  const rows = await queries.selectFrom('submissions').selectAll().where('reference', 'in', references).execute()
  const inOrder = rows.toSorted((one, other) => references.indexOf(one.reference) - references.indexOf(other.reference))
  const candidates = []
  for (const submission of inOrder)
    candidates.push({ submission, omission: await omissionOf(queries, submission, now) })
  return candidates
}

async function omissionOf(queries: Queries, submission: SubmissionSummary, now: Date): Promise<Omission | null> {
  const { id, kind, stage } = submission
  if (kind === 'contact-message') return 'message'
  if (!isWaitingIn(stage)) return 'decided'
  if (await openInterviewOf(queries, id, now)) return 'interviewOpen'
  const link = await newestLink(queries, id)
  return link && link.ended_at === null ? null : 'linkEnded'
}

/** The same times to each; the first who takes one has it. Sending it again proposes nothing twice. */
export async function proposeTogether(
  queries: Queries,
  references: readonly string[],
  proposal: Proposal,
  handling: StaffHandling,
) {
  const proposed: { id: string; reference: string }[] = []
  const omitted: { reference: string; why: Omission }[] = []
  for (const { submission, omission } of await candidatesForTimes(queries, references, handling.now)) {
    const { reference } = submission
    const id = idFor(proposal.id, reference)
    if (omission && !(await isKnown(queries, id))) omitted.push({ reference, why: omission })
    else {
      await propose(queries, reference, { ...proposal, id }, handling)
      proposed.push({ id, reference })
    }
  }
  return { proposed, omitted }
}

/** Undoes the proposals that were not mailed yet. Resolves to their number. */
export async function undoTogether(queries: Queries, ids: readonly string[], handling: StaffHandling) {
  let undone = 0
  for (const id of ids)
    try {
      await undoLast(queries, id, handling)
      undone++
    } catch (error) {
      if (!(error instanceof NotScheduled) || !['told', 'unknown'].includes(error.reason)) throw error
    }
  return undone
}

const isKnown = async (queries: Queries, id: string) =>
  (await queries.selectFrom('interviews').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

function idFor(id: string, reference: string): string {
  const digits = createHash('sha256').update(`${id} ${reference}`).digest('hex')
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')
}
