import { existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { beginVersion } from '#domain/content/published.ts'
import { openDatabase } from '#domain/platform/database/connection.ts'
import { ADDRESSES, addressIn } from '../support/addresses.ts'
import { untilTestEnds } from '../support/during-tests.ts'
import { changePublished } from '../support/published-content.ts'
import { startSite } from '../support/start-site.ts'

const DRAWING_MILLISECONDS = 60_000
const MANY = 40
const LOOMS = '/projects-details/3'
const BLACKBOARD = [0x1f, 0x4a, 0x3c]

test('more pictures than can be drawn soon are told to come back, and pages are served meanwhile', async () => {
  const site = await untilTestEnds(startSite())
  const pages = [...ADDRESSES, ...ADDRESSES.map((address) => addressIn('ar', address))]
  const pictures = await Promise.all(pages.map((address) => sharePictureOf(site.url, address)))
  const wanted = [...new Set(pictures.flat())].slice(0, MANY)
  expect(wanted).toHaveLength(MANY)
  const [page, ...responses] = await Promise.all([
    fetch(`${site.url}/about`),
    ...wanted.map((picture) => fetch(site.url + picture)),
  ])
  expect(page.status).toBe(200)
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 503]))
  const sentAway = responses.filter(({ status }) => status === 503)
  for (const { headers } of sentAway) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await fetch(sentAway[0]?.url ?? '')).status).toBe(200)
})

test('pictures are drawn before the first request', async () => {
  const site = await untilTestEnds(startSite({ SHARE_PICTURES: 'ahead' }))
  const folder = path.join(site.dataFolder, 'share-pictures')
  const drawn = () => (existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.png')) : [])
  await expect.poll(() => drawn().length, { timeout: DRAWING_MILLISECONDS }).toBeGreaterThan(3)
  // The sitemap's first page is the home page.
  const sizes = drawn().map((file) => statSync(path.join(folder, file)).size)
  const sent = await (await fetch(`${site.url}/share/en/home.png`)).arrayBuffer()
  expect(sizes).toContain(sent.byteLength)
})

test('the picture of a project shows its product, and another picture has another address', async () => {
  const site = await untilTestEnds(startSite())
  const [before = ''] = await sharePictureOf(site.url, LOOMS)
  const png = await (await fetch(site.url + before)).arrayBuffer()
  const pixel = sharp(png).extract({ left: 796, top: 620, width: 1, height: 1 }).removeAlpha().raw()
  for (const [index, value] of [...(await pixel.toBuffer())].entries())
    expect(Math.abs(value - (BLACKBOARD[index] as number))).toBeLessThan(8)

  const database = await openDatabase({ dataDirectory: site.dataFolder })
  await database.write(async (queries) => {
    await changePublished(queries, 'projects', 3, { shared: { images: [] } })
    await beginVersion(queries, new Date())
  })
  await database.close()
  await expect.poll(async () => (await sharePictureOf(site.url, LOOMS))[0], { timeout: 10_000 }).not.toBe(before)
})

/** Pages with `noindex` have no picture. */
async function sharePictureOf(url: string, address: string) {
  const html = await (await fetch(url + address)).text()
  const [, picture] = /<meta property="og:image" content="([^"]*)"/.exec(html) ?? []
  return picture ? [new URL(picture).pathname + new URL(picture).search] : []
}
