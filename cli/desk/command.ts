import { type AuditEntry, recordInAuditTrail } from '#domain/platform/audit-trail.ts'
import type { Database, Queries } from '#domain/platform/database/database.ts'
import { commandLineActor } from '../actor.ts'
import { type Call, type Command, type CommandOption, Refusal } from '../command.ts'

export { Refusal, readCount, UsageError } from '../command.ts'
export type DeskOption = CommandOption

/** One thing that can be done at the desk. */
export type DeskCommand = Command<DeskContext>
export type DeskCall = Call & DeskContext

interface DeskContext {
  database: Database
  /** The company's: days and hours are its days and hours. */
  timeZone: string
}

export const asJson: Record<string, DeskOption> = {
  json: { type: 'boolean', says: 'answer in JSON, for scripts' },
}

export const withoutAsking: Record<string, DeskOption> = {
  yes: { type: 'boolean', says: 'do not ask, for scripts' },
}

/** One transaction of `work` and its entry in the audit trail. */
export function writeAudited<Result>(
  { database, now }: DeskCall,
  work: (queries: Queries) => Promise<Result>,
  entryOf: (result: Result) => Omit<AuditEntry, 'actor'>,
): Promise<Result> {
  return database.write(async (queries) => {
    const result = await work(queries)
    await recordInAuditTrail(queries, { ...entryOf(result), actor: commandLineActor() }, now)
    return result
  })
}

/** Asks before what cannot be undone. */
export async function confirm({ options, terminal }: DeskCall, question: string): Promise<boolean> {
  if (options.yes) return true
  if (!terminal.canAsk) throw new Refusal('Nothing was done: nobody can be asked here. Add --yes to go on without.')
  return terminal.ask(question)
}
