import cluster from 'node:cluster'
import type { FromPrimary, FromWorker } from './messages.ts'

/** The worker's side of `superviseWorkers`: says that it serves, answers pings, and ends when it is told or left alone. */
export function answerPrimary(end: () => void) {
  if (!cluster.isWorker) return
  process.on('message', (message: FromPrimary) => {
    if (message === 'ping') tell('pong')
    if (message === 'end') end()
  })
  process.on('disconnect', end)
  tell('ready')
}

function tell(message: FromWorker) {
  if (process.connected) process.send?.(message)
}
