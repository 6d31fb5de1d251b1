import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { addressOfPicture } from '#contract/uploaded-pictures.ts'
import type { ListedPicture } from '#desk/api/calls/pictures.ts'
import { exportContent } from '#domain/content/export-content.ts'
import { loadContent, loadContentOnce } from '#domain/content/load-content.ts'
import { previewToken } from '#domain/content/previews.ts'
import { listAuditTrail } from '#domain/platform/audit-trail.ts'
import { openDatabase } from '#domain/platform/database/connection.ts'
import { migrate } from '#domain/platform/database/migrate.ts'
import { LANGUAGES } from '#texts/languages.ts'
import { bodyOf, editing } from '../support/content-record.ts'
import { databasesByTurn, emptyDatabaseOf, freshDatabaseOf } from '../support/databases.ts'
import { type Caller, startDesk } from '../support/desk-api.ts'
import { deskTextsIn } from '../support/desk-texts.ts'
import { drawing, hostileDrawings, markIn, wordmarkIn } from '../support/drawings.ts'
import { duringTests } from '../support/during-tests.ts'
import { freePort } from '../support/free-port.ts'
import { startSiteOn } from '../support/start-site.ts'

const PUBLIC_URL = 'https://nuqta.example'
const SHOWN = { timeout: 60_000 }

const png = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 1 } } })
    .png()
    .toBuffer()

const refusals: [what: string, because: string, make: () => Promise<Buffer>][] = [
  ...Object.entries(hostileDrawings).map(([what, { bytes, fault }]): (typeof refusals)[number] => [
    what,
    `logo${fault.charAt(0).toUpperCase()}${fault.slice(1)}`,
    async () => bytes,
  ]),
  ['a compressed drawing', 'logoKind', async () => gzipSync(wordmarkIn('#000'))],
  ['a PDF', 'logoKind', async () => Buffer.from('%PDF-1.7')],
  [
    'a photograph',
    'logoKind',
    async () =>
      sharp(await png(40, 10))
        .flatten()
        .jpeg()
        .toBuffer(),
  ],
  ['nothing', 'logoKind', async () => Buffer.alloc(1)],
  ['a PNG that ends early', 'pictureDamaged', async () => (await png(800, 200)).subarray(0, 200)],
  [
    'a page behind the first bytes of a PNG',
    'pictureDamaged',
    async () => Buffer.from('\x89PNG\r\n\x1a\n<svg>', 'latin1'),
  ],
  ['a picture that is too high', 'wordmarkShape', async () => png(40, 81)],
  [
    'a drawing that is too wide',
    'wordmarkShape',
    async () => drawing('<path d="M0 0h9v9z"/>', 'viewBox="0 0 1200 100"'),
  ],
]

