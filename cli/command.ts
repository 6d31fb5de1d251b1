import { userInfo } from 'node:os'
import type { Counts } from '#domain/submissions/delete-submissions.ts'
import type { Config } from '#settings/settings.ts'
import type { Terminal } from './terminal.ts'

export interface Command<Context = unknown> {
  /** Its arguments, as commander writes them: `<needed> [optional] [more...]`. */
  takes?: string
  summary: string
  options?: Record<string, string>
  examples?: string[]
  run(call: Call & Context): Promise<void>
}

export interface Situation {
  config: Config
  terminal: Terminal
  now: Date
}

type OptionValue = string | boolean | undefined

export interface Call extends Situation {
  words: string[]
  options: Record<string, OptionValue>
}

/** The command was not understood: exit code 2. */
export class UsageError extends Error {}

/** The command was understood and refused: exit code 1. The message says why and what to do. */
export class Refusal extends Error {}

/** The output already says what was not done: exit code 1. */
export class NotDone extends Error {}

export function readCount(value: OptionValue, complaint: string, max = 99_999): number | undefined {
  if (value === undefined) return undefined
  const count = /^[1-9]\d*$/.test(String(value)) ? Number(value) : Number.NaN
  if (!(count <= max)) throw new UsageError(complaint)
  return count
}

export function pick<Entry>(table: Record<string, Entry>, name = '', complaint: string): Entry {
  const entry = Object.hasOwn(table, name) ? table[name] : undefined
  if (entry === undefined) throw new UsageError(complaint)
  return entry
}

/** Like "1 file", "3 files" or "No files". */
export const counted = (count: number, one: string, many = `${one}s`) => `${count || 'No'} ${count === 1 ? one : many}`

export const describeCounts = (counts: Counts) =>
  Object.entries(counts)
    .map(([name, count]) => counted(count, name))
    .join(', ') || 'nothing'

/** The audit trail's actor: the system's user, which cannot be forged, and the caller of sudo, which can. */
export function commandLineActor(): string {
  const { SUDO_USER: caller = '' } = process.env
  return `command line: ${userName()}${USER_NAME.test(caller) ? `, called by ${caller}` : ''}`
}

const USER_NAME = /^[\w.@-]{1,64}$/

function userName() {
  try {
    return userInfo().username
  } catch {
    // Containers have users without a name.
    return `user ${process.getuid?.() ?? 'unknown'}`
  }
}
