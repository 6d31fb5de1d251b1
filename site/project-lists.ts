import type { CallApi } from '#contract/call.ts'
import { CATEGORY_FILTERS } from '#contract/constants.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { Category, Project } from '#contract/entities.ts'
import { EVERY_CATEGORY, RECORD_PAGES } from '#contract/page-addresses.ts'
import type { PageContent } from '#contract/page-content.ts'
import { useRoot } from './page-context.tsx'
import { PAGE_SIZE, pageOf, totalPagesOf } from './paged-list.ts'

/** Product 2.4: 1, 2 and 3 are categories; any other id shows every project. */
export const categoryIn = (id: string | undefined) =>
  id !== undefined && Object.hasOwn(CATEGORY_FILTERS, id) ? Number(id) : undefined

/** Product 2.4: the type text is matched without regard to case. */
function isOfCategory({ type }: Pick<Project, 'type'>, category: number | undefined) {
  const wanted = category === undefined ? undefined : CATEGORY_FILTERS[category]
  return wanted === undefined || type.toLowerCase().includes(wanted)
}

export const categoryOf = (project: Pick<Project, 'type'>) =>
  Object.keys(CATEGORY_FILTERS)
    .map(Number)
    .find((category) => isOfCategory(project, category))

export type ProjectCounts = { [Category in number | typeof EVERY_CATEGORY]?: number }

/** One page of a category. A host that knows no paging sends everything, and the page is cut here. */
export async function listProjects(callApi: CallApi, category: number | undefined, asked: number) {
  const ask = (page: number) =>
    callApi(endpoints.allProjects, { query: { ...(category && { category }), page, per_page: PAGE_SIZE } })

  let answer = await ask(asked)
  if (answer.total === undefined) {
    const { items, ...rest } = pageOf(
      answer.data.filter((project) => isOfCategory(project, category)),
      asked,
    )
    return { projects: items, ...rest, counts: countsIn(answer.data) }
  }
  const totalPages = totalPagesOf(answer.total)
  const page = Math.min(asked, totalPages)
  // Past the end some hosts answer with the last page, others with nothing.
  if (page < asked && answer.data.length === 0 && answer.total > 0) answer = await ask(page)
  const total = answer.total ?? 0
  const counts = await countProjects(callApi, { [category ?? EVERY_CATEGORY]: total })
  return { projects: answer.data, page, total, totalPages, counts }
}

export async function countProjects(callApi: CallApi, known: ProjectCounts = {}): Promise<ProjectCounts> {
  const missing = [EVERY_CATEGORY, ...Object.keys(CATEGORY_FILTERS)].filter((category) => !(category in known))
  const found = await Promise.all(
    missing.map(async (category) => {
      const id = categoryIn(category)
      const { data, total } = await callApi(endpoints.allProjects, {
        query: { ...(id && { category: id }), page: 1, per_page: 1 },
      })
      return [category, total ?? data.filter((project) => isOfCategory(project, id)).length] as const
    }),
  ).catch(() => [])
  return { ...known, ...Object.fromEntries(found) }
}

const countsIn = (projects: Project[]): ProjectCounts => ({
  [EVERY_CATEGORY]: projects.length,
  ...Object.fromEntries(
    Object.keys(CATEGORY_FILTERS).map((category) => [
      category,
      projects.filter((project) => isOfCategory(project, Number(category))).length,
    ]),
  ),
})

export async function latestProjects(callApi: CallApi, count: number): Promise<Project[]> {
  const { data } = await callApi(endpoints.allProjects, { query: { page: 1, per_page: count } })
  return [...data].sort((one, other) => other.start_date.localeCompare(one.start_date)).slice(0, count)
}

/** A study may have been taken off the site since the project named it. */
export function withKnownStudy<Shown extends Pick<Project, 'case_study'>>(
  project: Shown,
  { 'case-studies': studies = [], 'moved-case-studies': moved = {} }: Partial<PageContent>,
): Shown {
  const slug = project.case_study?.slice(RECORD_PAGES.study.length) ?? ''
  const isKnown = studies.some((study) => study.slug === slug) || Object.hasOwn(moved, slug)
  return isKnown ? project : { ...project, case_study: null }
}

export type ShownWork = Pick<Project, 'id' | 'type' | 'title' | 'outcome' | 'case_study' | 'images'>

/** One project of each category that names its result; one with a case study comes first. */
export function selectedWork(projects: Project[]): ShownWork[] {
  const proved = projects.filter(({ outcome }) => outcome)
  const told = [...proved.filter(({ case_study }) => case_study), ...proved.filter(({ case_study }) => !case_study)]
  return Object.keys(CATEGORY_FILTERS).flatMap((category) => {
    const found = told.find((project) => isOfCategory(project, Number(category)))
    if (!found) return []
    const { id, type, title, outcome, case_study, images } = found
    return [{ id, type, title, outcome, case_study, images: images.slice(0, 1) }]
  })
}

/** Categories carry their name in both languages, whatever language was asked for. */
export function useCategoryName() {
  const { language } = useRoot()
  return ({ name_en, name_ar }: Category) => (language === 'ar' ? name_ar : name_en)
}
