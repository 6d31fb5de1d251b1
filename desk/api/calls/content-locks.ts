import * as z from 'zod'
import { releaseLock, takeLock } from '#domain/content/locks.ts'
import { type ContentRecord, readRecord } from '#domain/content/records.ts'
import { PARTS, type Part } from '#domain/content/types/definition.ts'
import { call } from '../call.ts'
import { namesOf, recordIn } from '../content-records.ts'
import { Problem } from '../problem.ts'

export const contentLockCalls = {
  /** Every half minute while it is open. */
  'PUT /content/:type/:id/lock': call({
    access: 'content.change',
    background: true,
    withoutEntry: 'tells colleagues who is writing',
    body: z.object({ isTakeOver: z.boolean().default(false) }),
    async handle({ write, person, now }, { params, body }) {
      const { type, id } = recordIn(params)
      return write(async (queries) => {
        const record = await readRecord(queries, type, id)
        if (!record) throw new Problem('notFound')
        const lock = await takeLock(queries, type, id, { personId: person.id, now, ...body })
        const names = await namesOf(queries, [lock.personId])
        return {
          isMine: lock.personId === person.id,
          holder: { id: lock.personId, name: names[lock.personId] ?? '' },
          takenAt: lock.takenAt,
          versions: versionsOf(record),
        }
      })
    },
  }),

  'DELETE /content/:type/:id/lock': call({
    access: 'content.change',
    background: true,
    withoutEntry: 'tells colleagues who has stopped writing',
    async handle({ write, person }, { params }) {
      const { type, id } = recordIn(params)
      await write(async (queries) => {
        if (!(await readRecord(queries, type, id))) throw new Problem('notFound')
        await releaseLock(queries, type, id, person.id)
      })
    },
  }),
}

const versionsOf = ({ parts }: ContentRecord) =>
  Object.fromEntries(PARTS.map((each) => [each, parts[each].version])) as Record<Part, number>
