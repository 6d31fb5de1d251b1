import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import { lockRows, type Queries } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { defineEvent, recordEvent } from '../platform/events/events.ts'
import { addEvent, type Handling } from '../submissions/events.ts'
import { type Criterion, findProcess, processKeyOf } from '../submissions/processes.ts'
import type { SubmissionSummary } from '../submissions/submissions.ts'

/** Not asked, then the four named steps. */
export const RATING_STEPS = [0, 1, 2, 3, 4] as const
type RatingStep = (typeof RATING_STEPS)[number]
/** A claim at the ends needs what was heard or seen. */
const STEPS_WITH_EVIDENCE: readonly (RatingStep | null)[] = [1, 4]
export const RECOMMENDATIONS = [1, 2, 3, 4] as const
type Recommendation = (typeof RECOMMENDATIONS)[number]

interface Rating {
  /** Null: not decided yet. */
  step: RatingStep | null
  evidence: string
}

export interface WrittenCard {
  /** By criterion. */
  ratings: Record<string, Rating>
  recommendation: Recommendation | null
  summary: string
}

export interface Scorecard extends WrittenCard {
  id: string
  authorId: string
  version: number
  criteria: Criterion[]
  additions: { at: string; text: string }[]
  changedAt: string
  sentAt: string | null
  waivedAt: string | null
}

export type CardFault =
  | { kind: 'conflict'; card: Scorecard | undefined }
  | { kind: 'no-criteria' }
  | { kind: 'closed' }
  | { kind: 'not-sent' }
  | { kind: 'incomplete'; errors: Record<string, string[]> }

export type CardOutcome = { kind: 'done'; card: Scorecard } | CardFault

/** An interviewer has said what they heard and saw. Holds nothing of it. */
export const scorecardSent = defineEvent<{ submission: SubmissionSummary; authorId: string }>('scorecard.sent')

type Author = Handling & { actorId: string }

/**
 * Others' cards stay on the server until one's own is sent, so that opinions stay independent.
 * Hidden cards show their authors only, never a rating.
 */
export async function cardsFor(queries: Queries, submission: SubmissionSummary, personId: string) {
  const cards = await allCards(queries, submission.id)
  const own = cards.find(({ authorId }) => authorId === personId)
  const sent = cards.filter(({ authorId, sentAt }) => authorId !== personId && sentAt !== null)
  const isOpen = own !== undefined && (own.sentAt !== null || own.waivedAt !== null)
  const { criteria } = await findProcess(queries, processKeyOf(submission))
  return {
    criteria: own?.criteria ?? criteria,
    own: own ?? null,
    isOpen,
    others: isOpen ? sent : [],
    hiddenFrom: isOpen ? [] : sent.map(({ authorId }) => authorId),
  }
}

/** Kept on the server with every pause, for its author alone. */
export async function saveCard(
  queries: Queries,
  submission: SubmissionSummary,
  { version, ...card }: WrittenCard & { version: number },
  author: Author,
): Promise<CardOutcome> {
  const own = await lockOwn(queries, submission, author.actorId)
  if (own && isClosed(own)) return { kind: 'closed' }
  if ((own?.version ?? 0) !== version) return { kind: 'conflict', card: own }
  if (own) return { kind: 'done', card: await change(queries, own, columnsOf(own.criteria, card), author) }
  const { criteria } = await findProcess(queries, processKeyOf(submission))
  if (criteria.length === 0) return { kind: 'no-criteria' }
  return insert(queries, submission, { criteria, ...columnsOf(criteria, card) }, author)
}

/** The same card sent twice is sent once. */
export async function sendCard(
  queries: Queries,
  submission: SubmissionSummary,
  card: WrittenCard & { version: number },
  author: Author,
): Promise<CardOutcome> {
  const known = await lockOwn(queries, submission, author.actorId)
  if (known?.sentAt && isSame(known, card)) return { kind: 'done', card: known }
  const saved = await saveCard(queries, submission, card, author)
  if (saved.kind !== 'done') return saved
  const errors = faultsOf(saved.card)
  if (Object.keys(errors).length > 0) return { kind: 'incomplete', errors }
  const sent = await change(queries, saved.card, { sent_at: author.now.toISOString() }, author)
  await addEvent(queries, submission, 'scorecard', author)
  await recordEvent(queries, scorecardSent, { submission, authorId: author.actorId }, author.now)
  return { kind: 'done', card: sent }
}

/** A sent card is never changed; what comes to mind later stands below it. */
export async function addToCard(
  queries: Queries,
  submission: SubmissionSummary,
  { version, text }: { version: number; text: string },
  author: Author,
): Promise<CardOutcome> {
  const own = await lockOwn(queries, submission, author.actorId)
  if (!own?.sentAt) return { kind: 'not-sent' }
  const isRepeated = own.additions.at(-1)?.text === text
  if (isRepeated) return { kind: 'done', card: own }
  if (own.version !== version) return { kind: 'conflict', card: own }
  const additions = JSON.stringify([...own.additions, { at: author.now.toISOString(), text }])
  return { kind: 'done', card: await change(queries, own, { additions }, author) }
}

