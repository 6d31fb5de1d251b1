import { useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import type { Testimonial } from '#contract/page-content.ts'
import { Guillemets } from '../../../brand/words/guillemets.tsx'
import { Pager } from '../../../components/controls/pager.tsx'
import { Breadcrumbs } from '../../../components/headings.tsx'
import { PageHead } from '../../../components/page-head.tsx'
import { EmptyList } from '../../../components/prose/note.tsx'
import { type PageHandle, usePage, usePageContent, usePageNames, useTexts } from '../../../page-context.tsx'
import { QUOTES_PER_PAGE } from '../../../paged-list.ts'
import styles from './testimonials.module.css'

export const handle: PageHandle = {
  texts: ['testimonials'],
  content: ['testimonials', 'page-testimonials'],
  closing: 'work',
}

export default function Testimonials() {
  const { empty } = useTexts('testimonials')
  const { meta, words } = usePage('testimonials')
  const pages = usePageNames()
  const quotes = usePageContent('testimonials')
  const sentence = useTranslations('testimonials')
  const totalPages = Math.max(Math.ceil(quotes.length / QUOTES_PER_PAGE), 1)
  const page = usePageNumber(totalPages)
  if (quotes.length === 0)
    return (
      <EmptyList
        head={<PageHead {...meta} />}
        trail={[{ name: words.hero.title }]}
        empty={empty}
        to="/projects"
        link={pages.projects}
      />
    )
  const [first, ...others] = quotes.slice((page - 1) * QUOTES_PER_PAGE, page * QUOTES_PER_PAGE)
  return (
    <>
      <PageHead
        title={page > 1 ? sentence('pageTitle', { page }) : meta.title}
        description={meta.description}
        page={page}
      />
      <Opening quote={first as Testimonial} />
      <div className="wrap">
        {others.length > 0 && (
          <ul className={styles.quotes}>
            {others.map((quote) => (
              <li key={quote.quote}>
                <Quotation className={styles.quote} {...quote} />
              </li>
            ))}
          </ul>
        )}
        <Pager address="/testimonials" page={page} totalPages={totalPages} />
      </div>
    </>
  )
}

function Opening({ quote }: { quote: Testimonial }) {
  const { title, lead } = usePage('testimonials').words.hero
  return (
    <section className={`on-lapis ${styles.opening}`}>
      <div className="wrap">
        <Breadcrumbs trail={[{ name: title }]} />
        <div className={styles.head}>
          <h1 className="label">{title}</h1>
          <p>{lead}</p>
        </div>
        <div className={styles.large}>
          <Guillemets className={styles.guillemets} />
          <Quotation {...quote} />
        </div>
      </div>
    </section>
  )
}

function Quotation({ quote, name, title, className }: Testimonial & { className?: string | undefined }) {
  return (
    <figure className={className}>
      <blockquote>{quote}</blockquote>
      <figcaption>
        <b>{name}</b>
        <span>{title}</span>
      </figcaption>
    </figure>
  )
}

function usePageNumber(totalPages: number) {
  const [search] = useSearchParams()
  const asked = Math.trunc(Number(search.get('page'))) || 1
  return Math.min(Math.max(asked, 1), totalPages)
}
