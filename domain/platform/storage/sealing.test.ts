import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { seal, unseal } from './sealing.ts'

test('a sealed file opens whole, also when it is empty', () => {
  for (const bytes of [randomBytes(100_000), Buffer.alloc(0)]) {
    const { secret, sealed } = seal(bytes, 'key')
    expect(unseal(sealed, 'key', secret)?.equals(bytes)).toBe(true)
  }
})

test('changed, cut, exchanged or foreign bytes do not open', () => {
  const { secret, sealed } = seal(Buffer.from('a CV'), 'key')
  const other = seal(Buffer.from('a CV'), 'key')
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed)
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
    expect(unseal(changed, 'key', secret)).toBeUndefined()
    expect(unseal(sealed.subarray(0, at), 'key', secret)).toBeUndefined()
  }
  expect(unseal(sealed, 'another key', secret)).toBeUndefined()
  expect(unseal(sealed, 'key', other.secret)).toBeUndefined()
})
