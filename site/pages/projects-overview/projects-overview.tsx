import { useLoaderData } from 'react-router'
import { useTranslations } from 'use-intl'
import { endpoints } from '#contract/endpoints.ts'
import { addressOfCategory, EVERY_CATEGORY } from '#contract/page-addresses.ts'
import { ButtonLink } from '../../components/controls/button.tsx'
import { Pager } from '../../components/controls/pager.tsx'
import { PageHead } from '../../components/headings/page-head.tsx'
import { PageHeading, PageTrail } from '../../components/headings/page-heading.tsx'
import { useCategoryName } from '../../components/projects/category-name.ts'
import { ProjectGrid } from '../../components/projects/project-card.tsx'
import { useTitleOfPage } from '../../components/projects/showing.tsx'
import { Note } from '../../components/prose/note.tsx'
import { inBrowser, type Needs, nullOnError, onServer } from '../../load.ts'
import { pageIn } from '../../paged-list.ts'
import { categoryIn, listProjects } from '../../project-lists.ts'
import { type PageHandle, useTexts } from '../../texts.tsx'
import { CategoryFilter } from './category-filter.tsx'
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
  const { pages } = useTexts('shell')
  const { crumb } = useTexts('projects-overview')
  return [{ name: pages.projects, to: '/projects' }, { name: crumb }]
}

function useNameOfCategory() {
  const { category, categories } = useLoaderData<typeof loader>()
  const nameOf = useCategoryName()
  const found = categories.find(({ id }) => id === category)
  return found && nameOf(found)
}
