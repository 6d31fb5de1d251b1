// Preloaded into the server by tests: tells over a socket for how long one turn of its event loop was busy at most, and over another how
// much memory is still in use once everything else is collected.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isMainThread } from 'node:worker_threads'

const { EVENT_LOOP_PROBE: address } = process.env
// Processes that the server starts are not the server.
delete process.env.EVENT_LOOP_PROBE
delete process.env.NODE_OPTIONS

if (address && isMainThread) {
  const SAMPLE_MILLISECONDS = 2
  const delay = monitorEventLoopDelay({ resolution: SAMPLE_MILLISECONDS })
  delay.enable()
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
    socket.end(JSON.stringify({ longestTurn, longestDelay: delay.max / 1e6 }))
    longestTurn = 0
    delay.reset()
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
}

/** The time for which the system has run this thread: a crowded machine does not count. Where it does not tell, the clock's. */
function busyMilliseconds() {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  } catch {
    return performance.now()
  }
}
