import { request } from 'node:http'
import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { responses } from '#contract/shapes.ts'
import { addressOfPicture, MIDDLE } from '#contract/uploaded-pictures.ts'
import { addPicture } from '#domain/content/pictures/pictures.ts'
import { apiOn } from '../../tests/support/databases.ts'

const api = apiOn('SQLite')

async function aPicture() {
  const { data } = responses.service.parse(await (await api.get('Service/1')).json())
  return data.images[0]?.url as string
}

test('a picture may be kept for ever, and can do nothing when opened by itself', async () => {
  const answer = await api.get(await aPicture())
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toContain('image/svg+xml')
  expect(answer.headers.get('cache-control')).toContain('immutable')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(answer.headers.get('content-security-policy')).toContain('sandbox')
  expect(await answer.text()).toContain('<svg')
})

test('every picture of the starter content is there and weighs less than 15 KB compressed', async () => {
  const { data: projects } = responses.allProjects.parse(await (await api.get('all-projects')).json())
  const { data: services } = responses.services.parse(await (await api.get('services')).json())
  const pictures = [
    ...projects.flatMap(({ icon_image, images }) => [icon_image as string, ...images.map(({ url }) => url)]),
    ...services.flatMap(({ images }) => images.map(({ url }) => url)),
  ]
  expect(pictures.length).toBeGreaterThan(70)
  for (const picture of pictures) {
    const { status, body } = await readCompressed(picture)
    expect(status).toBe(200)
    expect(body.length).toBeLessThan(15 * 1024)
    expect(brotliDecompressIfLarge(body)).toContain('<svg')
  }
})

test('another hash, an unknown file and a path that climbs are not found', async () => {
  const picture = await aPicture()
  const [, , hash, ...file] = picture.split('/')
  for (const address of [
    `/media/0000000000000000/${file.join('/')}`,
    `/media/${hash}/services/nothing.svg`,
    `/media/${hash}/..%2f..%2fprojects.json`,
    `/media/${hash}/%2e%2e/projects.json`,
    `/media/${hash}/services%5capp.svg`,
    `/media/${hash}/services/app.svg%00.png`,
    `/media/${hash}/`,
  ])
    expect((await api.get(address)).status).toBe(404)
})

test('an unchanged picture is not sent again', async () => {
  const picture = await aPicture()
  const etag = (await api.get(picture)).headers.get('etag') as string
  expect((await api.get(picture, { 'if-none-match': etag })).status).toBe(304)
})

function readCompressed(path: string) {
  return new Promise<{ status: number; body: Buffer }>((resolve, reject) => {
    request(api.url + path, { headers: { 'accept-encoding': 'br' } }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk) => chunks.push(chunk))
      answer.on('end', () => resolve({ status: answer.statusCode as number, body: Buffer.concat(chunks) }))
    })
      .on('error', reject)
      .end()
  })
}

function brotliDecompressIfLarge(body: Buffer) {
  return body.includes('<svg') ? body.toString() : brotliDecompressSync(body).toString()
}

test('an uploaded picture is sent in every size and format, kept for ever, and nothing else is found beside it', async () => {
  const id = 'AbCdEfGhIjKlMnOp'
  const picture = { id, width: 900, height: 600, focus: MIDDLE }
  const files = [400, 800, 900].flatMap((width) =>
    (['avif', 'webp'] as const).map((format) => ({ width, format, bytes: Buffer.from(`${width} ${format}`) })),
  )
  const upload = { id, name: 'photo.jpg', prepared: { width: 900, height: 600, files }, uploadedBy: null }
  await api.database.write((queries) => addPicture(queries, upload, new Date()))
  for (const { width, format } of files) {
    const response = await api.get(addressOfPicture(picture, width, format))
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe(`image/${format}`)
    expect(response.headers.get('cache-control')).toContain('immutable')
    expect(await response.text()).toBe(`${width} ${format}`)
  }
  const another = { ...picture, id: 'ponmlkjihgfedcba' }
  for (const address of [addressOfPicture(picture, 300), addressOfPicture(another), `/media/${id}/uploads/x.webp`])
    expect((await api.get(address)).status).toBe(404)
})
