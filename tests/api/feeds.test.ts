import { DOMParser, type Element } from '@xmldom/xmldom'
import { expect, test } from 'vitest'
import { duringTests } from '../support/during-tests.ts'
import { startSite } from '../support/start-site.ts'

const site = duringTests(startSite)

test('the sitemap is XML of its schema, with the alternates of every page', async () => {
  const { root, entries } = await read('/sitemap.xml', 'url')
  expect(root).toBe('http://www.sitemaps.org/schemas/sitemap/0.9 urlset')
  expect(entries.length).toBeGreaterThan(50)
  for (const entry of entries) {
    expect(entry.loc?.[0]).toMatch(/^https?:\/\//)
    expect(entry['xhtml:link']).toHaveLength(3)
  }
})

test.each(['/jobs.rss', '/blog.rss', '/ar/jobs.rss', '/ar/blog.rss'])('%s is a feed of RSS 2.0', async (address) => {
  const { root, channel, entries } = await read(address, 'item')
  expect(root).toBe(' rss')
  for (const name of ['title', 'link', 'description', 'language']) expect(channel).toContain(name)
  expect(entries.length).toBeGreaterThan(0)
  const days = entries.map(({ pubDate }) => Date.parse(pubDate?.[0] ?? ''))
  expect(days).toEqual(days.toSorted((one, other) => other - one))
  for (const { title, link, guid, pubDate, description } of entries) {
    expect(title?.[0]).toMatch(/\S/)
    expect(description?.[0]).toMatch(/\S/)
    expect(link).toEqual(guid)
    expect(pubDate?.[0]).toMatch(/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/)
  }
})

test('a feed of the blog carries the full text of each article', async () => {
  const { entries } = await read('/ar/blog.rss', 'item')
  for (const { 'content:encoded': [html = ''] = [], link: [link = ''] = [] } of entries) {
    const page = await (await fetch(site.url + new URL(link).pathname + new URL(link).search)).text()
    const paragraphs = [...html.matchAll(/<p>([^<]+)<\/p>/g)].map(([, text]) => text)
    expect(paragraphs.length).toBeGreaterThan(2)
    for (const text of paragraphs) expect(page).toContain(text)
    expect(html).toContain('<blockquote>')
  }
})

async function read(address: string, entryName: string) {
  const strict = new DOMParser({
    onError(level, message) {
      throw new Error(`${level}: ${message}`)
    },
  })
  const parsed = strict.parseFromString(await (await fetch(site.url + address)).text(), 'application/xml')
  const root = parsed.documentElement as Element
  const childrenOf = (element: Element | null) => [...(element?.childNodes ?? [])].filter(isElement)
  const entries = [...parsed.getElementsByTagName(entryName)].map((entry) => {
    const parts: Record<string, string[]> = {}
    for (const { nodeName, textContent } of childrenOf(entry))
      parts[nodeName] = [...(parts[nodeName] ?? []), textContent ?? '']
    return parts
  })
  return {
    root: `${root.namespaceURI ?? ''} ${root.localName}`,
    channel: childrenOf(parsed.getElementsByTagName('channel')[0] ?? null).map(({ nodeName }) => nodeName),
    entries,
  }
}

const isElement = (node: { nodeType: number }): node is Element => node.nodeType === 1
