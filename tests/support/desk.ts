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
  /** The person's answers; without any no question can be asked. */
  answer?: boolean
  now?: Date | undefined
}

/** A terminal with a person, on a database of the test. */
export function atTheDesk(settings: Partial<Config>, args: string[], sitting?: Sitting): Promise<CommandResult> {
  return calling((situation) => runDesk(args, situation), settings, sitting)
}

/** A command's output and exit code. */
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
