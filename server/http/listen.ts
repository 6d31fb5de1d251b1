import cluster from 'node:cluster'
import type { FastifyInstance, FastifyListenOptions } from 'fastify'
import { type Config, SettingsError } from '#settings/settings.ts'
import { ADMISSION } from './admission.ts'

const settingsOfPorts = new Map<number | undefined, string>()

export async function listenOn(
  app: FastifyInstance,
  options: FastifyListenOptions,
  names: { port: string; host: string; hint?: string },
) {
  try {
    const address = await app.listen(options)
    settingsOfPorts.set(options.port, names.port)
    app.server.once('close', () => settingsOfPorts.delete(options.port))
    return address
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const { port } = options
    if (code === 'EADDRINUSE') {
      const other = settingsOfPorts.get(port)
      const holder = other && other !== names.port ? `is the port of ${other}` : 'is in use by another program'
      throw new SettingsError(names.port, `${port} ${holder}${names.hint ? `; ${names.hint}` : ''}`)
    }
    if (code === 'EACCES') throw new SettingsError(names.port, `${port} cannot be used by this user`)
    throw new SettingsError(names.host, message)
  }
}

/** Listens on the service manager's socket where there is one: connections then wait during a restart. */
export async function listenForVisitors(app: FastifyInstance, { host, port }: Config) {
  const backlog = ADMISSION.maxPendingConnections
  const fd = inheritedSocket()
  if (fd === undefined) return listenOn(app, { host, port, backlog }, { port: 'PORT', host: 'HOST' })
  const inherited = { host, fd, backlog }
  return app.listen(inherited).catch(({ message }: Error) => {
    throw new SettingsError('LISTEN_FDS', `no socket was passed to listen on (${message})`)
  })
}

const FIRST_INHERITED = 3

/** Systemd's protocol. A worker listens on the primary's socket. */
function inheritedSocket() {
  const { LISTEN_PID, LISTEN_FDS } = process.env
  const pid = cluster.isWorker ? process.ppid : process.pid
  return LISTEN_PID === String(pid) && Number(LISTEN_FDS) >= 1 ? FIRST_INHERITED : undefined
}
