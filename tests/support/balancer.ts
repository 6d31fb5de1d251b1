import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { vi } from 'vitest'
import { HAPROXY } from './database-proxy.ts'
import { freePort } from './free-port.ts'
import { printedRecipe } from './printed-recipes.ts'

export const NGINX = ['/usr/sbin/nginx', '/usr/bin/nginx', '/opt/homebrew/bin/nginx'].find(existsSync)

const RECIPE = readFileSync(path.resolve(import.meta.dirname, '../../deploy/nginx.conf'), 'utf8')

export interface Balancer {
  url: string
  stop(): Promise<void>
}

/** nginx with the site's part of deploy/nginx.conf, without TLS; the senders' addresses are the test's. */
export async function startBalancer(sites: string[]): Promise<Balancer> {
  const port = await freePort()
  const [machine = ''] = /^ *server 127\.0\.0\.1:3000.*\n/m.exec(RECIPE) ?? []
  const machines = sites.map((site) => machine.replace(/127\.\S+/, new URL(site).host))
  const [common = '', , server = ''] = RECIPE.split(/^server \{$/m)
  return start(port, (folder) => {
    const file = `${common.replace(machine, machines.join(''))}server {${server.split(/^\}$/m)[0]}}`
      .replace('listen 443 ssl http2', `listen 127.0.0.1:${port}`)
      .replace(/^ *ssl_.*\n/gm, '')
      .replace('/var/lib/nginx/nuqta', `${folder}/kept`)
      .replace('X-Forwarded-For $remote_addr', 'X-Forwarded-For $http_x_forwarded_for')
    writeFileSync(
      path.join(folder, 'nginx.conf'),
      `worker_processes 1;
pid ${folder}/pid;
error_log ${folder}/error.log;
events { worker_connections 1024; }
http {
access_log off;
client_body_temp_path ${folder};
proxy_temp_path ${folder};
${file}
}
`,
    )
    // As root nginx would switch to a user who may not enter the folder.
    const user = process.getuid?.() === 0 ? 'user root;' : ''
    return [NGINX as string, '-p', folder, '-c', 'nginx.conf', '-g', `daemon off; ${user}`]
  })
}

/** HAProxy with the file of docs/operations.md. */
export async function startHaproxy(sites: string[]): Promise<Balancer> {
  const port = await freePort()
  const machines = sites.map((site, index) => `  server machine-${index} ${new URL(site).host}\n`)
  const file = printedRecipe('haproxy', 'backend nuqta')
    .replace(/(^ *server \S+ 10\..*\n)+/m, machines.join(''))
    .replace('bind :80', `bind 127.0.0.1:${port}`)
  return start(port, (folder) => {
    writeFileSync(path.join(folder, 'haproxy.cfg'), file)
    return [HAPROXY as string, '-db', '-f', path.join(folder, 'haproxy.cfg')]
  })
}

async function start(port: number, writeFiles: (folder: string) => string[]): Promise<Balancer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'nuqta-balancer-'))
  const [program = '', ...args] = writeFiles(folder)
  const balancer = spawn(program, args, { stdio: 'ignore' })
  const ended = once(balancer, 'exit')
  await vi.waitFor(() => assertListening(port), { timeout: 60_000, interval: 50 })
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      balancer.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function assertListening(port: number) {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect').finally(() => socket.destroy())
}
