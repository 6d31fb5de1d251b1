import { expect, test } from 'vitest'
import { LIFETIMES } from '#contract/lifetimes.ts'
import { backupsAmong, backupsOlderThan, mayDeleteOutdated, newestBackup, outdatedBackups } from './backups.ts'

const nightly = (days: number, from = Date.parse('2026-11-16T02:00:00Z')) =>
  backupsAmong(
    Array.from({ length: days }, (_, index) => {
      const moment = new Date(from - index * 24 * 60 * 60 * 1000).toISOString()
      return `nuqta-${moment.slice(0, 19).replaceAll(':', '-')}Z.sqlite.age`
    }),
  )

test('of a backup every night seven days and five weeks are kept', () => {
  const all = nightly(100)
  const gone = outdatedBackups(all, new Date('2026-11-16T03:00:00Z'))
  const kept = all.filter((backup) => !gone.includes(backup)).map(({ madeAt }) => madeAt.toISOString().slice(0, 10))
  expect(kept).toEqual([
    '2026-11-16',
    '2026-11-15',
    '2026-11-14',
    '2026-11-13',
    '2026-11-12',
    '2026-11-11',
    '2026-11-10',
    '2026-11-08',
    '2026-11-01',
    '2026-10-25',
  ])
})

test('applied night after night nothing that was kept is older than five weeks', () => {
  let kept = nightly(0)
  for (let night = 0; night < 120; night++) {
    const now = new Date(Date.parse('2026-06-01T02:00:00Z') + night * 24 * 60 * 60 * 1000)
    kept = [...nightly(1, now.getTime()), ...kept]
    const gone = outdatedBackups(kept, now)
    kept = kept.filter((backup) => !gone.includes(backup))
    const oldest = Math.min(...kept.map(({ madeAt }) => madeAt.getTime()))
    expect((now.getTime() - oldest) / (24 * 60 * 60 * 1000)).toBeLessThanOrEqual(LIFETIMES.backupDays)
    expect(kept.length).toBeLessThanOrEqual(12)
  }
  expect(kept.length).toBeGreaterThanOrEqual(10)
})

test('the newest backup of a day stays, and other files are left alone', () => {
  const names = [
    'nuqta-2026-11-16T02-00-00Z.sqlite',
    'nuqta-2026-11-16T09-30-00Z.sqlite',
    'nuqta-2026-11-16T09-30-00Z.sqlite.manifest.json',
    'nuqta-2026-11-16T10-00-00Z.sqlite.partial',
    'notes.txt',
  ]
  const gone = outdatedBackups(backupsAmong(names), new Date('2026-11-16T12:00:00Z'))
  expect(gone.map(({ name }) => name)).toEqual(['nuqta-2026-11-16T02-00-00Z.sqlite'])
})

test('a clock that jumps ahead for a night deletes nothing, and its backup does not count afterwards', () => {
  const before = nightly(40)
  const ahead = new Date('2028-11-16T02:00:00Z')
  const withAhead = [...nightly(1, ahead.getTime()), ...before]
  expect(outdatedBackups(withAhead, ahead)).toHaveLength(40)
  expect(mayDeleteOutdated(withAhead, ahead)).toBe(false)
  const nextNight = new Date('2026-11-17T02:00:00Z')
  expect(newestBackup(withAhead, nextNight)).toEqual(before[0])
  const all = [...nightly(1, ahead.getTime()), ...nightly(41, nextNight.getTime())]
  expect(mayDeleteOutdated(all, nextNight)).toBe(true)
})

test('a clock that jumps ahead leaves what is younger than the days to keep', () => {
  const before = nightly(40)
  const ahead = new Date('2028-11-16T02:00:00Z')
  const withAhead = [...nightly(1, ahead.getTime()), ...before]
  expect(backupsOlderThan(35, withAhead, ahead)).toEqual(before.slice(36))
})

test('of a backup every month all but two are deleted once they are older than the days to keep', () => {
  const months = ['05', '04', '03', '02', '01'].map((month) => `nuqta-2026-${month}-01T03-00-00Z.sqlite`)
  const gone = backupsOlderThan(20, backupsAmong(months), new Date('2026-05-01T03:00:00Z'))
  expect(gone.map(({ name }) => name)).toEqual(months.slice(2))
})
