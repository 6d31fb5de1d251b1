import type { AuditEntry } from '#domain/platform/audit-trail.ts'
import type { Queries } from '#domain/platform/database/database.ts'
import { STAGES } from '#domain/platform/database/tables.ts'
import { changeStage, NotHandled, replaceTerminalNote } from '#domain/submissions/handling.ts'
import { readReference } from '#domain/submissions/reference.ts'
import { movesFrom } from '#domain/submissions/stages.ts'
import { type DeskCall, type DeskCommand, Refusal, writeAudited } from './command.ts'
import { readStage } from './filters.ts'

export const stage: DeskCommand = {
  takes: `<reference> <${STAGES.join('|')}>`,
  summary: 'says how far a submission has got; nobody is written to',

  async run(call) {
    const [reference, wanted] = referenceAndWord(call)
    const to = readStage(wanted)
    await handle(call, { action: 'submission.stage', reference, words: { stage: to } }, (queries) =>
      changeStage(queries, reference, { to }, { actorId: null, now: call.now }),
    )
    call.terminal.print(`${reference} is ${to}.`)
  },
}

export const note: DeskCommand = {
  takes: '<reference> <text>',
  summary: 'writes a note to a submission, in place of the one before; "" takes it away',

  async run(call) {
    const [reference, text] = referenceAndWord(call)
    // The text stays out of the trail: it may be about the person.
    await handle(call, { action: 'submission.note', reference }, (queries) =>
      replaceTerminalNote(queries, reference, text.trim(), call.now),
    )
    call.terminal.print(`${reference} has ${text.trim() ? 'a note' : 'no note'}.`)
  },
}

function referenceAndWord({ words }: DeskCall) {
  const [reference, word] = words as [string, string]
  return [readReference(reference), word] as const
}

async function handle(
  call: DeskCall,
  entry: Pick<AuditEntry, 'action' | 'words'> & { reference: string },
  work: (queries: Queries) => Promise<unknown>,
) {
  const { reference } = entry
  try {
    await writeAudited(call, work, () => entry)
  } catch (error) {
    if (!(error instanceof NotHandled)) throw error
    const { current } = error
    if (!current) throw new Refusal(`There is no submission ${reference}.`)
    const moves = movesFrom(current.kind, current.stage)
    throw new Refusal(`${reference} is ${current.stage}; from there it can become ${moves.join(', ')}.`)
  }
}
