import { describe, expect, test } from 'vitest'
import { aPdf } from '../../support/builders.ts'
import { DATABASES } from '../../support/databases.ts'
import { deskOn } from '../../support/desk-api.ts'
import { storeApplication, storeMessage } from '../../support/desk-submissions.ts'

describe.each(DATABASES)('the pages of a CV without scripts, on %s', (name) => {
  const desk = deskOn(name)
  const sheet = async (id: string, headers = {}) =>
    (await desk.as('reader')).call('GET /submissions/:id/cv/sheet', { params: { id }, headers })

  test('are a list of pictures, with nothing that a visitor typed and nothing that runs', async () => {
    const fields = { name: '<script>alert(1)</script>' }
    const id = await storeApplication(desk, { fields, bytes: aPdf({ pages: 2 }), fileName: '"><img src=x>.pdf' })
    const response = await sheet(id)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'; img-src 'self'")
    const html = await response.text()
    expect(html.match(/<img /g)).toHaveLength(2)
    expect(html).toContain(`src="/api/submissions/${id}/cv/pages/2"`)
    expect(html).not.toContain('script')
  })

  test('speak the language of the desk', async () => {
    const { call, cookie } = await desk.as('reader')
    const id = await storeApplication(desk)
    const response = await call('GET /submissions/:id/cv/sheet', {
      params: { id },
      headers: { cookie: `${cookie}; desk-language=ar` },
    })
    expect(await response.text()).toContain('<html lang="ar" dir="rtl">')
  })

  test('are not there where there is no CV', async () => {
    expect((await sheet(await storeMessage(desk))).status).toBe(404)
    expect((await sheet('NQ-0000-0000')).status).toBe(404)
  })
})
