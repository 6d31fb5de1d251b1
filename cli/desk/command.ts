import type { Database } from '#domain/database/connection.ts'
import type { Config } from '#settings/settings.ts'
import type { Terminal } from './terminal.ts'

/** One thing that can be done at the desk. */
export interface DeskCommand {
  /** What follows its name, as the help writes it. */
  takes?: string
  summary: string
  options?: Record<string, DeskOption>
  examples?: string[]
  /** The number is the exit code. */
  run(call: DeskCall): Promise<number>
}

export interface DeskOption {
  type: 'string' | 'boolean'
  /** The placeholder of its value in the help. */
  value?: string
  says: string
}

export interface DeskCall {
  words: string[]
  options: Record<string, string | boolean | undefined>
  database: Database
  config: Config
  terminal: Terminal
  now: Date
  /** The company's: days and hours are its days and hours. */
  timeZone: string
}

export const DONE = 0
export const NOT_DONE = 1
export const WRONG_USAGE = 2

/** The command was not understood. */
export class UsageError extends Error {}

/** It was understood and will not be done. */
export class Refusal extends Error {}

export const asJson: Record<string, DeskOption> = {
  json: { type: 'boolean', says: 'answer in JSON, for scripts' },
}

export const withoutAsking: Record<string, DeskOption> = {
  yes: { type: 'boolean', says: 'do not ask, for scripts' },
}

export function oneReference({ words }: DeskCall): string {
  const [reference, ...others] = words
  if (!reference || others.length > 0) throw new UsageError('Give one reference number, like NQ-7K3M-9XQ2.')
  return asReference(reference)
}

export const asReference = (text: string) => text.trim().toUpperCase()

/** Asks before what cannot be undone. */
export async function confirm({ options, terminal }: DeskCall, question: string): Promise<boolean> {
  if (options.yes) return true
  if (!terminal.canAsk) throw new Refusal('Nothing was done: nobody can be asked here. Add --yes to go on without.')
  return terminal.ask(question)
}
