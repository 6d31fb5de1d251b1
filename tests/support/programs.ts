import { spawn } from 'node:child_process'

interface Ended {
  code: number | null
  output: string
  /** The error stream. */
  remarks: string
}

/** Without the tester's environment, above all addresses of real databases. */
export const BARE_ENVIRONMENT = {
  PATH: process.env.PATH ?? '',
  HOME: process.env.HOME ?? '',
  ENV_FILE: '/dev/null',
  // Several sites run at once, and the desk has one default port.
  DESK_PORT: 'off',
}

export function runProgram(
  [program, ...args]: [string, ...string[]],
  { cwd, env = {} }: { cwd?: string; env?: Record<string, string> } = {},
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env: { ...BARE_ENVIRONMENT, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
    const ended: Ended = { code: null, output: '', remarks: '' }
    child.stdout.on('data', (chunk) => {
      ended.output += chunk
    })
    child.stderr.on('data', (chunk) => {
      ended.remarks += chunk
    })
    child.once('error', reject)
    child.once('close', (code) => resolve({ ...ended, code }))
  })
}
