import cluster from 'node:cluster'

export type FromPrimary = 'ping' | 'end'
export type FromWorker = 'ready' | 'pong'

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
