import type { Config } from '#settings/settings.ts'
import type { Terminal } from './terminal.ts'

/** Something that can be asked for on the command line. `Context` is what it needs besides the call itself. */
export interface Command<Context = unknown> {
  /** What follows its name, as the usage line writes it. */
  takes?: string
  /** How many words it takes, at least and at most; none where it does not say. */
  words?: [least: number, most: number]
  summary: string
  options?: Record<string, CommandOption>
  examples?: string[]
  /** The number is the exit code. */
  run(call: Call & Context): Promise<number>
}

export interface CommandOption {
  type: 'string' | 'boolean'
  /** The placeholder of its value in the help. */
  value?: string
  required?: boolean
  says: string
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
  options: Record<string, OptionValue>
}

/** The command was not understood. */
export class UsageError extends Error {}

/** It was understood and will not be done; the message says why and what to do. */
export class Refusal extends Error {}

/** The whole number above zero that an option gives; undefined where it is not given. */
export function readCount(value: OptionValue, complaint: string, max = 99_999): number | undefined {
  if (value === undefined) return undefined
  const count = /^[1-9]\d*$/.test(String(value)) ? Number(value) : Number.NaN
  if (!(count <= max)) throw new UsageError(complaint)
  return count
}
