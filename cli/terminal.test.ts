import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { openTerminal, ReaderGone } from './terminal.ts'

function aTerminal() {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()]
  for (const stream of [stdin, stdout, stderr]) Object.assign(stream, { isTTY: true, setRawMode: () => {} })
  return { stdin, stdout, stderr, terminal: openTerminal({ stdin, stdout, stderr } as unknown as NodeJS.Process) }
}

test.each([
  ['y', 'y\r', true],
  ['yes', 'YES\r', true],
  ['nothing', '\r', false],
  ['something else', 'sure\r', false],
  ['Ctrl-C', '\u0003', false],
  ['Ctrl-D', '\u0004', false],
])('asked and answered with %s', async (_keys, typed, expected) => {
  const { stdin, terminal } = aTerminal()
  const reply = terminal.ask('Erase all of it?')
  stdin.write(typed)
  expect(await reply).toBe(expected)
})

test('a closed pipe is no failure', async () => {
  const { stdout, terminal } = aTerminal()
  stdout.write = ((_bytes: string, done: (error: Error) => void) => {
    done(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }))
    return false
  }) as never
  await expect(terminal.write('x')).rejects.toBeInstanceOf(ReaderGone)
})
