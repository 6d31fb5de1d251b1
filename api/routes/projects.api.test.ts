import { describe, expect, test } from 'vitest'
import { responses } from '#contract/shapes.ts'
import { apiOn, DATABASES } from '../../tests/support/databases.ts'

describe.each(DATABASES)('projects on %s', (name) => {
  const api = apiOn(name)
  const list = async (query = '') => responses.allProjects.parse(await (await api.get(`all-projects${query}`)).json())

  test('every project is listed, newest first', async () => {
    const { data, total } = await list()
    expect(data).toHaveLength(24)
    expect(total).toBe(24)
    const order = data.map(({ start_date, id }) => `${start_date} ${String(1000 - id)}`)
    expect(order).toEqual([...order].sort().reverse())
  })

  test.each([
    [1, 'Mobile App', 9],
    [2, 'Web Application', 8],
    [3, 'ERP System', 7],
  ])('category %i filters by type', async (category, type, count) => {
    const { data, total } = await list(`?category=${category}`)
    expect(total).toBe(count)
    expect(new Set(data.map((project) => project.type))).toEqual(new Set([type]))
  })

  test.each(['4', '0', 'abc', '', '1e99'])('category "%s" shows every project', async (category) => {
    expect((await list(`?category=${category}`)).total).toBe(24)
  })

  test('pages of six follow one another without gap or overlap', async () => {
    const pages = await Promise.all([1, 2].map((page) => list(`?category=1&page=${page}&per_page=6`)))
    const all = await list('?category=1')
    expect(pages.map(({ data }) => data.length)).toEqual([6, 3])
    expect(pages.flatMap(({ data }) => data)).toEqual(all.data)
  })

  test('a page out of range is the nearest there is', async () => {
    expect((await list('?category=1&page=99&per_page=6')).data).toHaveLength(3)
    expect((await list('?page=-5&per_page=6')).data).toEqual((await list('?page=1&per_page=6')).data)
  })

  test('one project is found by its id, in either language', async () => {
    const english = responses.project.parse(await (await api.get('projects/7')).json())
    const arabic = responses.project.parse(await (await api.get('projects/7', { 'accept-language': 'ar' })).json())
    expect(english.data.id).toBe(7)
    expect(arabic.data.title).toMatch(/[\u0600-\u06ff]/)
    expect(arabic.data.type).toBe(english.data.type)
  })

  test.each(['0', 'abc', '-1', '1e99', '1.5', '9'.repeat(40), '%00', "1'--", '2147483648', '25', '٧'])(
    'there is no project %s',
    async (id) => {
      const answer = await api.get(`projects/${id}`)
      expect(answer.status).toBe(404)
      expect(await answer.json()).toMatchObject({ status: 404, type: 'urn:problem:notFound' })
    },
  )

  test('a project is answered to a post of its product_id', async () => {
    const answer = await api.post('/api/projects', { product_id: 7 })
    expect(answer.status).toBe(200)
    expect(responses.productDetails.parse(await answer.json()).data.id).toBe(7)
    expect((await api.post('/api/projects', { product_id: 99 })).status).toBe(404)
    expect((await api.post('/api/projects', { product_id: 1e99 })).status).toBe(404)
    expect((await api.post('/api/projects', { product_id: 'x' })).status).toBe(400)
    expect((await api.post('/api/projects', {})).status).toBe(400)
  })
})
