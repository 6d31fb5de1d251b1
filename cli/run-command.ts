import { existsSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { isDatabaseFailure } from '#domain/platform/database/failures.ts'
import { DatabaseNotReady } from '#domain/platform/database/migrate.ts'
import { DatabaseNotPermitted } from '#domain/platform/database/sqlite.ts'
import { FileLost } from '#domain/platform/storage/kept-files.ts'
import { SettingsError } from '#settings/settings.ts'
import { type Call, type Command, Refusal, type Situation, UsageError } from './command.ts'
import { DONE, NOT_DONE, WRONG_USAGE } from './exit-codes.ts'
import { ReaderGone, type Terminal } from './terminal.ts'

/** Reads the words and options, does it, and puts every failure into words. The number is the exit code. */
export async function runCommand(name: string, command: Command, args: string[], situation: Situation) {
  return exitCodeOf(situation.terminal, async () => {
    try {
      const { words, options } = parse(name, command, args)
      if (options.help) {
        situation.terminal.print(helpOn(name, command))
        return DONE
      }
      return await command.run({ words, options, ...situation })
    } catch (error) {
      if (!(error instanceof UsageError)) throw error
      throw new UsageError(`${error.message}\nUsage: ${usageOf(name, command)}`)
    }
  })
}

/** What an operator can do something about is one line; only a fault of ours shows where it happened. */
export async function exitCodeOf(terminal: Terminal, work: () => Promise<number>): Promise<number> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ReaderGone) return DONE
    const { message, stack = message } = error as Error
    terminal.remark(isExpected(error) ? message : stack)
    return error instanceof UsageError ? WRONG_USAGE : NOT_DONE
  }
}

/** The message says all there is to say. */
export function isExpected(error: unknown): boolean {
  const kinds = [UsageError, Refusal, SettingsError, DatabaseNotReady, DatabaseNotPermitted, FileLost]
  if (kinds.some((kind) => error instanceof kind)) return true
  // A full disk, a folder one may not write to: Node's own sentence says what and where.
  return isDatabaseFailure(error) || (error instanceof Error && 'syscall' in error)
}

function parse(name: string, { words: [least, most] = [0, 0], options = {} }: Command, args: string[]) {
  const taken = takenByNpm(Object.keys(options), args)
  if (taken) throw new UsageError(`npm took --${taken} for itself: write -- before what is meant for the command.`)
  const known = Object.fromEntries(Object.entries(options).map(([option, { type }]) => [option, { type }]))
  const { values, positionals } = parseStrictly(args, { ...known, help: { type: 'boolean', short: 'h' } })
  // What a variable of a script was to fill in: an empty folder would be the one we are in.
  const empty = Object.keys(values).find((option) => values[option] === '')
  if (empty) throw new UsageError(`--${empty} is empty.`)
  if (!values.help && (positionals.length < least || positionals.length > most))
    throw new UsageError(describeWords(name, positionals, least, most))
  return { words: positionals, options: values }
}

function parseStrictly(args: string[], options: Record<string, { type: 'string' | 'boolean'; short?: string }>) {
  try {
    return parseArgs({ args, options, allowPositionals: true }) as { values: Call['options']; positionals: string[] }
  } catch (error) {
    const [sentence] = (error as Error).message.split(/\.?\n|\. /)
    throw new UsageError(`${sentence}.`)
  }
}

function describeWords(name: string, words: string[], least: number, most: number) {
  const missing = least - words.length
  if (missing > 0) return `${name} needs ${missing === 1 ? 'one word' : `${missing} words`} more.`
  return `${name} does not take ${words.slice(most).join(' ')}.`
}

/**
 * `npm run desk purge --months=6` gives the command no months and npm a setting of that name, or of one that begins like it.
 * A setting of the same name may also stand in a file of npm's; and who gave the command an option knows about `--`.
 */
function takenByNpm(options: string[], args: string[], environment = process.env) {
  if (!environment.npm_lifecycle_event || args.some((word) => word.startsWith('-'))) return undefined
  const files = [environment.npm_config_userconfig, environment.npm_config_globalconfig]
  const stated = files.map((file) => (file && existsSync(file) ? readFileSync(file, 'utf8') : '')).join('\n')
  const settings = Object.keys(environment)
    .filter((name) => name.startsWith('npm_config_') && environment[name])
    .map((name) => name.slice('npm_config_'.length).replaceAll('_', '-'))
    .filter((name) => !new RegExp(`^[ \\t]*${name}[ \\t]*=`, 'm').test(stated))
  return options.find((option) => settings.some((name) => name.startsWith(option)))
}

const MAX_OPTIONS_IN_USAGE = 4

function usageOf(name: string, { takes, options = {} }: Command) {
  const [program, ...subcommand] = name.split(' ')
  const listed = Object.entries(options).map(([option, { value, required }]) => {
    const written = `--${option}${value ? ` <${value}>` : ''}`
    return required ? written : `[${written}]`
  })
  const rest = [...subcommand, takes, ...(listed.length > MAX_OPTIONS_IN_USAGE ? ['[options]'] : listed)].filter(
    Boolean,
  )
  return ['npm run', program, ...(rest.length > 0 ? ['--', ...rest] : [])].join(' ')
}

export function helpOn(name: string, command: Command) {
  const { summary, options = {}, examples = [] } = command
  const lines = Object.entries(options).map(([option, { value, says }]) => [
    `--${option}${value ? ` <${value}>` : ''}`,
    says,
  ])
  const widest = Math.max(0, ...lines.map(([option]) => (option as string).length))
  return [
    usageOf(name, command),
    '',
    `${summary[0]?.toUpperCase()}${summary.slice(1)}.`,
    ...(lines.length > 0 ? ['', ...lines.map(([option, says]) => `  ${option?.padEnd(widest)}  ${says}`)] : []),
    ...(examples.length > 0
      ? ['', 'For example', ...examples.map((example) => `  npm run ${name.split(' ')[0]} -- ${example}`)]
      : []),
  ].join('\n')
}
