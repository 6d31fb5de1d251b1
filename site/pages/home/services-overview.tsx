import { ArrowRight } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { Service } from '#contract/entities.ts'
import { addressOfService } from '#contract/page-addresses.ts'
import { serviceKind } from '../../brand/icons/service-kind.ts'
import { ServiceMotif } from '../../brand/icons/service-motif.tsx'
import { ArrowLink } from '../../components/controls/arrow-link.tsx'
import { Icon } from '../../components/controls/icon.tsx'
import { PageLink } from '../../components/controls/page-link.tsx'
import { SectionHead } from '../../components/headings/section-head.tsx'
import { useTexts } from '../../texts.tsx'
import styles from './services-overview.module.css'

type Shown = Omit<Service, 'description'>

interface ServicesOverviewProps {
  shown: Shown[]
  /** How many there are. */
  total: number
}

export function ServicesOverview({ shown, total }: ServicesOverviewProps) {
  const texts = useTexts('home').services
  const sentence = useTranslations('home.services')
  const counts = { shown: shown.length, total }
  return (
    <section className="section wrap">
      <SectionHead title={texts.title}>
        <p>{total > shown.length ? sentence('note', counts) : sentence('noteOnAll', counts)}</p>
        <ArrowLink to="/services">{texts.all}</ArrowLink>
      </SectionHead>
      <ul className={styles.grid}>
        {shown.map((service) => (
          <li key={service.id}>
            <ServiceCard service={service} details={texts.details} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function ServiceCard({ service, details }: { service: Shown; details: string }) {
  return (
    <PageLink to={addressOfService(service)} className={styles.card}>
      <div className={styles.stage}>
        <ServiceMotif kind={serviceKind(service)} className={styles.motif} />
      </div>
      <div className={styles.text}>
        <h3 className="d5">{service.title}</h3>
        <p>{service.summary}</p>
        <span className={styles.details}>
          {details}
          <Icon of={ArrowRight} means="direction" />
        </span>
      </div>
    </PageLink>
  )
}
