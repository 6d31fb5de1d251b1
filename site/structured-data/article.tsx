import { SHARE_PICTURE, sharePictureOf } from '../share-picture.ts'
import { useRoot } from '../use-root.ts'
import { useAbsoluteAddress } from './absolute-address.ts'
import { useOrganization } from './organization.tsx'
import { StructuredData } from './structured-data.tsx'

interface ArticleDataProps {
  title: string
  summary: string
  author: string
  publishedOn: string
  address: string
}

export function ArticleData({ title, summary, author, publishedOn, address }: ArticleDataProps) {
  const absolute = useAbsoluteAddress()
  const publisher = useOrganization()
  const { language, settings } = useRoot()
  return (
    <StructuredData
      thing={{
        '@type': 'BlogPosting',
        headline: title,
        description: summary,
        author: { '@type': 'Person', name: author },
        datePublished: publishedOn,
        inLanguage: language,
        mainEntityOfPage: absolute(address),
        publisher,
        image: {
          '@type': 'ImageObject',
          url: settings.publicUrl + sharePictureOf(address, language, title),
          ...SHARE_PICTURE,
        },
      }}
    />
  )
}
