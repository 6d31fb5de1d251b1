import { spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../tests/support/temporary-folder.ts'

const folder = temporaryFolder()

// Every write to it fails, as on a full disk.
const FULL_DISK = '/dev/full'
const HANGS_MILLISECONDS = 30_000

describe('the log', () => {
  const THREE_THOUSAND = Array.from({ length: 3000 }, (_, number) => number)
  const numbersIn = (file: string) => readFileSync(file, 'utf8').trim().split('\n').map(Number)

  test('of a process that ends at once is written wholly, every line once', async () => {
    const file = path.join(folder, 'ends-at-once')
    expect(await endOf('writeLines(3000); process.exit(3)', file)).toBe(3)
    // A line that a thread was writing may arrive last.
    expect(numbersIn(file).sort((one, other) => one - other)).toEqual(THREE_THOUSAND)
  })

  test('of a process that goes on is written in order', async () => {
    const file = path.join(folder, 'goes-on')
    const untilWritten = `
      const { fstatSync } = await import('node:fs')
      writeLines(3000)
      while (fstatSync(1).size < ${THREE_THOUSAND.join('\n').length + 1}) await new Promise((resolve) => setTimeout(resolve, 5))
      process.exit(3)`
    expect(await endOf(untilWritten, file)).toBe(3)
    expect(numbersIn(file)).toEqual(THREE_THOUSAND)
  })

  test.runIf(existsSync(FULL_DISK))('on a full disk neither ends the process nor keeps it from ending', async () => {
    const goesOn = 'writeLines(3000); setTimeout(() => { writeLines(3000); process.exit(3) }, 500)'
    expect(await endOf(goesOn, FULL_DISK)).toBe(3)
    expect(await endOf('writeLines(1); process.exit(3)', FULL_DISK)).toBe(3)
  })

  test.runIf(existsSync(FULL_DISK))('that cannot be written takes no more than a little memory', async () => {
    const program = `
      const before = process.memoryUsage().rss
      for (let round = 0; round < 100; round++) {
        for (let line = 0; line < 1000; line++) destination.write('x'.repeat(1000) + round + line + '\\n')
        await new Promise((resolve) => setTimeout(resolve, 1))
      }
      process.exit(process.memoryUsage().rss - before < 50 * 1024 * 1024 ? 0 : 1)`
    expect(await endOf(program, FULL_DISK)).toBe(0)
  })
})

/** Exit code or signal of a program whose standard output is that file. */
async function endOf(program: string, output: string) {
  const log = JSON.stringify(path.join(import.meta.dirname, 'log.ts'))
  const source = `
    import { createLogDestination } from ${log}
    const destination = createLogDestination()
    const writeLines = (count) => { for (let line = 0; line < count; line++) destination.write(line + '\\n') }
    ${program}`
  const file = openSync(output, 'a')
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', source], {
    stdio: ['ignore', file, 'ignore'],
    timeout: HANGS_MILLISECONDS,
    killSignal: 'SIGKILL',
  })
  closeSync(file)
  return new Promise((resolve) => child.once('close', (code, signal) => resolve(code ?? signal)))
}
