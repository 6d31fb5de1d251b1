import type { FastifyInstance, FastifyListenOptions } from 'fastify'
import { SettingsError } from '#settings/settings.ts'

interface NamedSettings {
  port: string
  host: string
  /** What else helps where the port is taken. */
  hint?: string
}

/** A failure names the setting that is to be changed. */
export async function listenOn(app: FastifyInstance, options: FastifyListenOptions, named: NamedSettings) {
  try {
    return await app.listen(options)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const { port } = options
    if (code === 'EADDRINUSE')
      throw new SettingsError(named.port, `${port} is in use by another program${named.hint ? `; ${named.hint}` : ''}`)
    if (code === 'EACCES') throw new SettingsError(named.port, `${port} may not be used by this user`)
    throw new SettingsError(named.host, message)
  }
}
