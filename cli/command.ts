import type { Config } from '#settings/settings.ts'
import type { Terminal } from './terminal.ts'

/** A command of the command line. `Context` is what it needs besides the call itself. */
export interface Command<Context = unknown> {
  /** Its arguments, as commander writes them: `<needed> [optional] [more...]`. */
  takes?: string
  summary: string
  /** From flags, as commander writes them, to their explanation. */
  options?: Record<string, string>
  examples?: string[]
  run(call: Call & Context): Promise<void>
}

/** Where and when a command runs. */
export interface Situation {
  config: Config
  terminal: Terminal
  now: Date
  /** Names of settings in the settings file, as they are written there. */
  namesInFile?: string[]
}

type OptionValue = string | boolean | undefined

export interface Call extends Situation {
  words: string[]
  /** By name in camel case. */
  options: Record<string, OptionValue>
}

/** The command was not understood: exit code 2. */
export class UsageError extends Error {}

/** The command was understood and refused: exit code 1. The message says why and what to do. */
export class Refusal extends Error {}

/** The output already says what was not done: exit code 1. */
export class NotDone extends Error {}

/** The positive whole number in an option; undefined where it is not given. */
export function readCount(value: OptionValue, complaint: string, max = 99_999): number | undefined {
  if (value === undefined) return undefined
  const count = /^[1-9]\d*$/.test(String(value)) ? Number(value) : Number.NaN
  if (!(count <= max)) throw new UsageError(complaint)
  return count
}

/** The entry of this name in a table of subcommands. */
export function pick<Entry>(table: Record<string, Entry>, name = '', complaint: string): Entry {
  const entry = Object.hasOwn(table, name) ? table[name] : undefined
  if (entry === undefined) throw new UsageError(complaint)
  return entry
}
