import type { Database } from '#domain/database/connection.ts'
import { readReference } from '#domain/submissions/reference.ts'
import { type Call, type Command, type CommandOption, Refusal, UsageError } from '../command.ts'

export { DONE, NOT_DONE, Refusal, UsageError } from '../command.ts'
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

export function oneReference({ words }: DeskCall): string {
  const [reference, ...others] = words
  if (!reference || others.length > 0) throw new UsageError('Give one reference number, like NQ-7K3M-9XQ2.')
  return readReference(reference)
}

/** Asks before what cannot be undone. */
export async function confirm({ options, terminal }: DeskCall, question: string): Promise<boolean> {
  if (options.yes) return true
  if (!terminal.canAsk) throw new Refusal('Nothing was done: nobody can be asked here. Add --yes to go on without.')
  return terminal.ask(question)
}
