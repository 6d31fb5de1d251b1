import type { Company } from '../content/company.ts'
import type { Queries } from '../platform/database/database.ts'
import { fillLetter, lettersOf, submissionsOfLetters } from '../submissions/letters.ts'
import type { SubmissionFilters } from '../submissions/list-submissions.ts'
import type { SubmissionSummary } from '../submissions/submissions.ts'
import {
  distinctTags,
  findPerson,
  lineOf,
  mailboxesOf,
  type Person,
  poolOf,
  ratingOf,
  sentBy,
  tagsByRow,
  UNMERGE_MILLISECONDS,
} from './candidates.ts'
import { type Likeness, likelySame } from './merges.ts'

interface Looking {
  /** Only what the viewer may see. */
  visible: SubmissionFilters
  company: Company
  now: Date
}

/** Everything about one person: what they sent, what was said, and what the team noted. */
export async function personPage(queries: Queries, person: Person, { visible, company, now }: Looking) {
  const sent = await sentBy(queries, person, visible)
  const tags = await tagsByRow(
    queries,
    person.rows.map(({ id }) => id),
  )
  const alike = await likelySame(queries, person)
  const suggestions = []
  for (const { id, reasons } of alike) {
    const other = await findPerson(queries, id)
    const seen = other && (await sentBy(queries, other, visible))
    if (other && seen && seen.length > 0) suggestions.push({ ...describe(other, seen), reasons: reasons as Likeness[] })
  }
  return {
    ...describe(person, sent),
    sent: sent.map(lineOf),
    tags: distinctTags(person.rows.flatMap(({ id }) => tags.get(id) ?? [])),
    rating: ratingOf(person.rows),
    pool: poolOf(person.rows),
    alerts: await alertsOf(queries, person),
    thread: await threadOf(queries, sent, company),
    suggestions,
    merged: person.rows.flatMap(({ id, mailbox, merged_at, merged_by }) => {
      if (merged_at === null) return []
      const own = sent.filter((submission) => submission.mailbox === mailbox)
      const until = new Date(Date.parse(merged_at) + UNMERGE_MILLISECONDS)
      return [
        {
          id,
          name: own[0]?.name ?? '',
          email: own[0]?.email ?? '',
          at: merged_at,
          by: merged_by,
          undoneUntil: until > now ? until.toISOString() : null,
        },
      ]
    }),
  }
}

/** The values that the preview of a merge compares. */
function describe(person: Person, sent: SubmissionSummary[]) {
  const own = sent.find(({ mailbox }) => mailbox === person.rows.find(({ id }) => id === person.id)?.mailbox) ?? sent[0]
  const oldest = sent.at(-1)
  const count = (kind: SubmissionSummary['kind']) => sent.filter((each) => each.kind === kind).length
  return {
    id: person.id,
    name: own?.name ?? '',
    language: own?.language ?? 'en',
    names: distinct(sent.map(({ name }) => name)),
    emails: distinct(sent.map(({ email }) => email.toLowerCase())),
    phones: distinct(sent.map(({ phone }) => phone).filter(Boolean)),
    since: oldest?.created_at ?? null,
    newest: own ? lineOf(own) : null,
    poolUntil: poolOf(person.rows)?.until ?? null,
    counts: {
      'career-application': count('career-application'),
      'internship-application': count('internship-application'),
      'contact-message': count('contact-message'),
    },
  }
}

const distinct = (values: string[]) => [...new Set(values)]

const alertsOf = (queries: Queries, person: Person) =>
  queries
    .selectFrom('job_alerts')
    .select(['language', 'team', 'confirmed_at as confirmedAt'])
    .where('mailbox', 'in', mailboxesOf(person))
    .execute()

const MAX_THREAD = 100

interface Entry {
  kind: 'note' | 'letter' | 'question' | 'answer'
  at: string
  authorId: string | null
  reference: string
  language: string
  text: string
  subject?: string | undefined
  isSent?: boolean
}

/** Notes, letters, questions and answers of all records, newest first. */
async function threadOf(queries: Queries, sent: SubmissionSummary[], company: Company): Promise<Entry[]> {
  if (sent.length === 0) return []
  const byId = new Map(sent.map((submission) => [submission.id, submission]))
  const ids = [...byId.keys()]
  const about = (id: string) => {
    const { reference, language } = byId.get(id) as SubmissionSummary
    return { reference, language }
  }
  const notes = await queries
    .selectFrom('submission_notes')
    .select(['submission_id', 'author_id', 'created_at', 'note'])
    .where('submission_id', 'in', ids)
    .orderBy('created_at', 'desc')
    .limit(MAX_THREAD)
    .execute()
  const questions = await queries
    .selectFrom('submission_questions')
    .selectAll()
    .where('submission_id', 'in', ids)
    .orderBy('asked_at', 'desc')
    .limit(MAX_THREAD)
    .execute()
  const entries: Entry[] = [
    ...notes.map(({ submission_id, author_id, created_at, note }) => ({
      kind: 'note' as const,
      ...about(submission_id),
      at: created_at,
      authorId: author_id,
      text: note,
    })),
    ...questions.flatMap(({ submission_id, author_id, asked_at, question, answered_at, answer }) => [
      { kind: 'question' as const, ...about(submission_id), at: asked_at, authorId: author_id, text: question },
      ...(answer !== null && answered_at !== null
        ? [{ kind: 'answer' as const, ...about(submission_id), at: answered_at, authorId: null, text: answer }]
        : []),
    ]),
    ...(await lettersTo(queries, ids, company, about)),
  ]
  return entries.sort((one, other) => other.at.localeCompare(one.at)).slice(0, MAX_THREAD)
}

async function lettersTo(
  queries: Queries,
  ids: string[],
  company: Company,
  about: (id: string) => { reference: string; language: string },
): Promise<Entry[]> {
  const written = await queries
    .selectFrom('letter_submissions')
    .select(['letter_id', 'submission_id'])
    .where('submission_id', 'in', ids)
    .execute()
  if (written.length === 0) return []
  const names = await queries.selectFrom('people').select(['id', 'name']).execute()
  const authors = new Map(names.map(({ id, name }) => [id, name]))
  const entries: Entry[] = []
  const seen = new Set<string>()
  for (const submissionId of new Set(written.map(({ submission_id }) => submission_id))) {
    const letters = (await lettersOf(queries, submissionId)).filter(({ id }) => !seen.has(id))
    for (const { id } of letters) seen.add(id)
    const submissions = await submissionsOfLetters(
      queries,
      letters.map(({ id }) => id),
    )
    for (const letter of letters) {
      const filled = fillLetter(letter, submissions.get(letter.id) ?? [], {
        company,
        author: authors.get(letter.authorId ?? ''),
      })
      const isSent = letter.sentAt !== null
      entries.push({
        kind: 'letter',
        ...about(submissionId),
        at: letter.sentAt ?? letter.createdAt,
        authorId: letter.authorId,
        subject: (isSent && letter.sentSubject) || filled.subject,
        text: (isSent && letter.sentText) || filled.body,
        isSent,
      })
    }
  }
  return entries
}