describe.each(databasesByTurn(1))('wordmark and mark on %s', (name) => {
  const settings = duringTests(freshDatabaseOf(name))
  const empty = emptyDatabaseOf(name)
  const door = duringTests(async () => ({ port: String(await freePort()) }))
  const site = duringTests(() => startSiteOn(settings, { PUBLIC_URL, DESK_PORT: door.port }))
  const desk = duringTests(() => startDesk(settings))
  const textOf = async (address: string) => (await fetch(site.url + address)).text()
  const isRed = async (address: string, at: { left: number; top: number }) => {
    const picture = await (await fetch(site.url + address)).arrayBuffer()
    const one = sharp(picture).extract({ ...at, width: 1, height: 1 })
    const [red = 0, green = 0, blue = 0] = await one.removeAlpha().raw().toBuffer()
    // Pictures are compressed.
    return red > 250 && green < 5 && blue < 5
  }
  const company = (call: Caller) => editing(call, 'company', 1)
  const upload = (call: Caller, logo: 'wordmark' | 'mark', body: Uint8Array) =>
    call('POST /pictures', { query: { name: 'logo.svg', logo }, body })
  const uploaded = async (call: Caller, logo: 'wordmark' | 'mark', body: Uint8Array) => {
    const address = addressOfPicture(await bodyOf<ListedPicture>(upload(call, logo, body)))
    return { en: address, ar: address }
  }
  const publish = async (call: Caller, fields: object) => {
    expect((await company(call).save('shared', fields)).status).toBe(200)
    expect((await company(call).publish('shared')).status).toBe(200)
  }
  const storedFiles = async () =>
    (await desk.database.queries.selectFrom('picture_files').select('picture_id').execute()).length

  test('a wordmark is seen once it is published, each language its own, and the drawn one comes back', async () => {
    const { call, person } = await desk.as('editor')
    const drawn = await textOf('/about')
    expect(drawn).toContain('id="wordmark"')
    const [english, dark, arabic] = [
      await uploaded(call, 'wordmark', wordmarkIn('#111')),
      await uploaded(call, 'wordmark', wordmarkIn('#eee')),
      await uploaded(call, 'wordmark', await png(800, 200)),
    ]
    const preview = await call('GET /pictures/:id/file', { params: { id: english.en.split('/')[2] as string } })
    expect(preview.headers.get('content-type')).toContain('image/svg+xml')
    expect(preview.headers.get('content-security-policy')).toContain('sandbox')
    await company(call).save('shared', { wordmark_en: english, wordmark_en_dark: dark, wordmark_ar: arabic })
    expect(await textOf('/about')).toBe(drawn)
    const draft = { type: 'company', id: 1, language: 'en', madeBy: person.id } as const
    expect(await textOf(`/?preview=${await previewToken(desk.database, draft, new Date())}`)).toContain(english.en)
    expect((await company(call).publish('shared')).status).toBe(200)
    await vi.waitFor(async () => expect(await textOf('/about')).not.toContain('id="wordmark"'), SHOWN)
    const page = await textOf('/about')
    const images = [...page.matchAll(/<img[^>]*src="(\/media\/[^"]*)"[^>]*>/g)]
    expect(new Set(images.map(([, src]) => src))).toEqual(new Set([english.en, dark.en]))
    for (const [image] of images) expect(image).toMatch(/width="1000" height="250" alt="Nuqta"/)
    const inArabic = `src="${arabic.ar.replace(/\d+\.webp$/, '400.webp')}" width="800" height="200" alt="نقطة"`
    expect(await textOf('/ar/about')).toContain(inArabic)

    const file = await fetch(site.url + english.en)
    expect(file.headers.get('content-type')).toContain('image/svg+xml')
    expect(file.headers.get('cache-control')).toContain('immutable')
    expect(file.headers.get('content-security-policy')).toContain('sandbox')
    expect(await file.text()).toMatch(/^<svg [^>]*width="1000" height="250"/)

    await publish(call, { wordmark_en: null, wordmark_en_dark: null, wordmark_ar: null })
    await vi.waitFor(async () => expect(await textOf('/about')).toContain('id="wordmark"'), SHOWN)
    expect(await textOf('/about')).toBe(drawn)
  })

  test('share pictures show it at another address than before', { tags: 'slow' }, async () => {
    const { call } = await desk.as('editor')
    const address = async () => /<meta property="og:image" content="([^"]*)"/.exec(await textOf('/about'))?.[1] ?? ''
    const before = await address()
    await publish(call, { wordmark_en: await uploaded(call, 'wordmark', wordmarkIn('#ff0000')) })
    await vi.waitFor(async () => expect(await address()).not.toBe(before), SHOWN)
    const picture = (await address()).slice(PUBLIC_URL.length)
    expect((await fetch(site.url + picture)).headers.get('cache-control')).toContain('immutable')
    expect(await isRed(picture, { left: 80, top: 540 })).toBe(true)
    await publish(call, { wordmark_en: null })
    await vi.waitFor(async () => expect(await address()).toBe(before), SHOWN)
  })

  test.each([
    ['a drawing', async () => markIn('#ff0000')],
    ['a picture', async () => png(600, 600)],
  ])('%s as the mark becomes every icon, and the logo that search engines are told', async (_what, make) => {
    const { call } = await desk.as('editor')
    const before = await textOf('/favicon.svg')
    await publish(call, { mark: await uploaded(call, 'mark', await make()) })
    await vi.waitFor(async () => expect(await textOf('/favicon.svg')).not.toBe(before), SHOWN)
    const page = await textOf('/')
    const icons = [...page.matchAll(/<link rel="(?:icon|apple-touch-icon)" href="([^"]*)"/g)].map(([, href]) => href)
    expect(icons).toHaveLength(3)
    const { icons: listed } = JSON.parse(await textOf('/manifest.webmanifest')) as { icons: { src: string }[] }
    const [, logo = ''] = /"logo":"([^"]*)"/.exec(page) ?? []
    const addresses = [...icons.map(String), ...listed.map(({ src }) => src), logo.slice(PUBLIC_URL.length)]
    for (const address of addresses) {
      expect(address).toMatch(/\?\w+$/)
      expect((await fetch(site.url + address)).status).toBe(200)
    }
    for (const address of addresses.filter((each) => each.includes('.png'))) {
      const side = Number(/(\d+)\.png/.exec(address)?.[1])
      expect(await isRed(address, { left: side / 2, top: side / 2 })).toBe(true)
    }
    await publish(call, { mark: null })
    await vi.waitFor(async () => expect(await textOf('/favicon.svg')).toBe(before), SHOWN)
  })

  test('the door of the desk shows it, and no other picture', async () => {
    const { call } = await desk.as('editor')
    const address = `http://localhost:${door.port}`
    const [shown, other] = [
      await uploaded(call, 'wordmark', wordmarkIn('#123')),
      await uploaded(call, 'wordmark', wordmarkIn('#456')),
    ]
    await publish(call, { wordmark_en: shown })
    await vi.waitFor(async () => expect(await (await fetch(address)).text()).toContain(shown.en), SHOWN)
    const file = await fetch(address + shown.en)
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8'])
    expect((await fetch(address + other.en)).status).toBe(404)
    await publish(call, { wordmark_en: null })
  })

  test.each(refusals)('%s: refused in words of both languages, and nothing is stored', async (_what, because, make) => {
    const { call } = await desk.as('editor')
    const before = await storedFiles()
    const refused = await upload(call, 'wordmark', await make())
    expect([refused.status, ((await refused.json()) as { errors: object }).errors]).toEqual([422, { file: [because] }])
    for (const language of LANGUAGES) expect(Object.keys(deskTextsIn(language)['field-errors'])).toContain(because)
    expect(await storedFiles()).toBe(before)
  })

  test('the mark is a square', async () => {
    const { call } = await desk.as('editor')
    const refused = await upload(call, 'mark', wordmarkIn('#000'))
    expect(await refused.json()).toMatchObject({ errors: { file: ['markShape'] } })
    expect((await upload(call, 'mark', markIn('#000'))).status).toBe(200)
  })

  test('a drawing is for logos only, and a logo is uploaded as one', async () => {
    const { call } = await desk.as('editor')
    const wordmark = await uploaded(call, 'wordmark', wordmarkIn('#789'))
    const elsewhere = await editing(call, 'services', 1).save('shared', { images: [wordmark] })
    expect(elsewhere.status).toBe(422)
    const one = company(call)
    expect((await one.save('shared', { mark: wordmark })).status).toBe(422)
    const folder = '/media/AbCdEfGh-jKlMn_p/brand/logo.svg'
    expect((await one.save('shared', { wordmark_en: { en: folder, ar: folder } })).status).toBe(422)
    const gone = wordmark.en.replace(/[\w-]{16}/, 'AAAAAAAAAAAAAAAA')
    expect((await one.save('shared', { wordmark_en: { en: gone, ar: gone } })).status).toBe(200)
    expect((await one.publish('shared')).status).toBe(409)
    await one.discard('shared')
  })

  test('the same drawing is one picture, which is kept while a draft shows it', async () => {
    const { call } = await desk.as('editor')
    const [one, again] = await Promise.all([1, 2].map(() => uploaded(call, 'wordmark', wordmarkIn('#abc'))))
    expect(one).toEqual(again)
    await company(call).save('shared', { wordmark_ar: one })
    const id = one?.en.split('/')[2] as string
    const remove = () => call('DELETE /pictures/:id', { params: { id }, query: { version: '1' } })
    expect((await remove()).status).toBe(409)
    await company(call).discard('shared')
    expect((await remove()).status).toBe(204)
    const [entry] = await listAuditTrail(desk.database.queries)
    expect(entry).toMatchObject({ action: 'picture.remove', subject: id })
  })

  test('two editors who change the same logo get a conflict, and a former one is restored', async () => {
    const { call } = await desk.as('editor')
    const [first, second] = [await uploaded(call, 'mark', markIn('#111')), await uploaded(call, 'mark', markIn('#222'))]
    const one = company(call)
    const [seen] = await one.versions('shared')
    await one.save('shared', { mark: first })
    const { number } = (await one.read()).parts.shared
    const late = await company((await desk.as('editor')).call).save(
      'shared',
      { mark: second },
      { version: seen?.version ?? 0 },
    )
    expect(late.status).toBe(409)
    await company((await desk.as('editor')).call).save('shared', { mark: null })
    expect((await one.restore('shared', number)).status).toBe(200)
    expect((await one.read()).parts.shared.fields.mark).toEqual(first)
    await one.discard('shared')
  })

  test.each([
    ['reader', 403],
    ['recruiter', 403],
    ['editor', 200],
  ] as const)('a %s who uploads a logo gets %i', async (role, status) => {
    const { call } = await desk.as(role)
    expect((await upload(call, 'mark', markIn('#fed'))).status).toBe(status)
  })

  test('it travels with an export; a file that was changed on the way is made safe, or refused', {
    tags: 'slow',
  }, async () => {
    const { call } = await desk.as('editor')
    const wordmark = await uploaded(call, 'wordmark', wordmarkIn('#135'))
    await publish(call, { wordmark_en: wordmark })
    const folder = mkdtempSync(path.join(tmpdir(), 'nuqta-logos-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const database = await openDatabase(settings)
    onTestFinished(() => database.close())
    expect(await exportContent(database, 'content', folder)).toMatchObject({ missing: [] })
    await loadContent(database, folder)
    const [, , id = ''] = wordmark.en.split('/')
    const file = path.join(folder, 'images/uploads', id, '1000.svg')
    const written = readFileSync(file, 'utf8')
    writeFileSync(file, written.replace('<path', '<path onload="alert(1)"'))
    const other = await openDatabase(await empty())
    onTestFinished(() => other.close())
    await migrate(other)
    await loadContentOnce(other, folder)
    const stored = await other.queries.selectFrom('picture_files').select('bytes').where('format', '=', 'svg').execute()
    expect(stored.map((row) => String(Buffer.from(row.bytes)))).toContain(written)

    writeFileSync(file, written.replace('<path', '<script/><path'))
    const { lines } = await loadContent(other, folder, new Date(), { replace: true }).catch((error) => error)
    expect(lines).toEqual([expect.stringMatching(/^pictures\.json, line \d+: .*1000\.svg$/)])
    await publish(call, { wordmark_en: null })
  })
})
