import { useTranslations } from 'use-intl'
import { PAGE_SIZE } from '#site/paged-list.ts'

export function Showing({ page, total }: { page: number; total: number }) {
  const sentences = useTranslations('paged-list')
  const from = (page - 1) * PAGE_SIZE + 1
  return <p>{sentences('showing', { from, to: Math.min(page * PAGE_SIZE, total), total })}</p>
}

export function useTitleOfPage() {
  const sentences = useTranslations('paged-list')
  return (title: string, page: number) => (page > 1 ? sentences('pageTitle', { title, page }) : title)
}
