import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { freePort } from '../../tests/support/free-port.ts'
import { listenOn } from './listen.ts'

test('two settings with one port are named, since there is no other program to look for', async () => {
  const port = await freePort()
  const options = { port, host: '127.0.0.1' }
  const site = Fastify()
  const desk = Fastify()
  try {
    await listenOn(site, options, { port: 'PORT', host: 'HOST' })
    const refused = listenOn(desk, options, { port: 'DESK_PORT', host: 'DESK_HOST', hint: 'off closes the desk' })
    await expect(refused).rejects.toThrow(`DESK_PORT: ${port} is the port of PORT; off closes the desk`)
  } finally {
    await Promise.all([site.close(), desk.close()])
  }
})
