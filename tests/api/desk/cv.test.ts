import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { aPdf } from '../../support/builders.ts'
import { databasesByTurn } from '../../support/databases.ts'
import { type Caller, deskOn } from '../../support/desk-api.ts'
import { storeApplication, storeMessage } from '../../support/desk-submissions.ts'
import { OTHER_DEEDS, SCRIPTS_IN_HIDING } from '../../support/hostile-pdfs.ts'

describe.each(databasesByTurn(1))('CVs at the desk on %s', (name) => {
  const desk = deskOn(name)
  const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())
  const page = (call: Caller, id: string, number: string, query = {}) =>
    call('GET /submissions/:id/cv/pages/:page', { params: { id, page: number }, query })
  const actions = async () => {
    const rows = await desk.database.queries.selectFrom('audit_trail').select('action').orderBy('number').execute()
    return rows.map(({ action }) => action)
  }

  test('pages are pictures, and looking at several of them is one entry', async () => {
    const { call } = await desk.as('reader')
    const id = await storeApplication(desk, { bytes: aPdf({ pages: 3 }) })
    const facts = (await (await call('GET /submissions/:id/cv', { params: { id } })).json()) as { pages: object[] }
    expect(facts).toMatchObject({ canBeDrawn: true, isCut: false })
    expect(facts.pages).toEqual(Array.from({ length: 3 }, () => ({ width: 595, height: 842 })))

    for (const number of ['1', '2', '3']) {
      const response = await page(call, id, number, { size: 'small' })
      expect(response.headers.get('content-type')).toBe('image/webp')
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      expect(await sharp(await bytesOf(response)).metadata()).toMatchObject({ format: 'webp', width: 620 })
    }
    expect((await actions()).filter((action) => action === 'cv.read')).toHaveLength(1)
    for (const wrong of ['0', '4', 'x', '1.5', '-1']) expect((await page(call, id, wrong)).status).toBe(404)
  })

  test('a page as long as a street is drawn small instead of filling the memory', async () => {
    const { call } = await desk.as('reader')
    const long = Buffer.from(aPdf().toString('latin1').replace('[0 0 595 842]', '[0 0 9 9999]'), 'latin1')
    const id = await storeApplication(desk, { bytes: long })
    const { width = 0, height = 0 } = await sharp(
      await bytesOf(await page(call, id, '1', { size: 'large' })),
    ).metadata()
    expect(width * height).toBeLessThanOrEqual(8_000_000)
  })

  test('the file is saved under our name, byte for byte, and it is written down', async () => {
    const { call } = await desk.as('recruiter')
    const bytes = aPdf({ padding: 'original' })
    const id = await storeApplication(desk, { bytes, fileName: '../../evil"\r\nx: y.html' })
    const response = await call('GET /submissions/:id/cv/original', { params: { id } })
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${id}.pdf"`)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect((await bytesOf(response)).equals(bytes)).toBe(true)
    expect((await actions()).at(-1)).toBe('cv.save')
  })

  test.each([SCRIPTS_IN_HIDING[0], OTHER_DEEDS[0]].filter((each) => each !== undefined))(
    'as pictures, %s holds nothing but pictures',
    async (_what, bytes) => {
      const { call } = await desk.as('reader')
      const id = await storeApplication(desk, { bytes })
      const response = await call('GET /submissions/:id/cv/as-pictures', { params: { id } })
      expect(response.status).toBe(200)
      const made = (await bytesOf(response)).toString('latin1')
      expect(made.startsWith('%PDF-')).toBe(true)
      expect(made).not.toMatch(/JavaScript|\/JS|\/Launch|\/OpenAction|\/EmbeddedFile/)
    },
  )

  test('a CV that cannot be drawn says so, and a message has no CV', async () => {
    const { call } = await desk.as('reader')
    const broken = await storeApplication(desk, { bytes: Buffer.from('%PDF-1.7 nothing') })
    expect(await (await call('GET /submissions/:id/cv', { params: { id: broken } })).json()).toMatchObject({
      canBeDrawn: false,
    })
    expect((await page(call, broken, '1')).status).toBe(404)
    const message = await storeMessage(desk)
    for (const key of ['', '/pages/1', '/original', '/as-pictures'])
      expect((await call(`GET /submissions/${message}/cv${key}`)).status).toBe(404)
  })
})
