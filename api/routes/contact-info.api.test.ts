import { describe, expect, test } from 'vitest'
import { responses } from '#contract/shapes.ts'
import { apiOn, DATABASES } from '../../tests/support/databases.ts'

describe.each(DATABASES)('contact info on %s', (name) => {
  const api = apiOn(name)

  test('the whole answer is the object, with two chat numbers and four social links', async () => {
    const info = responses.contactInfo.parse(await (await api.get('contact-info')).json())
    expect(info.chat_phone).not.toBe(info.footer_chat_phone)
    expect(info.social_links).toHaveLength(4)
  })
})
