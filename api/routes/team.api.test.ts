import { describe, expect, test } from 'vitest'
import { responses } from '#contract/shapes.ts'
import { apiOn, DATABASES } from '../../tests/support/databases.ts'

describe.each(DATABASES)('team on %s', (name) => {
  const api = apiOn(name)

  test('the whole answer is the list, in the order of content/', async () => {
    const answer = responses.team.parse(await (await api.get('Team')).json())
    expect(answer).toHaveLength(9)
  })
})
