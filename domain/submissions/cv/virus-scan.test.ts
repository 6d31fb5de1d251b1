import { createServer } from 'node:net'
import { describe, expect, test } from 'vitest'
import {
  isClamdInstalled,
  MAX_SCANNED_BYTES,
  startClamd,
  startSpeaker,
  TEST_VIRUS,
} from '../../../tests/support/clamd.ts'
import { duringTests } from '../../../tests/support/during-tests.ts'
import { scanForViruses } from './virus-scan.ts'

describe.each([
  ['a socket that speaks its protocol', startSpeaker, true],
  ['clamd itself', startClamd, isClamdInstalled],
])('%s', (_what, start, isInstalled) => {
  if (!isInstalled) return test.skip('it is not installed', () => {})

  const clamd = duringTests(start)

  test.each([
    ['nothing', Buffer.alloc(0), { outcome: 'clean' }],
    ['a clean file', Buffer.alloc(500_000, 'x'), { outcome: 'clean' }],
    [
      'a virus',
      Buffer.from(`x${TEST_VIRUS}y`),
      { outcome: 'infected', signature: expect.stringContaining('Test.Nuqta') },
    ],
    [
      'a virus at the end',
      Buffer.concat([Buffer.alloc(500_000, 'x'), Buffer.from(TEST_VIRUS)]),
      { outcome: 'infected', signature: expect.stringContaining('Test.Nuqta') },
    ],
    ['what is too large for it', Buffer.alloc(3 * MAX_SCANNED_BYTES, 'x'), { outcome: 'not-scanned' }],
  ])('%s', async (_name, bytes, scan) => {
    expect(await scanForViruses(bytes, clamd.address)).toEqual(scan)
  })
})

test.each([
  ['absent', { host: '127.0.0.1', port: 1 }],
  ['absent, by its socket', { path: '/nowhere/clamd.sock' }],
])('a daemon that is %s has scanned nothing', async (_what, address) => {
  expect(await scanForViruses(Buffer.from('x'), address)).toEqual({ outcome: 'not-scanned' })
})

test.each(['', 'stream: OK', 'nonsense\0', 'stream: OK and more\0', `${'x'.repeat(100_000)}`])(
  'a reply %j that is none means that it was not scanned',
  async (reply) => {
    const server = createServer((socket) =>
      socket
        .on('error', () => {})
        .resume()
        .end(reply),
    ).listen(0)
    const { port } = server.address() as { port: number }
    const scan = await scanForViruses(Buffer.alloc(1_000_000), { host: '127.0.0.1', port })
    server.close()
    expect(scan.outcome).toBe(reply === 'stream: OK' ? 'clean' : 'not-scanned')
  },
)
