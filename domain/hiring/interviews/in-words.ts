import { formatsIn, utcOffset } from '#texts/dates-and-numbers.ts'
import { textsIn } from '#texts/index.ts'
import { type Language, localeOf } from '#texts/languages.ts'
import { createTranslator } from '#texts/translator.ts'
import { companyClock } from '../../content/company.ts'
import type { Queries } from '../../platform/database/database.ts'

interface Clock {
  timeZone: string
  city: string | undefined
}

/** In the company's zone, by name and with its distance on that day. */
export function momentInWords(at: string, language: Language, { timeZone, city }: Clock): string {
  const messages = textsIn(language)
  const say = createTranslator({ locale: localeOf(language), messages, namespace: 'mail.interviews' })
  const offset = language === 'ar' ? `\u2066${utcOffset(at, timeZone)}\u2069` : utcOffset(at, timeZone)
  const moment = formatsIn(language, timeZone).moment(at)
  return city ? say('when', { moment, city, offset }) : say('whenWithoutCity', { moment, offset })
}

/** For a letter. Undefined without a chosen time to come. */
export async function interviewInWords(queries: Queries, reference: string, language: Language, now: Date) {
  const row = await queries
    .selectFrom('interviews')
    .innerJoin('submissions', 'submissions.id', 'interviews.submission_id')
    .select('starts_at')
    .where('reference', '=', reference)
    .where('state', '=', 'chosen')
    .where('ends_at', '>', now.toISOString())
    .orderBy('starts_at')
    .executeTakeFirst()
  if (!row?.starts_at) return undefined
  return momentInWords(row.starts_at, language, await companyClock(queries, language))
}
