import { endpoints } from '#contract/endpoints.ts'
import { addressOfJob, addressOfNote } from '#contract/page-addresses.ts'
import { withProse } from '#contract/with-prose.ts'
import { permanentAddress } from '#site/addresses.ts'
import type { Language } from '#texts/languages.ts'
import { articleHtml } from './article-html.ts'
import type { Source } from './source.ts'
import { element, XML_DECLARATION, xmlText } from './xml.ts'

export async function jobsFeed(source: Source, language: Language) {
  const { callApiIn, pageContentIn } = source
  const { data } = await callApiIn(language)(endpoints.jobs)
  const jobs = await Promise.all(data.map(withProse))
  const items = jobs.map(({ id, title, description, location, posted_on }) => ({
    plain: addressOfJob({ id }),
    title,
    text: `${location}\n\n${description}`,
    day: posted_on,
  }))
  return feed(source, { language, name: 'jobs', ...pageContentIn(language)['page-jobs'].meta, items })
}

/** With their whole text: readers of feeds ask for all of it each time. */
const NOTES_IN_FEED = 20

export function blogFeed(source: Source, language: Language) {
  const { notes, 'note-texts': texts, 'page-blog': blog } = source.pageContentIn(language)
  const absolute = (address: string) =>
    address.startsWith('/media/') ? source.publicUrl + address : source.publicUrl + permanentAddress(address, language)
  const items = notes.slice(0, NOTES_IN_FEED).map((note) => ({
    plain: addressOfNote(note),
    title: note.title,
    text: note.summary,
    day: note.publishedOn,
    html: articleHtml(texts[note.slug]?.body ?? [], absolute),
  }))
  return feed(source, { language, name: 'blog', ...blog.meta, items })
}

interface Feed {
  language: Language
  name: 'jobs' | 'blog'
  title: string
  description: string
  /** `html`: the whole text, for readers of feeds. */
  items: { plain: string; title: string; text: string; day: string; html?: string }[]
}

/** RSS 2.0, newest first. */
function feed({ publicUrl, textsIn }: Source, { language, name, title, description, items }: Feed) {
  const absolute = (plain: string) => publicUrl + permanentAddress(plain, language)
  const { companyName } = textsIn(language).shell
  const newestFirst = items.toSorted((one, other) => other.day.localeCompare(one.day))
  const entries = newestFirst.map(
    (item) =>
      `<item>${element('title', item.title)}${element('link', absolute(item.plain))}` +
      `<guid isPermaLink="true">${xmlText(absolute(item.plain))}</guid>` +
      `<pubDate>${new Date(item.day).toUTCString()}</pubDate>${element('description', item.text)}` +
      `${item.html ? element('content:encoded', item.html) : ''}</item>`,
  )
  return `${XML_DECLARATION}<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel>
${element('title', `${title} · ${companyName}`)}
${element('link', absolute(`/${name}`))}
${element('description', description)}
<language>${language}</language>
<atom:link rel="self" type="application/rss+xml" href="${xmlText(absolute(`/${name}.rss`))}"/>
${entries.join('\n')}
</channel></rss>
`
}
