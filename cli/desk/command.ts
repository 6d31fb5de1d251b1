import { type AuditEntry, recordInAuditTrail } from '#domain/platform/audit-trail.ts'
import type { Database, Queries } from '#domain/platform/database/database.ts'
import { type Call, type Command, commandLineActor, Refusal } from '../command.ts'
import { type Column, formatTable } from './table.ts'

export * from '../command.ts'

interface DeskContext {
  database: Database
  timeZone: string
}

export type DeskCommand = Command<DeskContext>
export type DeskCall = Call & DeskContext

export const asJson = { '--json': 'print JSON, for scripts' }
export const withoutAsking = { '--yes': 'do not ask, for scripts' }

export function printRows<Row>(
  { options, terminal }: DeskCall,
  rows: Row[],
  columns: Column<Row>[],
  remark: string,
  json: unknown = rows,
) {
  if (options.json) return terminal.printJson(json)
  if (rows.length > 0) terminal.print(formatTable(columns, rows, terminal))
  terminal.remark(remark)
}

export function printResult({ options, terminal }: DeskCall, sentence: string, json: unknown) {
  if (options.json) terminal.printJson(json)
  else terminal.print(sentence)
}

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

export async function confirm({ options, terminal }: DeskCall, question: string): Promise<boolean> {
  if (options.yes) return true
  if (!terminal.canAsk) throw new Refusal('Nothing was done: this terminal cannot ask. Add --yes to skip the question.')
  return terminal.ask(question)
}
