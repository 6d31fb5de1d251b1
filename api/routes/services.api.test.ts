import { describe, expect, test } from 'vitest'
import { responses } from '#contract/shapes.ts'
import { apiOn, DATABASES } from '../../tests/support/databases.ts'

describe.each(DATABASES)('services on %s', (name) => {
  const api = apiOn(name)

  test('all six are listed, the first four under the names of the home page', async () => {
    const { data } = responses.services.parse(await (await api.get('Services')).json())
    expect(data).toHaveLength(6)
    expect(data.slice(0, 4).map(({ title }) => title)).toEqual([
      'App Development',
      'Social Media Marketing',
      'ERP Solution',
      'Web Development',
    ])
  })

  test('one is found by its id', async () => {
    expect(responses.service.parse(await (await api.get('Service/3')).json()).data.title).toBe('ERP Solution')
    expect((await api.get('Service/7')).status).toBe(404)
  })
})
