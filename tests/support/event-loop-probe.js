// Preloaded into the server by tests: tells over a socket for how long one turn of its event loop was busy at most, over another how
// much memory is still in use once everything else is collected, and over a third how long it takes here for a known piece of work.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isMainThread } from 'node:worker_threads'

const { EVENT_LOOP_PROBE: address } = process.env
// Processes that the server starts are not the server.
delete process.env.EVENT_LOOP_PROBE
delete process.env.NODE_OPTIONS

const CONTROL_JSON = JSON.stringify(
  Array.from({ length: 4_000 }, (_, id) => ({ id, name: `name ${id}`, parts: [id, `${id}`] })),
)

/** A quarter of a second on two cores of 2.5 GHz at rest. */
const CONTROL_ROUNDS = 33

if (address && isMainThread) {
  const SAMPLE_MILLISECONDS = 2
  let before = busyMilliseconds()
  let longestTurn = 0
  // A timer runs once in each turn of the loop: what the thread has worked since the last time is the length of one turn.
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

/** The time for which the system has run this thread: other programs do not count. Where it does not tell, the clock's. */
function busyMilliseconds() {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  } catch {
    return performance.now()
  }
}
