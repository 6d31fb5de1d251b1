import type { Situation } from '#cli/command.ts'
import { runDesk } from '#cli/desk/desk.ts'
import { escapeControlCharacters, escapeJson, type Terminal } from '#cli/terminal.ts'
import { type Config, readConfig } from '#settings/settings.ts'

interface CommandResult {
  code: number
  output: string
  remarks: string
}

interface Sitting {
  width?: number
  /** What the person answers; without one nobody can be asked. */
  answer?: boolean
  now?: Date | undefined
}

/** The desk with somebody in front of it, on a database of the test. */
export function atTheDesk(settings: Partial<Config>, args: string[], sitting?: Sitting): Promise<CommandResult> {
  return calling((situation) => runDesk(args, situation), settings, sitting)
}

/** What a command says, and its exit code. */
export async function calling(
  call: (situation: Situation) => Promise<number>,
  settings: Partial<Config>,
  sitting: Sitting = {},
): Promise<CommandResult> {
  const said = { output: '', remarks: '' }
  const terminal: Terminal = {
    print: (text) => {
      said.output += `${escapeControlCharacters(text)}\n`
    },
    printJson: (value) => {
      said.output += escapeJson(value)
    },
    write: async (bytes) => {
      said.output += bytes.toString()
    },
    remark: (text) => {
      said.remarks += `${escapeControlCharacters(text)}\n`
    },
    progress: () => {},
    width: sitting.width ?? 120,
    canAsk: sitting.answer !== undefined,
    ask: async (question) => {
      said.remarks += question
      return sitting.answer === true
    },
  }
  const code = await call({ config: { ...readConfig({}), ...settings }, terminal, now: sitting.now ?? new Date() })
  return { code, ...said }
}
