import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { NGINX, startBalancer, startHaproxy } from '../support/balancer.ts'
import { HAPROXY } from '../support/database-proxy.ts'
import { startSilentMachine } from '../support/silent-machine.ts'

/** deploy/nginx.conf and the HAProxy file of docs/operations.md, with failing sites behind them. */

/** More requests than machines. */
const PAGES = Array.from({ length: 8 }, (_, number) => `/page-${number}`)
/** Far less than a visitor would wait. */
const PATIENCE_MILLISECONDS = 5_000

const atEnd: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of atEnd.splice(0).reverse()) await end()
})

const BALANCERS = [
  { name: 'nginx', isHere: NGINX, start: startBalancer },
  { name: 'HAProxy', isHere: HAPROXY, start: startHaproxy },
]

for (const { name, isHere, start } of BALANCERS)
  describe.skipIf(!isHere)(`${name} before several machines (NOT RUN without ${name})`, () => {
    const urlBefore = async (...machines: string[]) => {
      const balancer = await start(machines)
      atEnd.push(balancer.stop)
      return balancer.url
    }

    test('keeps requests short when a machine has lost its power', async () => {
      const lost = await startSilentMachine()
      atEnd.push(lost.stop)
      const url = await urlBefore(await startMachine(), lost.url)
      expect(await statusesOf(url, PAGES)).toEqual(PAGES.map(() => 200))
    })

    test('serves every page while those that need the database are refused by all machines', async () => {
      const url = await urlBefore(await startMachine(), await startMachine())
      const refused = ['/application/1', '/application/2', '/application/3']
      expect(await statusesOf(url, refused)).toEqual(refused.map(() => 503))
      expect(await statusesOf(url, PAGES)).toEqual(PAGES.map(() => 200))
    })

    test('finds a script that only one machine has', async () => {
      const url = await urlBefore(await startMachine(), await startMachine({ hasScripts: false }))
      const scripts = PAGES.map((page) => `/assets${page}.js`)
      expect(await statusesOf(url, scripts)).toEqual(scripts.map(() => 200))
    })
  })

test.skipIf(!HAPROXY)('HAProxy keeps a machine without its database (NOT RUN without HAProxy)', async () => {
  const machines = [await startMachine(), await startMachine()]
  const balancer = await startHaproxy(machines)
  atEnd.push(balancer.stop)
  // Two failures are enough for the balancer.
  await expect.poll(() => machines.every((machine) => (timesAsked.get(machine) ?? 0) > 2)).toBe(true)
  expect(await statusesOf(balancer.url, PAGES)).toEqual(PAGES.map(() => 200))
})

/** The number of health checks of each machine, by address. */
const timesAsked = new Map<string, number>()

const statusesOf = (url: string, addresses: string[]) =>
  Promise.all(
    addresses.map((address) =>
      fetch(url + address, { signal: AbortSignal.timeout(PATIENCE_MILLISECONDS) }).then(
        ({ status }) => status,
        (error: Error) => error.name,
      ),
    ),
  )

/** A machine without its database: cached pages are served, the rest is refused. */
async function startMachine({ hasScripts = true } = {}): Promise<string> {
  const server = createServer(({ url = '' }, response) => {
    if (/^\/(healthz|readyz)/.test(url)) timesAsked.set(address, (timesAsked.get(address) ?? 0) + 1)
    if (!hasScripts && url.startsWith('/assets/')) return response.writeHead(404).end()
    return response.writeHead(/^\/(application|readyz)/.test(url) ? 503 : 200).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd.push(() => closeServer(server))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return address
}

const closeServer = (server: Server) =>
  new Promise((resolve) => {
    server.close(resolve)
    server.closeAllConnections()
  })
