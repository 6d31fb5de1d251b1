import { permanentAddress } from '../addresses.ts'
import { useRoot } from '../page-context.tsx'

/** A thing of schema.org; what it says must also be readable on the page. */
export type Thing = { '@type': string | string[]; [property: string]: unknown }

export function StructuredData({ thing }: { thing: Thing }) {
  const text = JSON.stringify({ '@context': 'https://schema.org', ...thing }).replaceAll('<', '\\u003c')
  return (
    <script
      type="application/ld+json"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON, in which "<" is escaped so that the block cannot end early
      dangerouslySetInnerHTML={{ __html: text }}
    />
  )
}

export function useAbsoluteAddress() {
  const { language, settings } = useRoot()
  return (plain: string) => settings.publicUrl + permanentAddress(plain, language)
}
