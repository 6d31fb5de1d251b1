import { ArrowRight } from 'lucide-react'
import { useLoaderData } from 'react-router'
import { useTranslations } from 'use-intl'
import { CATEGORY_FILTERS } from '#contract/constants.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { Category } from '#contract/entities.ts'
import { addressOfCategory, EVERY_CATEGORY } from '#contract/page-addresses.ts'
import { Cover } from '../brand/covers/cover.tsx'
import { CategoryIcon } from '../brand/icons/category-icon.tsx'
import { projectKind } from '../brand/icons/project-kind.ts'
import { Pager, Showing, useTitleOfPage } from '../components/controls/pager.tsx'
import { ArrowLink, Icon, PageLink } from '../components/controls.tsx'
import { PageHeading } from '../components/headings.tsx'
import { PageHead } from '../components/page-head.tsx'
import { EmptyList } from '../components/prose/note.tsx'
import { inBrowser, type Needs, onServer } from '../load.ts'
import { type PageHandle, usePageNames, useTexts } from '../page-context.tsx'
import { pageIn, pageOf } from '../paged-list.ts'
import { countProjects, type ProjectCounts, useCategoryName } from '../project-lists.ts'
import styles from './projects.module.css'

export const handle: PageHandle = { texts: ['projects', 'paged-list'] }

const load = async ({ callApi, url }: Needs) => {
  const [categories, counts] = await Promise.all([callApi(endpoints.categories), countProjects(callApi)])
  return { ...pageOf(categories, pageIn(url)), counts }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export default function Projects() {
  const texts = useTexts('projects')
  const pages = usePageNames()
  const sentences = useTranslations('projects')
  const titleOfPage = useTitleOfPage()
  const { items: categories, page, total, totalPages, counts } = useLoaderData<typeof loader>()
  const all = counts[EVERY_CATEGORY]
  const trail = [{ name: pages.projects }]
  const head = <PageHead title={titleOfPage(texts.meta.title, page)} description={texts.meta.description} page={page} />
  if (total === 0)
    return (
      <EmptyList
        head={head}
        trail={trail}
        empty={texts.empty}
        to={addressOfCategory(undefined)}
        link={texts.empty.all}
      />
    )
  return (
    <>
      {head}
      <PageHeading trail={trail} title={sentences('title', { count: total })} lead={texts.lead} />
      <ul className={styles.doors}>
        {categories.map((category) => (
          <li key={category.id}>
            <Door category={category} count={countOf(category, counts)} />
          </li>
        ))}
      </ul>
      <div className={`wrap ${styles.foot}`}>
        <Showing page={page} total={total} />
        <Pager address="/projects" page={page} totalPages={totalPages} />
        <ArrowLink to={addressOfCategory(undefined)}>
          {all ? sentences('all', { count: all }) : texts.allUncounted}
        </ArrowLink>
      </div>
    </>
  )
}

/** Any id other than 1, 2, 3 leads to every project. */
const countOf = ({ id }: Category, counts: ProjectCounts) => counts[id in CATEGORY_FILTERS ? id : EVERY_CATEGORY]

function Door({ category, count }: { category: Category; count: number | undefined }) {
  const texts = useTexts('projects')
  const sentences = useTranslations('projects')
  const nameOf = useCategoryName()
  const type = CATEGORY_FILTERS[category.id] ?? ''
  return (
    <PageLink to={addressOfCategory(category.id)} className={styles.door} data-kind={projectKind(type)}>
      <Cover
        {...(PATTERNS[category.id] ?? { id: category.id })}
        type={type}
        width={480}
        height={560}
        bare
        className={styles.pattern}
      />
      <span className={styles.leaf}>
        <span>
          <CategoryIcon id={category.id} className={styles.icon} />
        </span>
      </span>
      <span className={styles.label}>
        <b className="d4">{nameOf(category)}</b>
        {count !== undefined && <small>{sentences('count', { count })}</small>}
        <span className={styles.way}>
          {texts.open}
          <Icon of={ArrowRight} means="direction" />
        </span>
      </span>
    </PageLink>
  )
}

/** Chosen by eye: patterns that leave room for a leaf in their middle. */
const PATTERNS: Readonly<Record<number, { id: number; scheme: 0 | 1 | 2 }>> = {
  1: { id: 7, scheme: 1 },
  2: { id: 8, scheme: 0 },
  3: { id: 12, scheme: 2 },
}
