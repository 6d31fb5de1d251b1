import { ArrowRight } from 'lucide-react'
import { useLoaderData } from 'react-router'
import { useTranslations } from 'use-intl'
import { endpoints } from '#contract/endpoints.ts'
import type { Service } from '#contract/entities.ts'
import { addressOfService } from '#contract/page-addresses.ts'
import { Dot } from '../brand/dots/dot.tsx'
import { serviceKind } from '../brand/icons/service-kind.ts'
import { ServiceMotif } from '../brand/icons/service-motif.tsx'
import { Pager, Showing, useTitleOfPage } from '../components/controls/pager.tsx'
import { Icon, PageLink } from '../components/controls.tsx'
import { PageHeading } from '../components/headings.tsx'
import { PageHead } from '../components/page-head.tsx'
import { PageSections } from '../components/page-sections.tsx'
import { EmptyList } from '../components/prose/note.tsx'
import { inBrowser, type Needs, onServer } from '../load.ts'
import { type PageHandle, usePage, usePageNames, useTexts } from '../page-context.tsx'
import { pageIn, pageOf } from '../paged-list.ts'
import styles from './services.module.css'

export const handle: PageHandle = { texts: ['services', 'paged-list'], content: ['page-services'] }

const load = async ({ callApi, url }: Needs) => pageOf((await callApi(endpoints.services)).data, pageIn(url))
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export default function Services() {
  const texts = useTexts('services')
  const { meta, words } = usePage('services')
  const sentences = useTranslations('services')
  const titleOfPage = useTitleOfPage()
  const { items: services, page, total, totalPages } = useLoaderData<typeof loader>()
  const trail = [{ name: usePageNames().services }]
  const head = <PageHead title={titleOfPage(meta.title, page)} description={meta.description} page={page} />
  if (total === 0)
    return <EmptyList head={head} trail={trail} empty={texts.empty} to="/contact" link={texts.empty.contact} />
  return (
    <>
      {head}
      <PageSections
        of="services"
        opening={<PageHeading trail={trail} title={sentences('title', { count: total })} lead={words.hero.lead} />}
        sections={{
          list: (
            <div className="wrap">
              <ul className={styles.cells}>
                {services.map((service) => (
                  <li key={service.id}>
                    <ServiceCell service={service} />
                  </li>
                ))}
              </ul>
              <div className={styles.foot}>
                <Showing page={page} total={total} />
                <Pager address="/services" page={page} totalPages={totalPages} />
              </div>
            </div>
          ),
        }}
      />
    </>
  )
}

function ServiceCell({ service }: { service: Service }) {
  const { details } = useTexts('services')
  const verbs = usePage('services').words.list
  const kind = serviceKind(service)
  return (
    <PageLink to={addressOfService(service)} className={styles.cell}>
      <p className={styles.verb}>
        <Dot />
        {verbs[kind]}
      </p>
      <div className={styles.drawing}>
        <ServiceMotif kind={kind} />
      </div>
      <h2 className="d4">{service.title}</h2>
      <p className={styles.summary}>{service.summary}</p>
      <p className={styles.way}>
        {details}
        <Icon of={ArrowRight} means="direction" />
      </p>
    </PageLink>
  )
}
