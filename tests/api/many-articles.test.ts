import { expect, test } from 'vitest'
import { addressOfRecordContent, RECORD_CONTENT } from '#contract/page-content.ts'
import { LANGUAGES } from '#texts/languages.ts'
import { addressIn } from '../support/addresses.ts'
import { publishOnSite } from '../support/content-folder.ts'
import { duringTests } from '../support/during-tests.ts'
import { startSite } from '../support/start-site.ts'

/** An archive of articles costs a visitor what they read, not the archive. */

const COUNT = 40
const ON_A_PAGE = 6
const IN_A_FEED = 20

const site = duringTests(() => startSite())
const ask = (address: string) => fetch(site.url + address)
const textOf = async (address: string) => (await ask(address)).text()
const slugOf = (index: number) => `archived-${index + 1}`
const titleOf = (index: number) => `The archive, part ${index + 1}.`

test('a page carries its own article only, and a list or feed has an end', async () => {
  await publishOnSite(site, {
    'notes.json': ([first]) =>
      Array.from({ length: COUNT }, (_, index) => ({
        ...first,
        slug: slugOf(index),
        title: { en: titleOf(index), ar: `الأرشيف ${index + 1}` },
        published_on: `2020-01-${10 + Math.floor(index / 2)}`,
      })),
  })
  for (const language of LANGUAGES) {
    const article = await textOf(addressIn(language, '/blog-details?note=archived-7'))
    const named = new Set(article.match(/archived-\d+/g))
    // With the one before and the one after.
    expect([...named].toSorted()).toHaveLength(3)
    const [, file = ''] = article.match(/data-texts="([^"]*)"/) ?? []
    const inBrowser = JSON.parse(await textOf(file))
    expect(inBrowser.content.notes).toHaveLength(COUNT)
    for (const name of RECORD_CONTENT) expect(inBrowser.content).not.toHaveProperty(name)

    const text = await ask(addressOfRecordContent(language, 'note-texts', 'archived-7'))
    expect([text.status, text.headers.get('cache-control')]).toEqual([200, 'public, no-cache'])
    expect((await text.json()).body.length).toBeGreaterThan(3)
    expect((await textOf(addressIn(language, '/blog.rss'))).match(/<item>/g)).toHaveLength(IN_A_FEED)
  }
})

test('an archive of many pages is reached page by page, in both languages', async () => {
  for (const language of LANGUAGES) {
    const found = new Set<string>()
    for (let page = 1; page <= Math.ceil(COUNT / ON_A_PAGE); page++) {
      const html = await textOf(addressIn(language, page > 1 ? `/blog?page=${page}` : '/blog'))
      const here = new Set(html.match(/\/blog-details\?note=archived-\d+/g))
      expect(here.size).toBe(page * ON_A_PAGE > COUNT ? COUNT % ON_A_PAGE : ON_A_PAGE)
      for (const each of here) found.add(each)
    }
    expect(found.size).toBe(COUNT)
    const beyond = await ask(addressIn(language, '/blog?page=999999'))
    expect(beyond.status).toBe(200)
    expect(new Set((await beyond.text()).match(/note=archived-\d+/g)).size).toBe(COUNT % ON_A_PAGE)
  }
})

test.each([
  ['no such article', 'note-texts/none.json'],
  ['a word of every object', 'note-texts/constructor.json'],
  ['a prototype', 'note-texts/__proto__.json'],
  ['other content', 'team/1.json'],
  ['another language', '../fr/note-texts/archived-1.json'],
  ['a path upwards', 'note-texts/..%2f..%2fpackage.json'],
])('%s is not found', async (_, path) => {
  const response = await ask(`/assets/content/en/${path}`)
  expect(response.status).toBe(404)
})
