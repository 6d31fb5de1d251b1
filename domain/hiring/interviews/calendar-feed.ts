import { randomBytes } from 'node:crypto'
import { companyTexts } from '#texts/index.ts'
import { type Language, localeOf } from '#texts/languages.ts'
import { createTranslator } from '#texts/translator.ts'
import { findCompany } from '../../content/company.ts'
import { findHolder } from '../../people/teams.ts'
import type { Queries } from '../../platform/database/database.ts'
import { DAY } from '../../platform/durations.ts'
import { hashOf } from '../../platform/secrets.ts'
import { isNowhere, isWithin, scopeOf } from '../../submissions/scope.ts'
import { feedFile } from './calendar-entry.ts'

const SECRET_BYTES = 24
const SHOWN_BACK_MILLISECONDS = 60 * DAY

/** The former address ends. Only its hash is stored. */
export async function makeFeed(queries: Queries, personId: string, now: Date): Promise<string> {
  const secret = randomBytes(SECRET_BYTES).toString('base64url')
  const row = { hash: hashOf(secret), created_at: now.toISOString() }
  await queries
    .insertInto('calendar_feeds')
    .values({ person_id: personId, ...row })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(row))
    .execute()
  return secret
}

export const endFeed = (queries: Queries, personId: string) =>
  queries.deleteFrom('calendar_feeds').where('person_id', '=', personId).execute()

export async function feedSince(queries: Queries, personId: string): Promise<string | null> {
  const ofPerson = queries.selectFrom('calendar_feeds').select('created_at').where('person_id', '=', personId)
  return (await ofPerson.executeTakeFirst())?.created_at ?? null
}

/** Initials and job only: a feed lies in calendars of others. Undefined for an unknown address. */
export async function feedOf(queries: Queries, secret: string, now: Date, mailDomain: string) {
  const person = await queries
    .selectFrom('calendar_feeds')
    .innerJoin('people', 'people.id', 'calendar_feeds.person_id')
    .select(['people.id', 'language'])
    .where('hash', '=', hashOf(secret))
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  const viewer = person && (await findHolder(queries, person.id))
  if (!person || !viewer || isNowhere(scopeOf(viewer))) return undefined
  const { id, language } = person
  const rows = await queries
    .selectFrom('interviews')
    .innerJoin('interview_people', 'interview_people.interview_id', 'interviews.id')
    .innerJoin('submissions', 'submissions.id', 'interviews.submission_id')
    .select(['interviews.id', 'sequence', 'starts_at', 'ends_at', 'location', 'name', 'about', 'job_title_ar'])
    .where(isWithin(scopeOf(viewer)))
    .where('person_id', '=', id)
    .where('state', '=', 'chosen')
    .where('starts_at', '>', new Date(now.getTime() - SHOWN_BACK_MILLISECONDS).toISOString())
    .orderBy('starts_at')
    .execute()
  const company = await findCompany(queries)
  const say = translatorIn(company, language)
  const { mail } = companyTexts(company, language)
  const jobOf = ({ about, job_title_ar }: (typeof rows)[number]) =>
    (language === 'ar' && job_title_ar) || about || mail.letters.generalApplication
  return feedFile({
    name: say('summary.feed', { company: company.name[language] }),
    language,
    stampedAt: now.toISOString(),
    entries: rows.map((row) => ({
      ...{ id: row.id, sequence: row.sequence, startsAt: String(row.starts_at), endsAt: String(row.ends_at) },
      ...{ summary: say('summary.staff', { name: initialsOf(row.name), job: jobOf(row) }), language, mailDomain },
      ...(row.location && { location: row.location }),
    })),
  })
}

function translatorIn(company: Awaited<ReturnType<typeof findCompany>>, language: Language) {
  const messages = companyTexts(company, language)
  return createTranslator({ locale: localeOf(language), messages, namespace: 'mail.interviews' })
}

const MAX_INITIALS = 2

const initialsOf = (name: string) =>
  name
    .trim()
    .split(/\s+/)
    .slice(0, MAX_INITIALS)
    .flatMap((word) => [...word].slice(0, 1))
    .map((letter) => `${letter}.`)
    .join(' ')
