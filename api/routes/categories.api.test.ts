import { describe, expect, test } from 'vitest'
import { responses } from '#contract/shapes.ts'
import { apiOn, DATABASES } from '../../tests/support/databases.ts'

describe.each(DATABASES)('categories on %s', (name) => {
  const api = apiOn(name)

  test('the whole answer is the list, in the order of content/', async () => {
    const answer = responses.categories.parse(await (await api.get('categories')).json())
    expect(answer).toHaveLength(3)
  })
})
