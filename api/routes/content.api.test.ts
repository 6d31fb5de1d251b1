import { describe, expect, test } from 'vitest'
import { responses } from '#contract/shapes.ts'
import { apiOn, DATABASES } from '../../tests/support/databases.ts'

describe.each(DATABASES)('content on %s', (name) => {
  const api = apiOn(name)
  const read = async (path: string) => (await api.get(path)).json()

  test.each([
    ['Team', 'team', 9],
    ['review', 'reviews', 8],
    ['categories', 'categories', 3],
  ] as const)('the response of %s is the whole list', async (path, list, length) => {
    expect(responses[list].parse(await read(path))).toHaveLength(length)
  })

  test('the contact info is an object with two chat numbers and four social links', async () => {
    const info = responses.contactInfo.parse(await read('contact-info'))
    expect(info.chat_phone).not.toBe(info.footer_chat_phone)
    expect(info.social_links).toHaveLength(4)
  })

  test('all six services are listed, the first four under the names of the home page', async () => {
    const { data } = responses.services.parse(await read('Services'))
    expect(data).toHaveLength(6)
    expect(data.slice(0, 4).map(({ title }) => title)).toEqual([
      'App Development',
      'Social Media Marketing',
      'ERP Solution',
      'Web Development',
    ])
  })

  test('a service is found by its id', async () => {
    expect(responses.service.parse(await read('Service/3')).data.title).toBe('ERP Solution')
    expect((await api.get('Service/7')).status).toBe(404)
  })
})
