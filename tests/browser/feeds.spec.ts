import { expect, type Page, test } from '../support/site.ts'

/** What machines read of the site, read by a parser that forgives nothing. */

test('the sitemap is XML of its schema, with the alternates of every page', async ({ page }) => {
  const { fault, root, entries } = await read(page, '/sitemap.xml', 'url')
  expect(fault).toBeNull()
  expect(root).toBe('http://www.sitemaps.org/schemas/sitemap/0.9 urlset')
  expect(entries.length).toBeGreaterThan(50)
  for (const entry of entries) {
    expect(entry.loc?.[0]).toMatch(/^https?:\/\//)
    expect(entry['xhtml:link']).toHaveLength(3)
  }
})

for (const address of ['/jobs.rss', '/blog.rss', '/ar/jobs.rss', '/ar/blog.rss'])
  test(`${address} is a feed of RSS 2.0`, async ({ page }) => {
    const { fault, root, channel, entries } = await read(page, address, 'item')
    expect(fault).toBeNull()
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

async function read(page: Page, address: string, entryName: string) {
  await page.goto('/about')
  return page.evaluate(
    async ({ address, entryName }) => {
      const parsed = new DOMParser().parseFromString(await (await fetch(address)).text(), 'application/xml')
      const { namespaceURI, localName } = parsed.documentElement
      const entries = [...parsed.getElementsByTagName(entryName)].map((entry) => {
        const parts: Record<string, string[]> = {}
        for (const { nodeName, textContent } of entry.children)
          parts[nodeName] = [...(parts[nodeName] ?? []), textContent ?? '']
        return parts
      })
      return {
        fault: parsed.querySelector('parsererror')?.textContent ?? null,
        root: `${namespaceURI ?? ''} ${localName}`,
        channel: [...(parsed.querySelector('channel')?.children ?? [])].map(({ nodeName }) => nodeName),
        entries,
      }
    },
    { address, entryName },
  )
}
