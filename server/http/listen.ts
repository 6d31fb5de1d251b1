import type { FastifyInstance, FastifyListenOptions } from 'fastify'
import { SettingsError } from '#settings/settings.ts'

interface NamedSettings {
  port: string
  host: string
  /** What else helps where the port is taken. */
  hint?: string
}

/** The settings of the ports that this process listens on. */
const settingsOfPorts = new Map<number | undefined, string>()

/** A failure names the setting that is to be changed. */
export async function listenOn(app: FastifyInstance, options: FastifyListenOptions, named: NamedSettings) {
  try {
    const address = await app.listen(options)
    settingsOfPorts.set(options.port, named.port)
    app.server.once('close', () => settingsOfPorts.delete(options.port))
    return address
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const { port } = options
    if (code === 'EADDRINUSE') {
      const other = settingsOfPorts.get(port)
      const holder = other && other !== named.port ? `is the port of ${other}` : 'is in use by another program'
      throw new SettingsError(named.port, `${port} ${holder}${named.hint ? `; ${named.hint}` : ''}`)
    }
    if (code === 'EACCES') throw new SettingsError(named.port, `${port} may not be used by this user`)
    throw new SettingsError(named.host, message)
  }
}
