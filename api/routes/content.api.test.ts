import { describe, expect, test } from 'vitest'
import { responses } from '#contract/shapes.ts'
import { apiOn, DATABASES } from '../../tests/support/databases.ts'

describe.each(DATABASES)('content on %s', (name) => {
  const api = apiOn(name)

  test.each([
    ['categories', 'categories', 3],
    ['reviews', 'review', 8],
    ['team', 'Team', 9],
  ] as const)('the response of %s is the whole list, in the order of content/', async (endpoint, path, count) => {
    expect(responses[endpoint].parse(await (await api.get(path)).json())).toHaveLength(count)
  })

  test('the contact info is one object, with two chat numbers and four social links', async () => {
    const info = responses.contactInfo.parse(await (await api.get('contact-info')).json())
    expect(info.chat_phone).not.toBe(info.footer_chat_phone)
    expect(info.social_links).toHaveLength(4)
  })

  test('all six services are listed, the first four under the names of the home page', async () => {
    const { data } = responses.services.parse(await (await api.get('Services')).json())
    expect(data).toHaveLength(6)
    expect(data.slice(0, 4).map(({ title }) => title)).toEqual([
      'App Development',
      'Social Media Marketing',
      'ERP Solution',
      'Web Development',
    ])
  })

  test('a service is found by its id', async () => {
    expect(responses.service.parse(await (await api.get('Service/3')).json()).data.title).toBe('ERP Solution')
    expect((await api.get('Service/7')).status).toBe(404)
  })
})
