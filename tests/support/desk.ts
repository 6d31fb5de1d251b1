import { run } from '#cli/desk/desk.ts'
import { harmless, harmlessJson, type Terminal } from '#cli/desk/terminal.ts'
import { type Config, readConfig } from '#settings/settings.ts'

export interface DeskAnswer {
  code: number
  output: string
  remarks: string
}

interface Sitting {
  width?: number
  /** What the person answers; without one nobody can be asked. */
  answer?: boolean
  now?: Date
}

/** The desk with somebody in front of it, on a database of the test. */
export async function atTheDesk(settings: Partial<Config>, args: string[], sitting: Sitting = {}): Promise<DeskAnswer> {
  const answer = { code: 0, output: '', remarks: '' }
  const terminal: Terminal = {
    print: (text) => {
      answer.output += `${harmless(text)}\n`
    },
    printJson: (value) => {
      answer.output += harmlessJson(value)
    },
    write: async (bytes) => {
      answer.output += bytes.toString()
    },
    remark: (text) => {
      answer.remarks += `${harmless(text)}\n`
    },
    progress: () => {},
    width: sitting.width ?? 120,
    canAsk: sitting.answer !== undefined,
    ask: async (question) => {
      answer.remarks += question
      return sitting.answer === true
    },
  }
  answer.code = await run(args, { ...readConfig({}), ...settings }, terminal, sitting.now)
  return answer
}
