import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { apiOn, DATABASES } from '../support/databases.ts'
import {
  RECORDING_DAY,
  type RecordedResponse,
  recordedRequests,
  responseTo,
  SETUPS,
  type Setup,
} from './recorded-requests.ts'

/** Other programs read the guest API, so responses to the same content stay the same, byte for byte. */

if (process.env.RECORD === '1') await import('./record-responses.ts')
const recorded: Record<string, RecordedResponse> = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'recorded-responses.json'), 'utf8'),
)
const requests = Object.entries(recordedRequests())

describe.each(DATABASES)('on %s', (database) => {
  describe.each(Object.keys(SETUPS) as Setup[])('the API, %s', (setup) => {
    const api = apiOn(database, { clock: () => RECORDING_DAY, ...SETUPS[setup] })

    test.each(requests.filter(([, request]) => request.setup === setup))('%s', async (name, request) => {
      expect(await responseTo(api.url, request)).toEqual(recorded[name])
    })
  })
})

test('everything that was recorded is still asked for', () => {
  expect(Object.keys(recorded).sort()).toEqual(requests.map(([name]) => name).sort())
})
