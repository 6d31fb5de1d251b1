import cluster from 'node:cluster'

export type FromPrimary = 'ping' | 'end'
export type FromWorker = 'ready' | 'pong'

/** This process's number; a single process is the first and writes to the terminal. */
interface WorkerRole {
  slot: number
  /** Tells the terminal that the site is open, and how to set it up. */
  announces: boolean
}

const ROLE = 'WORKER_ROLE'

export const workerEnvironment = (role: WorkerRole) => ({ [ROLE]: JSON.stringify(role) })

export function ownRole(): WorkerRole {
  const role = cluster.isWorker ? process.env[ROLE] : undefined
  return role ? JSON.parse(role) : { slot: 0, announces: true }
}
