import { companyTimeZone } from '#domain/content/contact-info.ts'
import { type Command, type Situation, UsageError } from '../command.ts'
import { DONE } from '../exit-codes.ts'
import { withDatabase } from '../open-database.ts'
import { exitCodeOf, helpOn, runCommand } from '../run-command.ts'
import type { DeskCommand } from './command.ts'

/** Each is loaded only when it is asked for. */
const COMMANDS: Record<string, () => Promise<DeskCommand>> = {
  list: async () => (await import('./list.ts')).list,
  show: async () => (await import('./show.ts')).show,
  cv: async () => (await import('./cv.ts')).cv,
  stage: async () => (await import('./handling.ts')).stage,
  note: async () => (await import('./handling.ts')).note,
  samples: async () => (await import('./samples.ts')).samples,
  export: async () => (await import('./export.ts')).exportSubmissions,
  erase: async () => (await import('./erase.ts')).erase,
  purge: async () => (await import('./purge.ts')).purge,
  content: async () => (await import('./content.ts')).content,
  mail: async () => (await import('./mail.ts')).mail,
  audit: async () => (await import('./audit.ts')).audit,
  webhooks: async () => (await import('./webhooks.ts')).webhooks,
  people: async () => (await import('./people.ts')).people,
}

/** It looks for itself whether there is a database to use. */
const loadDoctor = async () => (await import('./doctor.ts')).doctor

/** `npm run desk`: what the company's staff do with what visitors sent. The number is the exit code. */
export async function runDesk([name = 'help', ...args]: string[], situation: Situation): Promise<number> {
  return exitCodeOf(situation.terminal, async () => {
    if (['help', '--help', '-h'].includes(name)) {
      const [wanted] = args
      situation.terminal.print(wanted ? helpOn(`desk ${wanted}`, await commandCalled(wanted)) : await help())
      return DONE
    }
    return runCommand(`desk ${name}`, await commandCalled(name), args, situation)
  })
}

async function commandCalled(name: string): Promise<Command> {
  if (name === 'doctor') return loadDoctor()
  const command = Object.hasOwn(COMMANDS, name) ? await COMMANDS[name]?.() : undefined
  if (!command) throw new UsageError(`The desk has no command "${name}". npm run desk shows those it has.`)
  return {
    ...command,
    run: (call) =>
      withDatabase(call, async (database) =>
        command.run({ ...call, database, timeZone: await companyTimeZone(database.queries) }),
      ),
  }
}

async function help() {
  const loads: [string, () => Promise<Pick<Command, 'summary'>>][] = [
    ...Object.entries(COMMANDS),
    ['doctor', loadDoctor],
  ]
  const names = await Promise.all(loads.map(async ([name, load]) => [name, await load()] as const))
  const widest = Math.max(...names.map(([name]) => name.length))
  return [
    'The desk: what visitors sent, for the staff.',
    '',
    'npm run desk -- <command> [options]',
    '',
    ...names.map(([name, { summary }]) => `  ${name.padEnd(widest)}  ${summary}`),
    '',
    'npm run desk -- <command> --help shows the options of a command.',
    'In scripts: node scripts/command.js desk … prints the answer only. Exit codes: 0 done, 1 not found or refused, 2 not understood.',
  ].join('\n')
}
