import type { ContactInfo } from '#contract/entities.ts'
import type { Language } from '#texts/languages.ts'
import type { Queries } from '../platform/database/database.ts'

export async function findContactInfo(queries: Queries, language: Language): Promise<ContactInfo | undefined> {
  const row = await queries
    .selectFrom('contact_info')
    .select([
      'phone',
      'email',
      `address_${language} as address`,
      `city_${language} as city`,
      'country',
      'opening_hours',
      'time_zone',
      'chat_phone',
      'footer_chat_phone',
      `social_links_${language} as social_links`,
      'map_url',
    ])
    .executeTakeFirst()
  return row && toContactInfo(row)
}

/** UTC before there is any content. */
export async function companyTimeZone(queries: Queries): Promise<string> {
  const company = await queries.selectFrom('contact_info').select('time_zone').executeTakeFirst()
  return company?.time_zone ?? 'UTC'
}

type ContactInfoRow = Omit<ContactInfo, 'opening_hours' | 'social_links'> &
  Record<'opening_hours' | 'social_links', string>

export function toContactInfo(row: ContactInfoRow): ContactInfo {
  return { ...row, opening_hours: JSON.parse(row.opening_hours), social_links: JSON.parse(row.social_links) }
}
