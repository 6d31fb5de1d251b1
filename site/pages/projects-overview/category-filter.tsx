import type { ReactNode } from 'react'
import { useFormatter } from 'use-intl'
import { CATEGORY_FILTERS } from '#contract/constants.ts'
import type { Category } from '#contract/entities.ts'
import { addressOfCategory, EVERY_CATEGORY } from '#contract/page-addresses.ts'
import { Dot } from '../../brand/dots/dot.tsx'
import { CategoryIcon } from '../../brand/icons/category-icon.tsx'
import { PageLink } from '../../components/controls/page-link.tsx'
import { useCategoryName } from '../../components/projects/category-name.ts'
import { Showing } from '../../components/projects/showing.tsx'
import type { ProjectCounts } from '../../project-lists.ts'
import { useTexts } from '../../texts.tsx'
import styles from './category-filter.module.css'

interface CategoryFilterProps {
  categories: Category[]
  category: number | undefined
  counts: ProjectCounts
  page: number
  total: number
}

/** A category that filters nothing would only repeat "All". */
export function CategoryFilter({ categories, category, counts, page, total }: CategoryFilterProps) {
  const texts = useTexts('projects-overview')
  const nameOf = useCategoryName()
  const filters = categories.filter(({ id }) => id in CATEGORY_FILTERS)
  return (
    <div className={styles.filter}>
      <nav aria-label={texts.category}>
        <ul>
          <li>
            <FilterLink name={texts.all} count={counts[EVERY_CATEGORY]} isCurrent={category === undefined}>
              <Dot className={styles.dot} />
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
  const format = useFormatter()
  return (
    <PageLink to={addressOfCategory(id)} aria-current={isCurrent ? 'true' : undefined}>
      {children}
      <span>{name}</span>
      {count !== undefined && <small>{format.number(count)}</small>}
    </PageLink>
  )
}
