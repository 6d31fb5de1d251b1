import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { MAX_TOGETHER } from '#domain/hiring/interviews/limits.ts'
import { DATABASES } from '../../support/databases.ts'
import { deskOn } from '../../support/desk-api.ts'
import { storeApplication } from '../../support/desk-submissions.ts'
import { aProposal, candidatesOf, OUTBOX, SUNDAY, shownInterview, tokenOf } from '../../support/interviews.ts'

const CANDIDATES = 300
const SLOTS = 20

describe.each(DATABASES)('on %s', (name) => {
  const desk = deskOn(name, { outbox: OUTBOX })

  test('300 candidates choose among 20 slots at once: each slot has one, and nobody has two', async () => {
    desk.clock.now = SUNDAY
    const { call, person } = await desk.as('recruiter')
    const first = Date.parse('2026-03-10T07:00:00.000Z')
    const slots = Array.from({ length: SLOTS }, (_, index) => new Date(first + index * 3_600_000).toISOString())
    const references: string[] = []
    for (let made = 0; made < CANDIDATES; made++)
      references.push(await storeApplication(desk, { fields: { email: `${randomUUID()}@candidate.example` } }))
    for (let first = 0; first < CANDIDATES; first += MAX_TOGETHER) {
      const some = references.slice(first, first + MAX_TOGETHER)
      const offered = await call('POST /interviews/together', {
        body: { ...aProposal(person, { slots }), references: some },
      })
      expect(await offered.json()).toMatchObject({ proposed: some.map((reference) => ({ reference })), omitted: [] })
    }
    desk.clock.pass(11_000)
    // Who finds a slot taken tries the next one that is shown as free.
    const outcomes = await Promise.all(references.map((reference, index) => chooseAny(reference, index)))
    expect(outcomes.filter(Boolean)).toHaveLength(SLOTS)
    const taken = await desk.database.queries
      .selectFrom('interviews')
      .select(['slot_id', 'starts_at'])
      .where('state', '=', 'chosen')
      .execute()
    expect(new Set(taken.map(({ slot_id }) => slot_id)).size).toBe(SLOTS)
    expect(new Set(taken.map(({ starts_at }) => starts_at)).size).toBe(SLOTS)
    // Nobody lost anything: the others keep their proposal, and may say that no time suits.
    const others = references.filter((_, index) => !outcomes[index])
    for (const reference of others) {
      const shown = await shownInterview(desk, reference)
      expect(shown?.times.map(({ isTaken }) => isTaken)).toEqual(Array(SLOTS).fill(true))
    }
    const [unlucky = ''] = others
    await candidatesOf(desk).refuseTimes(await tokenOf(desk, unlucky), 'Sunday evening')

    async function chooseAny(reference: string, index: number): Promise<boolean> {
      const token = await tokenOf(desk, reference)
      for (let tries = 0; tries < SLOTS; tries++) {
        const free = ((await shownInterview(desk, reference))?.times ?? []).filter(({ isTaken }) => !isTaken)
        const slot = free[(index + tries) % Math.max(1, free.length)]
        if (!slot) return false
        const isMine = await candidatesOf(desk)
          .chooseTime(token, slot.id)
          .catch((error) => {
            expect(error).toMatchObject({ reason: 'taken' })
            return false
          })
        if (isMine) return true
      }
      return false
    }
  })
})
