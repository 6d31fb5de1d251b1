import { existsSync, readFileSync } from 'node:fs'
import { CommanderError, Command as CommandLine } from 'commander'
import { isDatabaseFailure } from '#domain/platform/database/failures.ts'
import { DatabaseNotReady } from '#domain/platform/database/migrate.ts'
import { DatabaseNotPermitted } from '#domain/platform/database/sqlite.ts'
import { FileLost } from '#domain/platform/storage/kept-files.ts'
import { SettingsError } from '#settings/settings.ts'
import { type Command, NotDone, Refusal, type Situation, UsageError } from './command.ts'
import { ReaderGone, type Terminal } from './terminal.ts'

const DONE = 0
const NOT_DONE = 1
const WRONG_USAGE = 2

export async function runCommand(name: string, command: Command, args: string[], situation: Situation) {
  const line = commandLineOf(name, command, situation.terminal)
  try {
    await command.run({ ...parse(line, args), ...situation })
    return DONE
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === DONE) return DONE
    if (!(error instanceof UsageError)) return report(situation.terminal, error)
    return report(situation.terminal, new UsageError(`${error.message}\nUsage: ${line.name()} ${line.usage()}`))
  }
}

/** Returns the exit code. An expected failure is one line for the operator; a fault of ours shows its stack. */
export function report(terminal: Terminal, error: unknown): number {
  if (error instanceof ReaderGone) return DONE
  if (error instanceof NotDone) return NOT_DONE
  const { message, stack = message } = error as Error
  terminal.remark(isExpected(error) ? message : stack)
  return error instanceof UsageError ? WRONG_USAGE : NOT_DONE
}

export function isExpected(error: unknown): boolean {
  const kinds = [UsageError, Refusal, SettingsError, DatabaseNotReady, DatabaseNotPermitted, FileLost]
  if (kinds.some((kind) => error instanceof kind)) return true
  // A full disk or a folder without permission: Node's own sentence says what and where.
  return isDatabaseFailure(error) || (error instanceof Error && 'syscall' in error)
}

export function commandLineOf(name: string, command: Command, terminal: Terminal): CommandLine {
  const { takes, summary, options = {}, examples = [] } = command
  const [program, subcommand = ''] = name.split(' ')
  const line = new CommandLine(`npm run ${program} -- ${subcommand}`.trimEnd())
    .description(`${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`)
    .allowExcessArguments(false)
    .showSuggestionAfterError(false)
    .exitOverride(refuse)
    .configureOutput({
      writeOut: (text) => terminal.print(text.trimEnd()),
      outputError: () => {},
      getOutHelpWidth: () => terminal.width,
    })
  if (takes) line.arguments(takes)
  for (const [flags, explanation] of Object.entries(options)) line.option(flags, explanation)
  const lines = examples.map((example) => `\n  npm run ${program} -- ${example}`)
  return lines.length > 0 ? line.addHelpText('after', `\nFor example${lines.join('')}`) : line
}

/** Commander begins its complaints with "error: ". */
function refuse(error: CommanderError): never {
  if (error.exitCode === DONE) throw error
  const [complaint = ''] = error.message.replace('error: ', '').split('\n')
  throw new UsageError(`${complaint.charAt(0).toUpperCase()}${complaint.slice(1).replace(/\.$/, '')}.`)
}

function parse(line: CommandLine, args: string[]) {
  const names = line.options.map(({ long }) => String(long).slice(2))
  const taken = takenByNpm(names, args)
  if (taken) throw new UsageError(`npm took --${taken} for itself: write -- before the options of the command.`)
  line.parse(args, { from: 'user' })
  const options = line.opts<Record<string, string | boolean>>()
  for (const option of line.options) {
    const { long } = option
    const value = options[option.attributeName()]
    // An unset variable of a script: an empty folder would be the current one.
    if (value === '') throw new UsageError(`${long} is empty.`)
    if (typeof value === 'string' && value.startsWith('-') && args.includes(value))
      throw new UsageError(`${long} has no value. Write ${long}=${value} if you mean that.`)
  }
  return { words: line.args, options }
}

/** Without `--`, npm takes `--months=6` as a setting of its own. Settings in npm's files do not count. */
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
