import { ArrowRight } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { PAGE_SIZE } from '#site/paged-list.ts'
import { useFormats, useTexts } from '../../page-context.tsx'
import { Icon, PageLink } from '../controls.tsx'
import styles from './pager.module.css'

/** Product 4.4: previous and next show only where they lead. */
export function Pager({ address, page, totalPages }: { address: string; page: number; totalPages: number }) {
  const texts = useTexts('shell').pager
  const format = useFormats()
  return (
    <nav className={styles.pager} aria-label={texts.label}>
      {page > 1 && (
        <PageLink className={styles.step} to={addressOfPage(address, page - 1)} rel="prev">
          <Icon of={ArrowRight} means="back" />
          <span>{texts.previous}</span>
        </PageLink>
      )}
      <ol>
        {pagesShown(page, totalPages).map((each, index, shown) => (
          <li key={each} data-after-gap={each - (shown[index - 1] ?? 0) > 1 || undefined}>
            <PageLink to={addressOfPage(address, each)} aria-current={each === page ? 'page' : undefined}>
              {format.number(each)}
            </PageLink>
          </li>
        ))}
      </ol>
      {page < totalPages && (
        <PageLink className={styles.step} to={addressOfPage(address, page + 1)} rel="next">
          <span>{texts.next}</span>
          <Icon of={ArrowRight} means="direction" />
        </PageLink>
      )}
    </nav>
  )
}

const MAX_NUMBERS = 7

function pagesShown(page: number, totalPages: number) {
  const pages = Array.from({ length: totalPages }, (_, index) => index + 1)
  if (totalPages <= MAX_NUMBERS) return pages
  return pages.filter((each) => each === 1 || each === totalPages || Math.abs(each - page) <= 1)
}

const addressOfPage = (address: string, page: number) => (page > 1 ? `${address}?page=${page}` : address)

export function Showing({ page, total }: { page: number; total: number }) {
  const sentences = useTranslations('paged-list')
  const from = (page - 1) * PAGE_SIZE + 1
  return <p>{sentences('showing', { from, to: Math.min(page * PAGE_SIZE, total), total })}</p>
}

export function useTitleOfPage() {
  const sentences = useTranslations('paged-list')
  return (title: string, page: number) => (page > 1 ? sentences('pageTitle', { title, page }) : title)
}
