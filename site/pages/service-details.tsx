import { useLoaderData } from 'react-router'
import { useTranslations } from 'use-intl'
import { endpoints } from '#contract/endpoints.ts'
import type { Service } from '#contract/entities.ts'
import { addressOfService, addressOfStudy } from '#contract/page-addresses.ts'
import { searchDescription } from '#contract/search-description.ts'
import { withProse } from '#contract/with-prose.ts'
import { type ServiceKind, serviceKind } from '../brand/icons/service-kind.ts'
import { ServiceMotif } from '../brand/icons/service-motif.tsx'
import { Stage } from '../brand/scenes/stage.tsx'
import { ContactBox } from '../components/contact/contact-box.tsx'
import { ArrowLink, PageLink } from '../components/controls.tsx'
import { Breadcrumbs, titleSize } from '../components/headings.tsx'
import { PageHead } from '../components/page-head.tsx'
import { Paragraphs } from '../components/prose/paragraphs.tsx'
import { Picture } from '../components/prose/picture.tsx'
import { inBrowser, type Needs, nullOnError, onServer } from '../load.ts'
import { type PageHandle, usePageContent, usePageNames, useRoot, useTexts } from '../page-context.tsx'
import { useOrganization } from '../structured-data/organization.tsx'
import { StructuredData, useAbsoluteAddress } from '../structured-data/structured-data.tsx'
import styles from './service-details.module.css'

export const handle: PageHandle = {
  texts: ['service-details', 'contact-box', 'opening-hours'],
  content: ['case-studies'],
}

const load = async ({ callApi, params }: Needs) => {
  const [service, services] = await Promise.all([
    callApi(endpoints.service, { id: params.id as string }),
    nullOnError(callApi(endpoints.services)),
  ])
  const others = services?.data.filter(({ id }) => id !== service.data.id) ?? []
  return { service: await withProse(service.data), others: others.slice(0, OTHERS_SHOWN) }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export default function ServiceDetails() {
  const { service, others } = useLoaderData<typeof loader>()
  const sentence = useTranslations('service-details')
  return (
    <>
      <PageHead
        title={sentence('meta.title', { title: service.title })}
        description={searchDescription(service)}
        address={addressOfService(service)}
      />
      <ServiceData service={service} />
      <Trail service={service} />
      <ServiceStage service={service} />
      <div className={`wrap ${styles.service}`}>
        <article className={styles.text}>
          <h1 className={titleSize(service.title, 'd1 d1--s')}>{service.title}</h1>
          <p className={styles.summary}>{service.summary}</p>
          <Paragraphs text={service.description} prose={service.prose} className={styles.prose} />
          <StudyOfService service={service} />
        </article>
        <ContactBox ground="paper" className={styles.contact} />
      </div>
      {others.length > 0 && <OtherServices services={others} />}
    </>
  )
}

const OTHERS_SHOWN = 5

function Trail({ service }: { service: Service }) {
  const pages = usePageNames()
  return (
    <div className={`wrap ${styles.trail}`}>
      <Breadcrumbs trail={[{ name: pages.services, to: '/services' }, { name: service.title }]} />
    </div>
  )
}

function ServiceStage({ service }: { service: Service }) {
  const kind = serviceKind(service)
  const picture = service.images[0]
  return (
    <Picture src={picture?.url} alt={picture?.alt} width={1440} height={600} eager className={styles.stage}>
      {picture ? (
        <ServiceMotif kind={kind} className={styles.motif} />
      ) : (
        <Stage kind={kind} className={styles.drawing} />
      )}
    </Picture>
  )
}

const STUDIED_TYPES: Partial<Record<ServiceKind, string>> = {
  app: 'Mobile App',
  erp: 'ERP System',
  web: 'Web Application',
}

/** Names the case study that shows this service. */
function StudyOfService({ service }: { service: Service }) {
  const sentence = useTranslations('service-details')
  const type = STUDIED_TYPES[serviceKind(service)]
  const study = usePageContent('case-studies').find((each) => each.type === type)
  if (!study) return null
  const { client, subject, change } = study
  return (
    <div className={styles.study}>
      <p className="d5">{sentence('study', { client, subject, change })}</p>
      <ArrowLink to={addressOfStudy(study)}>{sentence('readStudy')}</ArrowLink>
    </div>
  )
}

function OtherServices({ services }: { services: Service[] }) {
  const texts = useTexts('service-details')
  return (
    <section className={`wrap ${styles.others}`} aria-labelledby="other-services">
      <h2 className="d4" id="other-services">
        {texts.others}
      </h2>
      <ul>
        {services.map((service) => (
          <li key={service.id}>
            <PageLink to={addressOfService(service)}>
              <ServiceMotif kind={serviceKind(service)} />
              <span>{service.title}</span>
            </PageLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

function ServiceData({ service }: { service: Service }) {
  const absolute = useAbsoluteAddress()
  const provider = useOrganization()
  const { settings } = useRoot()
  return (
    <StructuredData
      thing={{
        '@type': 'Service',
        name: service.title,
        serviceType: service.title,
        description: service.summary,
        url: absolute(addressOfService(service)),
        provider,
        ...(service.images[0] && {
          image: new URL(service.images[0].url, settings.apiHost || settings.publicUrl).href,
        }),
      }}
    />
  )
}
