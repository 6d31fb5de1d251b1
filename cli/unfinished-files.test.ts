import { mkdtempSync, rmSync, statSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { isAbandoned, removeIfStopped } from './unfinished-files.ts'

afterEach(() => void vi.useRealTimers())

test('a place where a process is at work is never taken for abandoned, however long that takes', async () => {
  const place = mkdtempSync(path.join(tmpdir(), 'nuqta-at-work-'))
  const touchedAt = () => statSync(place).mtime
  try {
    vi.useFakeTimers()
    utimesSync(place, new Date(), new Date())
    await removeIfStopped([place, path.join(place, 'not begun')], async () => {
      vi.advanceTimersByTime(24 * 60 * 60 * 1000)
      expect(isAbandoned(touchedAt(), new Date())).toBe(false)
    })
    vi.advanceTimersByTime(7 * 60 * 60 * 1000)
    expect(isAbandoned(touchedAt(), new Date())).toBe(true)
  } finally {
    rmSync(place, { recursive: true })
  }
})
