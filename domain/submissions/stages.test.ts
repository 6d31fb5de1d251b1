import { expect, test } from 'vitest'
import { SUBMISSION_KINDS } from '../platform/database/tables.ts'
import { mayMove, movesFrom, stagesOf } from './stages.ts'

test.each(SUBMISSION_KINDS)('no stage of a %s is a dead end, and every move leads to one of its stages', (kind) => {
  const stages = stagesOf(kind)
  for (const stage of stages) {
    expect(movesFrom(kind, stage)).not.toEqual([])
    expect(movesFrom(kind, stage)).not.toContain(stage)
    expect(stages).toEqual(expect.arrayContaining([...movesFrom(kind, stage)]))
  }
})

test('hiring needs an offer first, and a message is never interviewed', () => {
  expect(mayMove('career-application', 'interview', 'hired')).toBe(false)
  expect(mayMove('career-application', 'offer', 'hired')).toBe(true)
  expect(mayMove('contact-message', 'new', 'interview')).toBe(false)
  expect(mayMove('internship-application', 'new', 'archived')).toBe(false)
})
