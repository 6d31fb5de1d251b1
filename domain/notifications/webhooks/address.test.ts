import { describe, expect, test } from 'vitest'
import { addressFault, isAllowed, lookupFor, PrivateAddress } from './address.ts'

const USUAL = { allowsLoopback: false }
const TRYING = { allowsLoopback: true }

describe('the address of a webhook', () => {
  test.each(['https://hooks.example.com/a?b=c', 'https://hooks.example.com:8443/', 'https://93.184.216.34/'])(
    '%s is one that may be told',
    (url) => expect(addressFault(url, USUAL)).toBeUndefined(),
  )

  test.each([
    '',
    'hooks.example.com',
    'http://hooks.example.com/',
    'ftp://hooks.example.com/',
    'https://a:b@x.example/',
  ])('%s is none', (url) => expect(addressFault(url, USUAL)).toBe('format'))

  test.each([
    'https://localhost/',
    'https://printer/',
    'https://metadata.google.internal/',
    'https://127.0.0.1/',
    'https://0x7f.1/',
    'https://2130706433/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[64:ff9b::a00:1]/',
    'https://[fd00::1]/',
    'https://169.254.169.254/latest/meta-data',
    'https://10.1.2.3/',
  ])('%s leads into a private network', (url) => expect(addressFault(url, USUAL)).toBe('private'))

  test('loopback is open only with the setting for local receivers', () => {
    expect(addressFault('http://127.0.0.1:9999/', TRYING)).toBeUndefined()
    expect(addressFault('https://10.1.2.3/', TRYING)).toBe('private')
    expect(isAllowed('192.168.1.1', TRYING)).toBe(false)
  })

  test.each(['0.0.0.0', '100.64.0.1', '172.31.255.255', '192.0.2.1', '224.0.0.1', '255.255.255.255'])(
    '%s is not a public address',
    (address) => expect(isAllowed(address, USUAL)).toBe(false),
  )

  test.each(['::', '::ffff:93.184.216.34', '2001:db8::1', '2002:7f00:1::', 'fe80::1', 'ff02::1', '::93.184.216.34'])(
    '%s is not a public address',
    (address) => expect(isAllowed(address, USUAL)).toBe(false),
  )

  test('a name is judged by the address that it leads to', async () => {
    const failure = await new Promise((resolve) => lookupFor(USUAL)('localhost', {}, resolve))
    expect(failure).toBeInstanceOf(PrivateAddress)
    expect(await new Promise((resolve) => lookupFor(TRYING)('localhost', {}, resolve))).toBeNull()
  })
})
