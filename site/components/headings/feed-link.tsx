import { permanentAddress } from '../../addresses.ts'
import { useRoot } from '../../use-root.ts'

export function FeedLink({ name, title }: { name: 'jobs' | 'blog'; title: string }) {
  const { language, settings } = useRoot()
  const address = settings.publicUrl + permanentAddress(`/${name}.rss`, language)
  return <link rel="alternate" type="application/rss+xml" title={title} href={address} />
}
