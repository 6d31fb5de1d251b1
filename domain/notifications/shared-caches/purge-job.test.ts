import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { purgeBodyFor } from './purge-job.ts'

const operations = readFileSync(path.resolve(import.meta.dirname, '../../../docs/operations.md'), 'utf8')
const rows = [...operations.matchAll(/^\| \S.*\| (`https:\S+`|your own address) \| .* \| `(\{.+\})` \|$/gm)].map(
  ([, address = '', body = '']) => [address.replaceAll('`', ''), body] as const,
)

test('each CDN of the documentation has a row', () => expect(rows).toHaveLength(3))

test.each(rows)('%s gets %s', (address, body) => {
  const host = address.startsWith('https:') ? new URL(address).hostname : 'cache.nuqta.example'
  expect(purgeBodyFor(host)).toEqual(JSON.parse(body))
})
