import type { Project } from '#contract/entities.ts'
import type { Language } from '#texts/languages.ts'
import type { Queries } from '../platform/database/database.ts'
import { EVERY_PROJECT } from '../platform/database/tables.ts'

/** Which part of a list is wanted; without `perPage` all of it. */
export interface ProjectsWanted {
  category?: number | undefined
  page: number
  perPage?: number | undefined
}

/** Newest first, then by id. A page beyond the last is the last. */
export async function listProjects(
  queries: Queries,
  { category = EVERY_PROJECT, page, perPage }: ProjectsWanted,
  language: Language,
) {
  const total = await countProjects(queries, category)
  const listed = queries
    .selectFrom('project_listings')
    .where('category_id', '=', category)
    .select(['project_id', 'start_date'])
    .orderBy('start_date', 'desc')
    .orderBy('project_id')
  const wanted = perPage ? listed.limit(perPage).offset(offsetOf(page, perPage, total)) : listed
  const rows = await selectProject(queries, language)
    .innerJoin(wanted.as('wanted'), 'wanted.project_id', 'projects.id')
    // By the columns of the listing, whose index has this order already; the long texts need not be sorted.
    .orderBy('wanted.start_date', 'desc')
    .orderBy('wanted.project_id')
    .execute()
  return { data: rows.map(toProject), total }
}

export async function findProject(queries: Queries, id: number, language: Language): Promise<Project | undefined> {
  const row = await selectProject(queries, language).where('projects.id', '=', id).executeTakeFirst()
  return row && toProject(row)
}

function offsetOf(page: number, perPage: number, total: number) {
  const lastPage = Math.max(1, Math.ceil(total / perPage))
  return (Math.min(page, lastPage) - 1) * perPage
}

async function countProjects(queries: Queries, category: number) {
  const { total } = await queries
    .selectFrom('project_listings')
    .where('category_id', '=', category)
    .select(({ fn }) => fn.countAll().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

function selectProject(queries: Queries, language: Language) {
  return queries
    .selectFrom('projects')
    .select([
      'projects.id',
      'projects.type',
      'projects.start_date',
      'projects.app_store_url',
      'projects.google_play_url',
      `projects.title_${language} as title`,
      `projects.summary_${language} as summary`,
      `projects.description_${language} as description`,
      `projects.icon_image_${language} as icon_image`,
      `projects.images_${language} as images`,
    ])
}

export function toProject(row: Omit<Project, 'images'> & { images: string }): Project {
  return { ...row, images: JSON.parse(row.images) }
}
