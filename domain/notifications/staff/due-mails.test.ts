import { expect, test } from 'vitest'
import type { WorkingCalendar } from '../../platform/calendar.ts'
import { mailsDue } from './due-mails.ts'
import type { NotificationKind } from './kinds.ts'
import { isQuiet, type NotificationSettings } from './settings.ts'

const calendar: WorkingCalendar = {
  timeZone: 'Africa/Cairo',
  closing: ['18:00', '18:00', '18:00', '18:00', '18:00', undefined, '14:00'],
}
const settings: NotificationSettings = {
  ...{ choices: {}, quietFrom: 20, quietUntil: 8, isQuietWhenClosed: true },
  ...{ jobs: null, refusedAt: null, digestedOn: null },
}
const line = (kind: NotificationKind, at: string, details = {}) => ({
  kind,
  subject: `submissions/${kind}`,
  at,
  details,
  process: '1',
})

test.each([
  ['2026-11-16T17:59:00Z', false],
  ['2026-11-16T18:00:00Z', true],
  ['2026-11-16T22:30:00Z', true],
  ['2026-11-17T05:59:00Z', true],
  ['2026-11-17T06:00:00Z', false],
  // Friday, closed.
  ['2026-11-20T10:00:00Z', true],
  // In summer the same clock is an hour earlier in UTC, on the day after the change, too.
  ['2026-04-25T04:59:00Z', true],
  ['2026-04-25T05:00:00Z', false],
  ['2026-10-31T05:00:00Z', true],
  ['2026-10-31T06:00:00Z', false],
])('quiet hours follow the company’s clock over midnight and its changes: %s', (moment, expected) => {
  expect(isQuiet(settings, calendar, new Date(moment))).toBe(expected)
})

test('the same hour twice means no quiet hours', () => {
  const never = { ...settings, quietFrom: 0, quietUntil: 0, isQuietWhenClosed: false }
  expect(isQuiet(never, calendar, new Date('2026-11-20T01:00:00Z'))).toBe(false)
})

test('news of an interview today breaks the quiet at once, and of one tomorrow waits', () => {
  const now = new Date('2026-11-16T05:00:00Z')
  const due = (at: string) => mailsDue([line('interview', now.toISOString(), { at })], settings, calendar, now)
  expect(due('2026-11-16T09:00:00Z')).toHaveLength(1)
  expect(due('2026-11-17T09:00:00Z')).toEqual([])
})

test('what a wrong clock dated in the future is mailed', () => {
  const now = new Date('2026-11-16T08:00:00Z')
  expect(mailsDue([line('mention', '2026-11-19T08:00:00Z')], settings, calendar, now)).toHaveLength(1)
})

test('one digest of a day has everything that is due then', () => {
  const now = new Date('2026-11-16T06:00:00Z')
  const lines = [line('late-promise', '2026-11-15T09:00:00Z'), line('mention', '2026-11-15T20:00:00Z')]
  expect(mailsDue(lines, settings, calendar, now)).toMatchObject([{ layout: 'digest', lines }])
  const digested = { ...settings, digestedOn: '2026-11-16' }
  expect(mailsDue(lines, digested, calendar, now)).toMatchObject([{ layout: 'record', lines: [lines[1]] }])
  // Noted by a wrong clock, long ahead.
  expect(mailsDue(lines, { ...settings, digestedOn: '2027-01-01' }, calendar, now)).toMatchObject([
    { layout: 'digest' },
  ])
})
