import cluster from 'node:cluster'

const FIRST_INHERITED = 3

/**
 * The file descriptor of a socket that the service manager has opened and keeps open while this program is restarted, so that connections
 * wait meanwhile instead of being refused (systemd's protocol: LISTEN_PID and LISTEN_FDS). Undefined where there is none. A worker is
 * asked, too: it listens on what the primary has.
 */
export function inheritedSocket(
  environment: Partial<Record<'LISTEN_PID' | 'LISTEN_FDS', string>> = process.env,
  pid = cluster.isWorker ? process.ppid : process.pid,
): number | undefined {
  const isForUs = environment.LISTEN_PID === String(pid)
  return isForUs && Number(environment.LISTEN_FDS) >= 1 ? FIRST_INHERITED : undefined
}
