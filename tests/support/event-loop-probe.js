// Preloaded into the server; sockets tell the longest turn of its event loop, its memory after garbage collection, and the time of a known piece of work.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isMainThread } from 'node:worker_threads'

const { EVENT_LOOP_PROBE: address } = process.env
// Not in child processes of the server.
delete process.env.EVENT_LOOP_PROBE
delete process.env.NODE_OPTIONS

const CONTROL_JSON = JSON.stringify(
  Array.from({ length: 4_000 }, (_, id) => ({ id, name: `name ${id}`, parts: [id, `${id}`] })),
)

/** A quarter of a second on two idle cores of 2.5 GHz. */
const CONTROL_ROUNDS = 33

if (address && isMainThread) {
  const SAMPLE_MILLISECONDS = 2
  let before = busyMilliseconds()
  let longestTurn = 0
  // A timer runs once in each turn: the thread's work since the last time is the turn's length.
  const look = () => {
    const now = busyMilliseconds()
    longestTurn = Math.max(longestTurn, now - before)
    before = now
  }
  setInterval(look, SAMPLE_MILLISECONDS).unref()
  createServer((socket) => {
    look()
    socket.end(JSON.stringify({ longestTurn }))
    longestTurn = 0
  })
    .listen(address)
    .unref()

  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc')
  createServer((socket) => {
    collect()
    const { heapUsed, external } = process.memoryUsage()
    socket.end(JSON.stringify({ live: heapUsed + external }))
  })
    .listen(`${address}-memory`)
    .unref()

  createServer((socket) => {
    const startedAt = busyMilliseconds()
    for (let time = 0; time < CONTROL_ROUNDS; time++) JSON.stringify(JSON.parse(CONTROL_JSON))
    socket.end(JSON.stringify({ control: busyMilliseconds() - startedAt }))
  })
    .listen(`${address}-control`)
    .unref()
}

/** Processor time of this thread, without other programs; the clock's where the system does not tell. */
function busyMilliseconds() {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  } catch {
    return performance.now()
  }
}
