import type { Source } from './source.ts'

/** Everything may be read. What should not be found says so itself, which a crawler that is kept out could not see. */
export const robots = ({ publicUrl }: Pick<Source, 'publicUrl'>) =>
  `User-agent: *\nDisallow:\n\nSitemap: ${publicUrl}/sitemap.xml\n`
