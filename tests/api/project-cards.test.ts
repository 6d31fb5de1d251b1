import { beforeAll, expect, test } from 'vitest'
import { GUEST_API } from '#contract/endpoints.ts'
import type { Project } from '#contract/entities.ts'
import { addressOfProject } from '#contract/page-addresses.ts'
import { addressOfPicture, sourcesOf } from '#contract/uploaded-pictures.ts'
import { openDatabase } from '#domain/platform/database/connection.ts'
import { duringTests } from '../support/during-tests.ts'
import { changePublished } from '../support/published-content.ts'
import { startSite } from '../support/start-site.ts'

const WITHOUT_PICTURE = 2
const WITH_UPLOAD = 3
const UPLOADED = { id: 'AbCdEfGh-jKlMn_p', width: 1000, height: 700, focus: { x: 0, y: 3 } }

const site = duringTests(startSite)
beforeAll(async () => {
  const database = await openDatabase({ dataDirectory: site.dataFolder })
  const { id, width, height, focus } = UPLOADED
  const upload = { id, name: 'kitchen.jpg', width, height, focus_x: focus.x, focus_y: focus.y }
  const uploaded = { size: 1, uploaded_at: new Date().toISOString(), uploaded_by: null, version: 1 }
  const picture = addressOfPicture(UPLOADED)
  await database.write(async (queries) => {
    await queries
      .insertInto('pictures')
      .values({ ...upload, ...uploaded, is_decorative: 0 })
      .execute()
    await queries
      .insertInto('picture_words')
      .values({ picture_id: id, language: 'en', words: 'A kitchen & <b>more</b>' })
      .execute()
    await changePublished(queries, 'projects', WITHOUT_PICTURE, { shared: { images: [] } })
    await changePublished(queries, 'projects', WITH_UPLOAD, { shared: { images: [{ en: picture, ar: picture }] } })
  })
  await database.close()
})

test.each([
  ['en', ''],
  ['ar', '/ar'],
])('a project card shows the first picture of its project where there is one (%s)', async (language, prefix) => {
  const projects = await allProjects(language)
  const cards = cardsIn(await (await fetch(`${site.url}${prefix}/projectsOverView/all`)).text(), prefix)
  expect(cards.size).toBe(6)
  const expected = [...cards.keys()].map((id) => projects.find((project) => project.id === id)?.images[0]?.url)
  expect(cards.has(WITHOUT_PICTURE)).toBe(true)
  expect(expected.filter(Boolean).length).toBe(5)
  expect([...cards.values()]).toEqual(expected)
})

test('an uploaded picture is offered in all its sizes, with its words, cropped around its focus', async () => {
  const card = await (await fetch(`${site.url}/projectsOverView/all`)).text()
  expect(card).toContain(`srcSet="${sourcesOf(UPLOADED, 'webp')}"`)
  const project = (await allProjects('en')).find(({ id }) => id === WITH_UPLOAD) as Project
  const page = await (await fetch(site.url + addressOfProject(project))).text()
  const [picture = ''] = page.match(/<picture[^>]*>(?:(?!<\/picture>).)*AbCdEfGh.*?<\/picture>/s) ?? []
  expect(picture).toContain(`<source type="image/avif" srcSet="${sourcesOf(UPLOADED, 'avif')}"`)
  expect(picture).toContain('alt="A kitchen &amp; &lt;b&gt;more&lt;/b&gt;"')
  expect(picture).toMatch(/data-focus-x="0" data-focus-y="3"/)
})

test.each(['', '/ar'])('the last three projects of an application are never itself (%s)', async (prefix) => {
  const [newest] = (await allProjects('en')).filter(({ type }) => type === 'Mobile App') as [Project]
  const html = await (await fetch(`${site.url}${prefix}${addressOfProject(newest)}`)).text()
  const shown = [...cardsIn(html, prefix).keys()]
  expect(shown).toHaveLength(3)
  expect(shown).not.toContain(newest.id)
})

test('a picture of a project says in the language of the page what it shows', async () => {
  for (const [language, prefix] of [
    ['en', ''],
    ['ar', '/ar'],
  ] as const) {
    const { images, ...project } = (await allProjects(language)).find(({ id }) => id === 5) as Project
    const html = await (await fetch(`${site.url}${prefix}${addressOfProject(project)}`)).text()
    expect(images.map(({ alt }) => alt).filter(Boolean)).toHaveLength(2)
    for (const { url, alt } of images) expect(html).toMatch(new RegExp(`src="${url}"[^>]*alt="${alt}"`))
  }
})

async function allProjects(language: string) {
  const response = await fetch(`${site.url}${GUEST_API}all-projects`, { headers: { 'accept-language': language } })
  return ((await response.json()) as { data: Project[] }).data
}

/** Picture addresses by project id, in the order of the page. */
function cardsIn(html: string, prefix: string) {
  const [main = ''] = html.match(/<main.*<\/main>/s) ?? []
  const links = main.matchAll(
    new RegExp(`<a[^>]*href="${prefix}/(?:app|projects)-details/(\\d+)"[^>]*>(.*?)</a>`, 'gs'),
  )
  return new Map([...links].map(([, id, card = '']) => [Number(id), card.match(/<img[^>]*src="([^"]*)"/)?.[1]]))
}
