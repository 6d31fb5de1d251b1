import type { Service } from '#contract/entities.ts'
import type { Language } from '#texts/languages.ts'
import type { Queries } from '../platform/database/database.ts'

export async function listServices(queries: Queries, language: Language): Promise<Service[]> {
  const rows = await selectService(queries, language).orderBy('position').execute()
  return rows.map(toService)
}

export async function findService(queries: Queries, id: number, language: Language): Promise<Service | undefined> {
  const row = await selectService(queries, language).where('id', '=', id).executeTakeFirst()
  return row && toService(row)
}

function selectService(queries: Queries, language: Language) {
  return queries
    .selectFrom('services')
    .select([
      'id',
      'motif',
      `title_${language} as title`,
      `summary_${language} as summary`,
      `description_${language} as description`,
      `images_${language} as images`,
    ])
}

export function toService(row: Omit<Service, 'images'> & { images: string }): Service {
  return { ...row, images: JSON.parse(row.images) }
}
