import { describe, expect, test } from 'vitest'
import { nextFreeTime } from '#domain/hiring/interviews/free-times.ts'
import { utcOffset } from '#texts/dates-and-numbers.ts'
import { cellAt, quartersShown, refusalOf, rowOf, type Week } from './week.ts'

const weekOf = (day: string, timeZone = 'Africa/Cairo'): Week => ({
  timeZone,
  days: [{ day, opens: '09:00', closes: '18:00' }],
  busy: [],
})

describe('Cairo changes its clocks', () => {
  test('the first hour of the last Friday of April 2027 does not exist', () => {
    const week = weekOf('2027-04-30')
    expect(cellAt(week, 0, 30).startsAt).toBeUndefined()
    expect(cellAt(week, 0, 60).startsAt).toBe('2027-04-29T22:00:00.000Z')
    expect(cellAt(week, 0, 10 * 60).startsAt).toBe('2027-04-30T07:00:00.000Z')
  })

  test('the last hour of the last Thursday of October 2027, which comes twice, is the first of both', () => {
    const week = weekOf('2027-10-28')
    expect(cellAt(week, 0, 23 * 60).startsAt).toBe('2027-10-28T20:00:00.000Z')
    expect(cellAt(weekOf('2027-10-29'), 0, 0).startsAt).toBe('2027-10-28T22:00:00.000Z')
  })

  test('the offset is that of the day of the interview, not of today', () => {
    expect(utcOffset('2027-04-29T09:00:00.000Z', 'Africa/Cairo')).toBe('UTC+2')
    expect(utcOffset('2027-05-02T09:00:00.000Z', 'Africa/Cairo')).toBe('UTC+3')
    expect(utcOffset('2027-05-02T09:00:00.000Z', 'Asia/Kathmandu')).toBe('UTC+5:45')
  })

  test('the next free time of the day after the change is at opening time by the new clock', () => {
    const hours = {
      timeZone: 'Africa/Cairo',
      dayOf: (day: string) => ({ day, opens: day < '2027-05-02' ? null : '09:00', closes: '18:00' }),
    }
    const wanted = { people: ['one'], minutes: 45, bufferMinutes: 15 }
    expect(nextFreeTime('2027-04-29T15:00:00.000Z', wanted, [], hours)).toBe('2027-05-02T06:00:00.000Z')
  })
})

test('the shown quarters reach from the first opening to the last closing, or over the whole day', () => {
  const week = weekOf('2026-03-01')
  expect(quartersShown(week, false)).toHaveLength(36)
  expect(quartersShown(week, true)).toHaveLength(96)
  const closed = { ...week, days: [{ day: '2026-03-06', opens: null, closes: null }] }
  expect(quartersShown(closed, false)[0]).toBe(9 * 60)
})

test('a busy time blocks also the time kept free around it; the same offer of the same people does not', () => {
  const busy = {
    startsAt: '2026-03-01T10:00:00.000Z',
    endsAt: '2026-03-01T10:45:00.000Z',
    people: ['one'],
    allPeople: ['one'],
    kind: 'offered' as const,
  }
  const wanted = { people: ['one'], minutes: 45, bufferMinutes: 15 }
  expect(refusalOf('2026-03-01T10:45:00.000Z', wanted, [busy], [])).toMatchObject({ personId: 'one' })
  expect(refusalOf('2026-03-01T11:00:00.000Z', wanted, [busy], [])).toBeUndefined()
  expect(refusalOf('2026-03-01T10:00:00.000Z', wanted, [busy], [])).toBeUndefined()
  expect(refusalOf('2026-03-01T10:00:00.000Z', { ...wanted, people: ['one', 'two'] }, [busy], [])).toBeDefined()
  expect(refusalOf('2026-03-01T12:00:00.000Z', wanted, [], ['2026-03-01T11:30:00.000Z'])).toBeDefined()
})

test('a moment lies in the row of its quarter', () => {
  const week = weekOf('2026-03-01', 'UTC')
  const cells = quartersShown(week, false).map((minute) => cellAt(week, 0, minute))
  expect(rowOf('2026-03-01T09:20:00.000Z', cells)).toBe(1)
})
