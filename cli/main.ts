import { type Config, describeMisspelt, readConfig, SettingsError } from '#settings/settings.ts'
import { type Command, type Situation, UsageError } from './command.ts'
import { exitCodeOf, runCommand } from './run-command.ts'
import { openTerminal } from './terminal.ts'

type Run = (args: string[], situation: Situation) => Promise<number>

/** What `npm run …` can do besides serving; each is loaded only when it is asked for. */
const COMMANDS: Record<string, () => Promise<Run>> = {
  desk: async () => (await import('./desk/desk.ts')).runDesk,
  content: async () => runs('content', (await import('./content.ts')).content),
  backup: async () => runs('backup', (await import('./backup/backup.ts')).backup),
  restore: async () => runs('restore', (await import('./backup/restore.ts')).restore),
  migrate: async () => runs('migrate', (await import('./migrate.ts')).migrate),
  'move-files': async () => runs('move-files', (await import('./move-files.ts')).moveFiles),
  'move-to-postgres': async () => runs('move-to-postgres', (await import('./move-to-postgres.ts')).moveToPostgres),
}

/** The number is the exit code. */
export async function main([name = '', ...args]: string[], namesInFile: string[] = []): Promise<number> {
  const terminal = openTerminal()
  return exitCodeOf(terminal, async () => {
    const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
    if (!load) throw new UsageError(`There is no command "${name}", only ${Object.keys(COMMANDS).join(', ')}.`)
    const run = await load()
    const config = readConfig()
    const misspelt = describeMisspelt(namesInFile)
    if (misspelt) terminal.remark(`ENV_FILE: ${misspelt}`)
    await refuseToWriteAsRoot(config)
    return run(args, { config, terminal, now: new Date(), namesInFile })
  })
}

/** A restored database or a backup that belongs to root is one that the server, as another user, cannot open. */
async function refuseToWriteAsRoot({ dataDirectory, databaseUrl }: Config) {
  if (databaseUrl || process.getuid?.() !== 0) return
  const { describeOtherOwner } = await import('#domain/platform/database/sqlite.ts')
  const complaint = describeOtherOwner(dataDirectory)
  if (complaint) throw new SettingsError('DATA_DIR', complaint)
}

function runs(name: string, command: Command): Run {
  return (args, situation) => runCommand(name, command, args, situation)
}
