import { type AuditEntry, recordInAuditTrail } from '#domain/audit-trail.ts'
import { SUBMISSION_STATES } from '#domain/database/tables.ts'
import { changeSubmission } from '#domain/submissions/submissions.ts'
import { commandLineActor } from '../actor.ts'
import { asReference, type DeskCall, type DeskCommand, DONE, Refusal, UsageError } from './command.ts'
import { readState } from './filters.ts'

export const state: DeskCommand = {
  takes: `<reference> <${SUBMISSION_STATES.join('|')}>`,
  words: [2, 2],
  summary: 'says how far a submission has got',

  async run(call) {
    const [reference, wanted] = twoWords(call, 'Give a reference number and a state.')
    const state = readState(wanted)
    await change(call, reference, { state }, { action: 'submission.state', words: { state } })
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
    await change(call, reference, { note: text.trim() }, { action: 'submission.note' })
    call.terminal.print(`${reference} has ${text.trim() ? 'a note' : 'no note'}.`)
    return DONE
  },
}

function twoWords({ words }: DeskCall, complaint: string): [string, string] {
  const [reference, other, ...more] = words
  if (!reference || other === undefined || more.length > 0) throw new UsageError(complaint)
  return [asReference(reference), other]
}

async function change(
  { database, now }: DeskCall,
  reference: string,
  wanted: Parameters<typeof changeSubmission>[2],
  entry: Pick<AuditEntry, 'action' | 'words'>,
) {
  const isThere = await database.write(async (queries) => {
    const isFound = await changeSubmission(queries, reference, wanted)
    if (isFound) await recordInAuditTrail(queries, { ...entry, actor: commandLineActor(), reference }, now)
    return isFound
  })
  if (!isThere) throw new Refusal(`There is no submission ${reference}.`)
}
