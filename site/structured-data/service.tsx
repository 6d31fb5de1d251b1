import type { Service } from '#contract/entities.ts'
import { addressOfService } from '#contract/page-addresses.ts'
import { useRoot } from '../use-root.ts'
import { useAbsoluteAddress } from './absolute-address.ts'
import { useOrganization } from './organization.tsx'
import { StructuredData } from './structured-data.tsx'

export function ServiceData({ service }: { service: Service }) {
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
