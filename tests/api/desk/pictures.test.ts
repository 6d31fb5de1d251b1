import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { addressOfPicture } from '#contract/uploaded-pictures.ts'
import { type ListedPicture, MAX_PICTURE_BYTES } from '#desk/api/calls/pictures.ts'
import { findEntity } from '#domain/content/published.ts'
import type { Language } from '#texts/languages.ts'
import { databasesByTurn } from '../../support/databases.ts'
import { type Caller, deskOn } from '../../support/desk-api.ts'
import { changePublished } from '../../support/published-content.ts'
import { findRows } from '../../support/rows.ts'

let colour = 0
/** A different picture at each call. */
const aPhoto = (width = 640, height = 480) => {
  colour += 97
  return sharp({ create: { width, height, channels: 3, background: { r: colour % 256, g: 80, b: 120 } } })
}

describe.each(databasesByTurn(0))('pictures at the desk on %s', (name) => {
  const desk = deskOn(name)

  const upload = async (call: Caller, bytes: Buffer, file = 'photo.jpg') =>
    call('POST /pictures', { query: { name: file }, body: bytes })
  const uploaded = async (call: Caller, bytes: Buffer) => (await (await upload(call, bytes)).json()) as ListedPicture
  const listed = async (call: Caller) =>
    ((await (await call('GET /pictures')).json()) as { pictures: ListedPicture[] }).pictures
  const fileOf = async (call: Caller, id: string, width: number) => {
    const response = await call('GET /pictures/:id/file', { params: { id }, query: { width: String(width) } })
    return Buffer.from(await response.arrayBuffer())
  }
  const show = (picture: ListedPicture, projectId: number) => {
    const url = addressOfPicture(picture)
    const images = [{ en: url, ar: url }]
    return desk.database.write((queries) => changePublished(queries, 'projects', projectId, { shared: { images } }))
  }
  const imagesOf = async (projectId: number) => {
    const imagesIn = async (language: Language) =>
      (await findEntity(desk.database.queries, 'projects', projectId, language))?.images
    return { en: await imagesIn('en'), ar: await imagesIn('ar') }
  }

  test('a photograph stands upright, and nothing that the camera wrote is in it', async () => {
    const { call } = await desk.as('editor')
    const photo = await aPhoto(1800, 1000)
      .withMetadata({ orientation: 6 })
      .withExifMerge({ IFD0: { Make: 'Telltale' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '30/1 2/1 3/1' } })
      .jpeg()
      .toBuffer()
    const before = await sharp(photo).metadata()
    expect(before.exif?.toString('latin1')).toContain('Telltale')
    const picture = await uploaded(call, photo)
    expect(picture).toMatchObject({ name: 'photo.jpg', width: 1000, height: 1800, uses: [], version: 1 })
    const bytes = await fileOf(call, picture.id, 5000)
    const after = await sharp(bytes).metadata()
    expect(after).toMatchObject({ format: 'webp', width: 1000, height: 1800 })
    expect([after.exif, after.xmp, after.iptc, after.orientation]).toEqual([undefined, undefined, undefined, undefined])
    expect(bytes.toString('latin1')).not.toContain('Telltale')
    const widths = await desk.database.queries
      .selectFrom('picture_files')
      .select(['width', 'format'])
      .where('picture_id', '=', picture.id)
      .orderBy('width')
      .orderBy('format')
      .execute()
    expect(widths.map(({ width, format }) => `${width} ${format}`)).toEqual([
      '400 avif',
      '400 webp',
      '800 avif',
      '800 webp',
      '1000 avif',
      '1000 webp',
    ])
  })

  test('a picture on the site needs alternative text, unless it is decoration', async () => {
    const { call } = await desk.as('editor')
    const picture = await uploaded(call, await aPhoto().png().toBuffer())
    const change = async (words: { en: string; ar: string }, isDecorative = false) => {
      const { version, focus } = (await listed(call)).find(({ id }) => id === picture.id) as ListedPicture
      return call('PUT /pictures/:id', { params: { id: picture.id }, body: { words, isDecorative, focus, version } })
    }
    expect((await change({ en: 'A shop', ar: 'متجر' })).status).toBe(200)
    expect((await change({ en: '', ar: 'متجر' })).status).toBe(200)
    expect((await change({ en: 'A shop', ar: 'متجر' })).status).toBe(200)
    await show(picture, 4)
    const refused = await change({ en: ' ', ar: 'متجر' })
    expect(refused.status).toBe(422)
    expect(await refused.json()).toMatchObject({ errors: { 'words.en': ['wordsRequired'] } })
    expect((await change({ en: '', ar: '' }, true)).status).toBe(200)
    expect((await change({ en: '', ar: 'متجر' })).status).toBe(422)
  })

  test('a file with a very long name is taken, and its name is cut', async () => {
    const { call } = await desk.as('editor')
    const taken = await upload(call, await aPhoto().png().toBuffer(), `${'ص'.repeat(300)}.png`)
    expect(taken.status).toBe(200)
    expect(((await taken.json()) as ListedPicture).name).toBe('ص'.repeat(120))
  })

  test('the same file is one picture, also when it is sent twice at once', async () => {
    const { call } = await desk.as('editor')
    const photo = await aPhoto().png().toBuffer()
    const twice = await Promise.all([uploaded(call, photo), uploaded(call, photo)])
    expect(twice[0]?.id).toBe(twice[1]?.id)
    expect((await listed(call)).filter(({ id }) => id === twice[0]?.id)).toHaveLength(1)
  })

  test.each([
    ['a drawing', 'pictureSvg', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
    [
      'a photograph of a phone that browsers do not know',
      'pictureHeic',
      async () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic'),
    ],
    ['a page that pretends', 'pictureKind', async () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a PDF', 'pictureKind', async () => Buffer.from('%PDF-1.7')],
    ['an animation', 'pictureKind', async () => aPhoto().gif().toBuffer()],
    ['half a photograph', 'pictureDamaged', async () => (await aPhoto().jpeg().toBuffer()).subarray(0, 600)],
    [
      'the beginning of a picture and then nothing',
      'pictureDamaged',
      async () => Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    ],
    ['a bomb of 30,000 pixels each way', 'pictureTooManyPixels', async () => pngOf(30_000, 30_000)],
    ['a line of 60,000 pixels', 'pictureTooManyPixels', async () => pngOf(60_000, 1)],
    ['an empty picture that says it is large', 'pictureDamaged', async () => pngOf(10_000, 10_000)],
  ])('%s is refused in words, and the next one is taken', async (_what, because, make) => {
    const { call } = await desk.as('editor')
    const refused = await upload(call, await make())
    expect([refused.status, ((await refused.json()) as { errors: object }).errors]).toEqual([422, { file: [because] }])
    expect((await upload(call, await aPhoto(50, 50).webp().toBuffer())).status).toBe(200)
  })

  test('moving pictures are refused', async () => {
    const { call } = await desk.as('editor')
    const frames = await Promise.all([aPhoto(40, 40).png().toBuffer(), aPhoto(40, 40).png().toBuffer()])
    const moving = await sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer()
    expect(await (await upload(call, moving)).json()).toMatchObject({ errors: { file: ['pictureAnimated'] } })
  })

  test('a file that is too large or of another type is refused before it is read', async () => {
    const { call } = await desk.as('editor')
    expect((await upload(call, Buffer.alloc(MAX_PICTURE_BYTES + 1))).status).toBe(413)
    expect((await call('POST /pictures', { query: { name: 'x' }, body: {} })).status).toBe(415)
    const elsewhere = await call('PUT /pictures/:id', { params: { id: 'x' }, body: Buffer.from('{}') })
    expect(elsewhere.status).toBe(415)
  })

  test('alternative text and focus reach the site, per language', async () => {
    const { call } = await desk.as('editor')
    const picture = await uploaded(call, await aPhoto().jpeg().toBuffer())
    await show(picture, 1)
    const version = async () =>
      (await desk.database.queries.selectFrom('content_version').select('version').executeTakeFirstOrThrow()).version
    const before = await version()
    const body = { words: { en: 'A kitchen', ar: 'مطبخ' }, isDecorative: false, focus: { x: 0, y: 4 }, version: 1 }
    const changed = await call('PUT /pictures/:id', { params: { id: picture.id }, body })
    expect(changed.status).toBe(200)
    expect(await changed.json()).toMatchObject({ words: body.words, focus: body.focus, version: 2, uses: [{ id: 1 }] })
    const url = addressOfPicture({ ...picture, focus: body.focus })
    expect(await imagesOf(1)).toEqual({ en: [{ url, alt: 'A kitchen' }], ar: [{ url, alt: 'مطبخ' }] })
    expect(await version()).not.toBe(before)

    const late = await call('PUT /pictures/:id', { params: { id: picture.id }, body })
    expect(late.status).toBe(409)
    expect(await late.json()).toMatchObject({ details: { current: { version: 2 }, wanted: { words: body.words } } })
    const decoration = { ...body, isDecorative: true, version: 2 }
    await call('PUT /pictures/:id', { params: { id: picture.id }, body: decoration })
    expect(await imagesOf(1)).toEqual({ en: [{ url }], ar: [{ url }] })
  })

  test('one that the site shows is not deleted, one that it does not show is, with all its files', async () => {
    const { call } = await desk.as('editor')
    const picture = await uploaded(call, await aPhoto().jpeg().toBuffer())
    const remove = (version = '1') => call('DELETE /pictures/:id', { params: { id: picture.id }, query: { version } })
    await show(picture, 2)
    const refused = await remove()
    expect([refused.status, ((await refused.json()) as { type: string }).type]).toEqual([
      409,
      'urn:problem:pictureInUse',
    ])
    await desk.database.write((queries) => changePublished(queries, 'projects', 2, { shared: { images: [] } }))
    const body = { words: { en: 'A kitchen', ar: 'مطبخ' }, isDecorative: false, focus: { x: 0, y: 4 }, version: 1 }
    await call('PUT /pictures/:id', { params: { id: picture.id }, body })
    const late = await remove()
    expect(late.status).toBe(409)
    expect(await late.json()).toMatchObject({ details: { current: { words: body.words, version: 2 } } })
    expect((await remove('2')).status).toBe(204)
    expect((await remove('2')).status).toBe(404)
    const files = await findRows(desk.database.queries, 'picture_files', { picture_id: picture.id })
    expect(files).toEqual([])
  })
})

/** A header with a size, and almost no pixels. */
function pngOf(width: number, height: number) {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    const check = Buffer.alloc(4)
    check.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, check])
  }
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(10))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
