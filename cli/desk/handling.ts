import { type AuditEntry, recordInAuditTrail } from '#domain/audit-trail.ts'
import type { Queries } from '#domain/database/connection.ts'
import { STAGES } from '#domain/database/tables.ts'
import { changeStage, NotHandled, replaceTerminalNote } from '#domain/submissions/handling.ts'
import { readReference } from '#domain/submissions/reference.ts'
import { movesFrom } from '#domain/submissions/stages.ts'
import { commandLineActor } from '../actor.ts'
import { type DeskCall, type DeskCommand, DONE, Refusal, UsageError } from './command.ts'
import { readStage } from './filters.ts'

export const stage: DeskCommand = {
  takes: `<reference> <${STAGES.join('|')}>`,
  words: [2, 2],
  summary: 'says how far a submission has got; nobody is written to',

  async run(call) {
    const [reference, wanted] = twoWords(call, 'Give a reference number and a stage.')
    const to = readStage(wanted)
    await handle(call, { action: 'submission.stage', reference, words: { stage: to } }, (queries) =>
      changeStage(queries, reference, { to }, { actorId: null, now: call.now }),
    )
    call.terminal.print(`${reference} is ${wanted}.`)
    return DONE
  },
}

export const note: DeskCommand = {
  takes: '<reference> <text>',
  words: [2, 2],
  summary: 'writes a note to a submission, in place of the one before; "" takes it away',

  async run(call) {
    const [reference, text] = twoWords(call, 'Give a reference number and the note, in quotation marks.')
    // What it says stays out of the trail: it may be about the person.
    await handle(call, { action: 'submission.note', reference }, (queries) =>
      replaceTerminalNote(queries, reference, text.trim(), call.now),
    )
    call.terminal.print(`${reference} has ${text.trim() ? 'a note' : 'no note'}.`)
    return DONE
  },
}

function twoWords({ words }: DeskCall, complaint: string): [string, string] {
  const [reference, other, ...more] = words
  if (!reference || other === undefined || more.length > 0) throw new UsageError(complaint)
  return [readReference(reference), other]
}

async function handle(
  { database, now }: DeskCall,
  entry: Pick<AuditEntry, 'action' | 'words'> & { reference: string },
  work: (queries: Queries) => Promise<unknown>,
) {
  const { reference } = entry
  try {
    await database.write(async (queries) => {
      await work(queries)
      await recordInAuditTrail(queries, { ...entry, actor: commandLineActor() }, now)
    })
  } catch (error) {
    if (!(error instanceof NotHandled)) throw error
    const { current } = error
    if (!current) throw new Refusal(`There is no submission ${reference}.`)
    const moves = movesFrom(current.kind, current.stage)
    throw new Refusal(`${reference} is ${current.stage}; from there it can become ${moves.join(', ')}.`)
  }
}
