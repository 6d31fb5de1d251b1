import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

interface SilentMachine {
  url: string
  stop(): Promise<void>
}

/** The shortest queue of connections, and none is ever accepted. */
const PROGRAM = `
  const server = require('node:net').createServer().listen(0, '127.0.0.1', 1, () => {
    process.stdout.write(String(server.address().port), () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0))
  })`
const MORE_THAN_QUEUE = 8

/** A machine without power: connections get no reply at all, not even a refusal. */
export async function startSilentMachine(): Promise<SilentMachine> {
  const machine = spawn(process.execPath, ['-e', PROGRAM], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(machine, 'exit')
  const [port] = await once(machine.stdout, 'data')
  const waiting: Socket[] = []
  for (let count = 0; count < MORE_THAN_QUEUE; count++)
    waiting.push(connect(Number(port), '127.0.0.1').on('error', () => {}))
  await once(waiting[0] as Socket, 'connect')
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      for (const socket of waiting) socket.destroy()
      machine.kill('SIGKILL')
      await ended
    },
  }
}
