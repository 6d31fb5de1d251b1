import type { Language } from '#texts/languages.ts'
import { type Company, companyImprint } from '../../content/company.ts'
import type { Database } from '../../platform/database/database.ts'
import type { SpeakingToVisitor } from './templates.ts'
import type { MailSettings } from './transport.ts'

interface Sending {
  database: Database
  settings: MailSettings
}

/** Everything that the frame of a mail to a visitor takes from the content. */
export async function speakingTo(
  { database, settings }: Sending,
  company: Company,
  language: Language,
): Promise<SpeakingToVisitor> {
  const imprint = await companyImprint(database.queries, language)
  return { company, language, imprint, site: settings.urlOf?.('/', language) }
}