/** For those who decide and did not take part: the cards open, and theirs stays closed for good. */
export async function waiveCard(queries: Queries, submission: SubmissionSummary, author: Author): Promise<CardOutcome> {
  const own = await lockOwn(queries, submission, author.actorId)
  if (own && isClosed(own)) return { kind: 'done', card: own }
  const waived_at = author.now.toISOString()
  const nothing = columnsOf([], { ratings: {}, recommendation: null, summary: '' })
  if (own) return { kind: 'done', card: await change(queries, own, { ...nothing, waived_at }, author) }
  return insert(queries, submission, { criteria: [], ...nothing, waived_at }, author)
}

export async function ownCardState(queries: Queries, submissionId: string, authorId: string) {
  const own = await queries
    .selectFrom('scorecards')
    .select(['sent_at', 'waived_at'])
    .where('submission_id', '=', submissionId)
    .where('author_id', '=', authorId)
    .executeTakeFirst()
  if (!own) return 'none'
  return own.sent_at ? 'sent' : own.waived_at ? 'waived' : 'draft'
}

/** Sent cards, for the copy of the candidate's data. Drafts are their authors' own. */
export async function sentCards(queries: Queries, submissionId: string): Promise<Scorecard[]> {
  return (await allCards(queries, submissionId)).filter(({ sentAt }) => sentAt !== null)
}

const isClosed = ({ sentAt, waivedAt }: Scorecard) => sentAt !== null || waivedAt !== null

const isSame = (own: Scorecard, { ratings, recommendation, summary }: WrittenCard) => {
  const { criteria, ...sent } = { criteria: own.criteria, ...columnsOf(own.criteria, own) }
  return JSON.stringify(sent) === JSON.stringify(columnsOf(criteria, { ratings, recommendation, summary }))
}

function faultsOf({ criteria, ratings, recommendation }: Scorecard): Record<string, string[]> {
  const errors: Record<string, string[]> = {}
  for (const { id } of criteria) {
    const { step = null, evidence = '' } = ratings[id] ?? {}
    if (step === null) errors[`ratings.${id}.step`] = ['stepRequired']
    else if (STEPS_WITH_EVIDENCE.includes(step) && evidence.trim() === '')
      errors[`ratings.${id}.evidence`] = ['evidenceRequired']
  }
  if (recommendation === null) errors.recommendation = ['recommendationRequired']
  return errors
}

/** Only ratings of the card's own criteria, in their order. */
const columnsOf = (criteria: readonly Criterion[], { ratings, recommendation, summary }: WrittenCard) => ({
  ratings: JSON.stringify(
    Object.fromEntries(
      criteria.flatMap(({ id }) => {
        const rating = ratings[id]
        return rating ? [[id, { step: rating.step, evidence: rating.evidence }]] : []
      }),
    ),
  ),
  recommendation,
  summary,
})

async function allCards(queries: Queries, submissionId: string): Promise<Scorecard[]> {
  const rows = await queries
    .selectFrom('scorecards')
    .selectAll()
    .where('submission_id', '=', submissionId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(toCard)
}

async function lockOwn(queries: Queries, { id }: SubmissionSummary, authorId: string) {
  const row = await queries
    .selectFrom('scorecards')
    .selectAll()
    .where('submission_id', '=', id)
    .where('author_id', '=', authorId)
    .$call(lockRows(queries))
    .executeTakeFirst()
  return row && toCard(row)
}

type Columns = Partial<
  Pick<Tables['scorecards'], 'ratings' | 'recommendation' | 'summary' | 'additions' | 'sent_at' | 'waived_at'>
>

async function change(queries: Queries, { id, version }: Scorecard, columns: Columns, { now }: Author) {
  const row = await queries
    .updateTable('scorecards')
    .set({ ...columns, version: version + 1, changed_at: now.toISOString() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return toCard(row)
}

/** Two windows may begin it at once: the second gets a conflict with the first. */
async function insert(
  queries: Queries,
  { id: submission_id }: SubmissionSummary,
  {
    criteria,
    ...columns
  }: Required<Pick<Columns, 'ratings' | 'recommendation' | 'summary'>> & Columns & { criteria: Criterion[] },
  { actorId, now }: Author,
): Promise<CardOutcome> {
  const moment = now.toISOString()
  const row = await queries
    .insertInto('scorecards')
    .values({
      ...{ id: randomUUID(), submission_id, author_id: actorId, version: 1 },
      ...{ criteria: JSON.stringify(criteria), additions: '[]', sent_at: null, waived_at: null },
      ...columns,
      ...{ created_at: moment, changed_at: moment },
    })
    .onConflict((conflict) => conflict.columns(['submission_id', 'author_id']).doNothing())
    .returningAll()
    .executeTakeFirst()
  if (row) return { kind: 'done', card: toCard(row) }
  const [stored] = (await allCards(queries, submission_id)).filter(({ authorId }) => authorId === actorId)
  return { kind: 'conflict', card: stored }
}

const toCard = (row: Selectable<Tables['scorecards']>): Scorecard => ({
  id: row.id,
  authorId: row.author_id,
  version: row.version,
  criteria: JSON.parse(row.criteria),
  ratings: JSON.parse(row.ratings),
  recommendation: row.recommendation as Recommendation | null,
  summary: row.summary,
  additions: JSON.parse(row.additions),
  changedAt: row.changed_at,
  sentAt: row.sent_at,
  waivedAt: row.waived_at,
})
