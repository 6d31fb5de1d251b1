import { companyTimeZone } from '#domain/content/company.ts'
import { type Command, pick, type Situation } from '../command.ts'
import { withDatabase } from '../open-database.ts'
import { commandLineOf, report, runCommand } from '../run-command.ts'
import type { Terminal } from '../terminal.ts'
import type { DeskCommand } from './command.ts'

/** Each is loaded only when it is called. */
const COMMANDS: Record<string, () => Promise<DeskCommand>> = {
  list: async () => (await import('./submissions.ts')).list,
  show: async () => (await import('./submissions.ts')).show,
  cv: async () => (await import('./cv.ts')).cv,
  stage: async () => (await import('./submissions.ts')).stage,
  answered: async () => (await import('./submissions.ts')).answered,
  note: async () => (await import('./submissions.ts')).note,
  samples: async () => (await import('./samples.ts')).samples,
  export: async () => (await import('./export.ts')).exportSubmissions,
  erase: async () => (await import('./erase.ts')).erase,
  purge: async () => (await import('./erase.ts')).purge,
  content: async () => (await import('./content.ts')).content,
  queue: async () => (await import('./queue.ts')).queue,
  audit: async () => (await import('./audit.ts')).audit,
  webhooks: async () => (await import('./webhooks.ts')).webhooks,
  people: async () => (await import('./people.ts')).people,
}

export async function runDesk([name = 'help', ...args]: string[], situation: Situation): Promise<number> {
  const { terminal } = situation
  try {
    if (!['help', '--help', '-h'].includes(name))
      return await runCommand(`desk ${name}`, await loadDeskCommand(name), args, situation)
    const [wanted] = args
    if (wanted) commandLineOf(`desk ${wanted}`, await loadDeskCommand(wanted), terminal).outputHelp()
    else await printCommands(terminal)
    return 0
  } catch (error) {
    return report(terminal, error)
  }
}

export async function loadDeskCommand(name: string): Promise<Command> {
  // The doctor opens the database itself, since that may be what is wrong.
  if (name === 'doctor') return (await import('./doctor.ts')).doctor
  const command = await pick(COMMANDS, name, `The desk has no command "${name}". npm run desk lists the commands.`)()
  return {
    ...command,
    run: (call) =>
      withDatabase(call, async (database) =>
        command.run({ ...call, database, timeZone: await companyTimeZone(database.queries) }),
      ),
  }
}

async function printCommands(terminal: Terminal) {
  const names = [...Object.keys(COMMANDS), 'doctor']
  const widest = Math.max(...names.map((name) => name.length))
  terminal.print('The desk: submissions, for the staff.\n\nnpm run desk -- <command> [options]\n')
  for (const name of names) terminal.print(`  ${name.padEnd(widest)}  ${(await loadDeskCommand(name)).summary}`)
  terminal.print('\nnpm run desk -- <command> --help shows the options of a command.')
  terminal.print(
    'In scripts: node scripts/command.js desk … prints only the result. Exit codes: 0 done, 1 not found or refused, 2 not understood.',
  )
}
