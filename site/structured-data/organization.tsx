import { MOBILE_APP } from '#contract/constants.ts'
import type { ContactInfo, Project } from '#contract/entities.ts'
import { LANGUAGES } from '#texts/languages.ts'
import { iconAddress, iconOf } from '../icons.ts'
import { usePageContent, useRoot, useTexts } from '../page-context.tsx'
import { StructuredData, type Thing, useAbsoluteAddress } from './structured-data.tsx'

export function OrganizationData({ description }: { description: string }) {
  const { language, settings } = useRoot()
  const { companyName } = useTexts('shell')
  const absolute = useAbsoluteAddress()
  const organization = useOrganization()
  return (
    <>
      <StructuredData thing={{ ...organization, description }} />
      <StructuredData
        thing={{
          '@type': 'WebSite',
          '@id': `${settings.publicUrl}/#website`,
          name: companyName,
          url: absolute('/'),
          inLanguage: language,
          publisher: { '@id': organization['@id'] },
        }}
      />
    </>
  )
}

export function useOrganization(): Thing {
  const { settings, contactInfo } = useRoot()
  const { companyName } = useTexts('shell')
  const founded = usePageContent('founded')
  const logo = useLogoAddress()
  const absolute = useAbsoluteAddress()
  return {
    '@type': 'Organization',
    '@id': `${settings.publicUrl}/#organization`,
    name: companyName,
    url: absolute('/'),
    logo,
    foundingDate: String(founded),
    ...(contactInfo && reachedAt(contactInfo)),
  }
}

/** Search engines want a square. */
export function useLogoAddress() {
  const { publicUrl } = useRoot().settings
  return publicUrl + iconOf(iconAddress(512), usePageContent('brand').mark)
}

export const postalAddress = ({ address, city, country }: ContactInfo): Thing => ({
  '@type': 'PostalAddress',
  streetAddress: address,
  addressLocality: city,
  addressCountry: country,
})

function reachedAt(contactInfo: ContactInfo) {
  return {
    email: contactInfo.email,
    address: postalAddress(contactInfo),
    // The chat number is the one that is kept with its country code.
    contactPoint: {
      '@type': 'ContactPoint',
      contactType: 'customer service',
      telephone: `+${contactInfo.chat_phone}`,
      email: contactInfo.email,
      availableLanguage: LANGUAGES,
      hoursAvailable: contactInfo.opening_hours
        .filter(({ opens, closes }) => opens && closes)
        .map(({ days, opens, closes }) => ({
          '@type': 'OpeningHoursSpecification',
          dayOfWeek: days.map((day) => `https://schema.org/${day[0]?.toUpperCase()}${day.slice(1)}`),
          opens,
          closes,
        })),
    },
    sameAs: contactInfo.social_links.map(({ url }) => url),
  }
}

export function ProjectData({ project, address }: { project: Project; address: string }) {
  const absolute = useAbsoluteAddress()
  const creator = useOrganization()
  const { language, settings } = useRoot()
  const pictures = project.images.map(({ url }) => new URL(url, settings.apiHost || settings.publicUrl).href)
  const stores = [project.app_store_url, project.google_play_url].filter((url) => url !== null)
  const isApplication = project.type === MOBILE_APP && stores.length > 0
  return (
    <StructuredData
      thing={{
        '@type': isApplication ? 'MobileApplication' : 'CreativeWork',
        name: project.title,
        abstract: project.summary,
        dateCreated: project.start_date,
        inLanguage: language,
        url: absolute(address),
        creator: { '@id': creator['@id'], '@type': creator['@type'], name: creator.name },
        ...(pictures.length > 0 && { image: pictures }),
        ...(project.technology.length > 0 && { keywords: project.technology }),
        ...(project.case_study && { subjectOf: { '@type': 'Article', url: absolute(project.case_study) } }),
        ...(isApplication && { installUrl: stores, operatingSystem: operatingSystems(project) }),
      }}
    />
  )
}

function operatingSystems({ app_store_url, google_play_url }: Project) {
  return [app_store_url && 'iOS', google_play_url && 'Android'].filter(Boolean).join(', ')
}
