import cluster from 'node:cluster'

export type FromPrimary = 'ping' | 'end'
export type FromWorker = 'ready' | 'pong'

interface WorkerRole {
  slot: number
  /** Prints the address of the site, and how to set it up. */
  announces: boolean
}

const ROLE = 'WORKER_ROLE'

export const workerEnvironment = (role: WorkerRole) => ({ [ROLE]: JSON.stringify(role) })

export function ownRole(): WorkerRole {
  const role = cluster.isWorker ? process.env[ROLE] : undefined
  return role ? JSON.parse(role) : { slot: 0, announces: true }
}

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
