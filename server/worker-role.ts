import cluster from 'node:cluster'

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
