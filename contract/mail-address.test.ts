import { expect, test } from 'vitest'
import { mailtoOf } from './mail-address.ts'

test.each([
  ['mona+jobs@mail.example', 'mailto:mona%2Bjobs@mail.example'],
  ['info@مثال.مصر', 'mailto:info@xn--mgbh0fb.xn--wgbh1c'],
  ['a?cc=b&c#d%0a@mail.example', 'mailto:a%3Fcc%3Db%26c%23d%250a@mail.example'],
])('a link to %s passes no referrer and no opener', (address, link) => {
  expect(mailtoOf(address)).toBe(link)
  expect(new URL(link).search).toBe('')
})
