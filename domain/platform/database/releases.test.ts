import { expect, test } from 'vitest'
import { planUpgrade } from './releases.ts'

const policy = { version: '2.10.0', from: '1.2.0', rollingFrom: '2.9.0' }

test.each([
  ['a release of long ago is refused, with the one to start before', '1.1.9', true, 'start 1.2.0 once'],
  ['a database without a note is the first release', undefined, true, 'from release 1.0.0'],
  ['an older release has to be stopped everywhere', '2.8.12', false, 'stop every process of 2.8.12 first'],
  ['the release before may go on meanwhile', '2.9.0', false, 'processes of 2.9.0 may go on'],
])('%s', (_what, former, isRefused, words) => {
  const plan = planUpgrade(former, policy)
  expect(plan.isRefused).toBe(isRefused)
  expect(plan.says).toContain(words)
  expect(plan.says).not.toContain('\n')
})
