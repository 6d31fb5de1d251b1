import type { ReactNode } from 'react'
import { useLoaderData } from 'react-router'
import { useTranslations } from 'use-intl'
import { CATEGORY_FILTERS } from '#contract/constants.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { Category } from '#contract/entities.ts'
import { addressOfCategory, EVERY_CATEGORY } from '#contract/page-addresses.ts'
import { Dot } from '../../brand/dots/dot.tsx'
import { CategoryIcon } from '../../brand/icons/category-icon.tsx'
import { Pager, Showing, useTitleOfPage } from '../../components/controls/pager.tsx'
import { ButtonLink, PageLink } from '../../components/controls.tsx'
import { PageHeading, PageTrail } from '../../components/headings.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { ProjectGrid } from '../../components/projects/project-card.tsx'
import { Note } from '../../components/prose/note.tsx'
import { inBrowser, type Needs, nullOnError, onServer } from '../../load.ts'
import { type PageHandle, useFormats, usePageNames, useTexts } from '../../page-context.tsx'
import { pageIn } from '../../paged-list.ts'
import { categoryIn, listProjects, type ProjectCounts, useCategoryName } from '../../project-lists.ts'
import filter from './category-filter.module.css'
import styles from './projects-overview.module.css'

export const handle: PageHandle = { texts: ['projects-overview', 'project-types', 'paged-list'] }

const load = async ({ callApi, params, url }: Needs) => {
  const category = categoryIn(params.id)
  const [list, categories] = await Promise.all([
    listProjects(callApi, category, pageIn(url)),
    nullOnError(callApi(endpoints.categories)),
  ])
  return { ...list, category, categories: categories ?? [] }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export default function ProjectsOverview() {
  const { projects, page, totalPages, category, counts, ...list } = useLoaderData<typeof loader>()
  const isAnythingToFilter = counts[EVERY_CATEGORY] !== 0
  return (
    <>
      <Head />
      {projects.length > 0 ? <Heading /> : <Empty />}
      <div className={`wrap ${styles.list}`}>
        {isAnythingToFilter && <CategoryFilter {...list} page={page} category={category} counts={counts} />}
        {projects.length > 0 && (
          <>
            <ProjectGrid projects={projects} isFirst />
            <Pager address={addressOfCategory(category)} page={page} totalPages={totalPages} />
          </>
        )}
      </div>
    </>
  )
}

function Head() {
  const { meta } = useTexts('projects-overview')
  const sentences = useTranslations('projects-overview')
  const { category, page } = useLoaderData<typeof loader>()
  const name = useNameOfCategory()
  const titleOfPage = useTitleOfPage()
  const title = name ? sentences('meta.categoryTitle', { category: name }) : meta.title
  return (
    <PageHead
      title={titleOfPage(title, page)}
      description={name ? sentences('meta.categoryDescription', { category: name }) : meta.description}
      address={addressOfCategory(category)}
      page={page}
    />
  )
}

/** Product 4.4: the heading shows only with results. */
function Heading() {
  const texts = useTexts('projects-overview')
  const sentences = useTranslations('projects-overview')
  const name = useNameOfCategory()
  return (
    <PageHeading
      trail={useTrail()}
      title={name ? sentences('categoryTitle', { category: name }) : texts.title}
      lead={texts.lead}
    />
  )
}

function Empty() {
  const { empty } = useTexts('projects-overview')
  const { counts, category } = useLoaderData<typeof loader>()
  const hasOthers = category !== undefined && counts[EVERY_CATEGORY] !== 0
  return (
    <>
      <PageTrail trail={useTrail()} />
      <Note kind="empty" title={empty.title} text={hasOthers ? empty.text : empty.none}>
        {hasOthers && <ButtonLink to={addressOfCategory(undefined)}>{empty.all}</ButtonLink>}
        <ButtonLink to="/contact" look={hasOthers ? 'ghost' : 'primary'}>
          {empty.contact}
        </ButtonLink>
      </Note>
    </>
  )
}

function useTrail() {
  const pages = usePageNames()
  const { crumb } = useTexts('projects-overview')
  return [{ name: pages.projects, to: '/projects' }, { name: crumb }]
}

function useNameOfCategory() {
  const { category, categories } = useLoaderData<typeof loader>()
  const nameOf = useCategoryName()
  const found = categories.find(({ id }) => id === category)
  return found && nameOf(found)
}

interface CategoryFilterProps {
  categories: Category[]
  category: number | undefined
  counts: ProjectCounts
  page: number
  total: number
}

/** A category that filters nothing would only repeat "All". */
function CategoryFilter({ categories, category, counts, page, total }: CategoryFilterProps) {
  const texts = useTexts('projects-overview')
  const nameOf = useCategoryName()
  const filters = categories.filter(({ id }) => id in CATEGORY_FILTERS)
  return (
    <div className={filter.filter}>
      <nav aria-label={texts.category}>
        <ul>
          <li>
            <FilterLink name={texts.all} count={counts[EVERY_CATEGORY]} isCurrent={category === undefined}>
              <Dot className={filter.dot} />
            </FilterLink>
          </li>
          {filters.map((each) => (
            <li key={each.id}>
              <FilterLink id={each.id} name={nameOf(each)} count={counts[each.id]} isCurrent={category === each.id}>
                <CategoryIcon id={each.id} className="icon" />
              </FilterLink>
            </li>
          ))}
        </ul>
      </nav>
      {total > 0 && <Showing page={page} total={total} />}
    </div>
  )
}

interface FilterLinkProps {
  id?: number
  name: string
  count: number | undefined
  isCurrent: boolean
  children: ReactNode
}

function FilterLink({ id, name, count, isCurrent, children }: FilterLinkProps) {
  const format = useFormats()
  return (
    <PageLink to={addressOfCategory(id)} aria-current={isCurrent ? 'true' : undefined}>
      {children}
      <span>{name}</span>
      {count !== undefined && <small>{format.number(count)}</small>}
    </PageLink>
  )
}
