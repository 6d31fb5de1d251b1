import { MOBILE_APP } from '#contract/constants.ts'
import type { Project } from '#contract/entities.ts'
import { useRoot } from '../page-context.tsx'
import { useOrganization } from './organization.tsx'
import { StructuredData, useAbsoluteAddress } from './structured-data.tsx'

/** Only an application with a store is one for Google. */
export function ProjectData({ project, address }: { project: Project; address: string }) {
  const absolute = useAbsoluteAddress()
  const creator = useOrganization()
  const { language } = useRoot()
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
        ...(isApplication && { installUrl: stores, operatingSystem: operatingSystems(project) }),
      }}
    />
  )
}

function operatingSystems({ app_store_url, google_play_url }: Project) {
  return [app_store_url && 'iOS', google_play_url && 'Android'].filter(Boolean).join(', ')
}
