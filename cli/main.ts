import { type Config, describeMisspelt, readConfig, SettingsError } from '#settings/settings.ts'
import { type Command, pick } from './command.ts'
import { report, runCommand } from './run-command.ts'
import { openTerminal } from './terminal.ts'

/** Each is loaded only when it is called. */
export const COMMANDS: Record<string, () => Promise<Command>> = {
  content: async () => (await import('./content.ts')).content,
  backup: async () => (await import('./backup/backup.ts')).backup,
  restore: async () => (await import('./backup/restore.ts')).restore,
  migrate: async () => (await import('./database-commands.ts')).migrate,
  'move-files': async () => (await import('./move-files.ts')).moveFiles,
  'move-to-postgres': async () => (await import('./database-commands.ts')).moveToPostgres,
}

export async function main([name = '', ...args]: string[]): Promise<number> {
  const terminal = openTerminal()
  try {
    const complaint = `There is no command "${name}", only desk, ${Object.keys(COMMANDS).join(', ')}.`
    const command = name === 'desk' ? undefined : await pick(COMMANDS, name, complaint)()
    const config = readConfig()
    const misspelt = describeMisspelt()
    if (misspelt) terminal.remark(`Settings ${misspelt}`)
    await refuseToWriteAsRoot(config)
    const situation = { config, terminal, now: new Date() }
    if (command) return runCommand(name, command, args, situation)
    const { runDesk } = await import('./desk/desk.ts')
    return runDesk(args, situation)
  } catch (error) {
    return report(terminal, error)
  }
}

/** The server runs as another user and cannot open files that root made. */
async function refuseToWriteAsRoot({ dataDirectory, databaseUrl }: Config) {
  if (databaseUrl || process.getuid?.() !== 0) return
  const { describeOtherOwner } = await import('#domain/platform/database/sqlite.ts')
  const complaint = describeOtherOwner(dataDirectory)
  if (complaint) throw new SettingsError('DATA_DIR', complaint)
}
