import { parseArgs } from 'node:util'
import type { Config } from '#settings/settings.ts'
import { openReadyDatabase } from '../open-database.ts'
import { audit } from './audit.ts'
import { type DeskCommand, DONE, NOT_DONE, Refusal, UsageError, WRONG_USAGE } from './command.ts'
import { content } from './content.ts'
import { cv } from './cv.ts'
import { erase } from './erase.ts'
import { exportSubmissions } from './export.ts'
import { note, state } from './handling.ts'
import { list } from './list.ts'
import { mail } from './mail.ts'
import { purge } from './purge.ts'
import { show } from './show.ts'
import { openTerminal, type Terminal } from './terminal.ts'

const COMMANDS: Record<string, DeskCommand> = {
  list,
  show,
  cv,
  state,
  note,
  export: exportSubmissions,
  erase,
  purge,
  content,
  mail,
  audit,
}

/** `npm run desk`: what the company's staff do with what visitors sent. */
export async function run(
  args: string[],
  config: Config,
  terminal: Terminal = openTerminal(),
  now = new Date(),
): Promise<number> {
  const [name = 'help', ...rest] = args
  if (['help', '--help', '-h'].includes(name)) {
    const wanted = COMMANDS[rest[0] ?? '']
    terminal.print(wanted ? helpOn(rest[0] as string, wanted) : help())
    return DONE
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  try {
    if (!command) throw new UsageError(`The desk has no command "${name}". npm run desk shows those it has.`)
    const { values, positionals } = parse(rest, command)
    if (values.help) {
      terminal.print(helpOn(name, command))
      return DONE
    }
    return await withDatabase(config, async (database, timeZone) =>
      command.run({ words: positionals, options: values, database, config, terminal, now, timeZone }),
    )
  } catch (error) {
    if (!(error instanceof UsageError) && !(error instanceof Refusal)) throw error
    terminal.remark(error.message)
    if (error instanceof Refusal) return NOT_DONE
    if (command) terminal.remark(`npm run desk -- ${name} --help says more.`)
    return WRONG_USAGE
  }
}

function parse(args: string[], { options = {} }: DeskCommand) {
  const known = Object.fromEntries(Object.entries(options).map(([name, { type }]) => [name, { type }]))
  try {
    return parseArgs({
      args,
      options: { ...known, help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
    }) as { values: Record<string, string | boolean | undefined>; positionals: string[] }
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

async function withDatabase<Result>(
  config: Config,
  work: (database: Awaited<ReturnType<typeof openReadyDatabase>>, timeZone: string) => Promise<Result>,
) {
  const database = await openReadyDatabase(config)
  try {
    const company = await database.queries.selectFrom('contact_info').select('time_zone').executeTakeFirst()
    return await work(database, company?.time_zone ?? 'UTC')
  } finally {
    await database.close()
  }
}

function help() {
  const names = Object.entries(COMMANDS)
  const widest = Math.max(...names.map(([name]) => name.length))
  return [
    'The desk: what visitors sent, for the staff.',
    '',
    'npm run desk -- <command> [options]',
    '',
    ...names.map(([name, { summary }]) => `  ${name.padEnd(widest)}  ${summary}`),
    '',
    'npm run desk -- <command> --help shows the options of a command.',
    'In scripts: node command.js desk … prints the answer only. Exit codes: 0 done, 1 not found or refused, 2 not understood.',
  ].join('\n')
}

function helpOn(name: string, { takes, summary, options = {}, examples = [] }: DeskCommand) {
  const lines = Object.entries(options).map(([option, { value, says }]) => [
    `--${option}${value ? ` <${value}>` : ''}`,
    says,
  ])
  const widest = Math.max(0, ...lines.map(([option]) => (option as string).length))
  return [
    `npm run desk -- ${name}${takes ? ` ${takes}` : ''}${lines.length > 0 ? ' [options]' : ''}`,
    '',
    `${summary[0]?.toUpperCase()}${summary.slice(1)}.`,
    ...(lines.length > 0 ? ['', ...lines.map(([option, says]) => `  ${option?.padEnd(widest)}  ${says}`)] : []),
    ...(examples.length > 0 ? ['', 'For example', ...examples.map((example) => `  npm run desk -- ${example}`)] : []),
  ].join('\n')
}
