import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { freePort } from '../tests/support/free-port.ts'

export interface Nginx {
  url: string
  pids(): number[]
  stop(): Promise<void>
}

export const hasNginx = () => spawnSync('nginx', ['-v']).status === 0

// Headers that nginx adds itself.
const OWN_HEADERS = /^(content-(length|type|encoding)|connection|date|etag|keep-alive|transfer-encoding|set-cookie)$/i

interface FileOptions {
  workers?: number
  /** Instead of opening it for every request, which is what nginx does unless it is told otherwise. */
  keepsItOpen?: boolean
}

/** Serves a page as a file that was compressed beforehand, with the page's headers, and logs every request. */
export function startNginx(
  pageHeaders: string[],
  gzippedBody: Buffer,
  { workers = 1, keepsItOpen = true }: FileOptions = {},
): Promise<Nginx> {
  const headers = pairsOf(pageHeaders)
    .filter(([name]) => !OWN_HEADERS.test(name))
    .map(([name, value]) => `add_header ${name} "${value.replaceAll('"', '\\"')}";`)
  return start(workers, '/', (folder) => {
    writeFileSync(path.join(folder, 'index.html'), gunzipSync(gzippedBody))
    writeFileSync(path.join(folder, 'index.html.gz'), gzippedBody)
    return {
      http: `${keepsItOpen ? 'open_file_cache max=10;' : ''}\n  types { text/html html; }\n  charset utf-8;\n  gzip_static on;`,
      server: [`root ${folder};`, ...headers].join('\n    '),
    }
  })
}

/** The cache of deploy/nginx.conf before the site. */
export function startCachingNginx(site: string): Promise<Nginx> {
  const recipe = readFileSync(path.resolve(import.meta.dirname, '../deploy/nginx.conf'), 'utf8')
  const [cache = ''] = recipe.match(/^proxy_cache_path[\s\S]*?^upstream[\s\S]*?^\}/m) ?? []
  const [location = ''] = recipe.match(/^ {2}proxy_cache pages;[\s\S]*?^ {2}location \/ \{[\s\S]*?^ {2}\}/m) ?? []
  return start(1, '/', (folder) => ({
    http: cache.replace('/var/lib/nginx/nuqta', `${folder}/kept`).replace('127.0.0.1:3000', new URL(site).host),
    server: location,
  }))
}

async function start(workers: number, address: string, partsIn: (folder: string) => { http: string; server: string }) {
  const folder = mkdtempSync(path.join(tmpdir(), 'nuqta-nginx-'))
  const port = await freePort()
  const parts = partsIn(folder)
  const pidFile = path.join(folder, 'pid')
  writeFileSync(
    path.join(folder, 'nginx.conf'),
    `worker_processes ${workers};
pid ${pidFile};
error_log ${folder}/error.log;
events { worker_connections 1024; }
http {
  access_log ${folder}/access.log;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 100000000;
  client_body_temp_path ${folder};
  proxy_temp_path ${folder}/proxied;
  ${parts.http}
  server {
    listen 127.0.0.1:${port};
    ${parts.server}
  }
}
`,
  )
  // As root nginx would switch to a user who may not read the folder.
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  const nginx = spawn('nginx', ['-p', folder, '-c', 'nginx.conf', '-g', `daemon off; ${user}`], { stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}${address}`
  await answers(url)
  return {
    url,
    pids: () => {
      const master = Number(readFileSync(pidFile, 'utf8'))
      const children = readFileSync(`/proc/${master}/task/${master}/children`, 'utf8').trim()
      return [master, ...children.split(/\s+/).filter(Boolean).map(Number)]
    },
    stop: () =>
      new Promise<void>((resolve) => {
        nginx.once('exit', () => {
          rmSync(folder, { recursive: true })
          resolve()
        })
        nginx.kill('SIGTERM')
      }),
  }
}

async function answers(url: string) {
  const isOpen = () =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
  for (let tries = 0; !(await isOpen()); tries++) {
    if (tries > 100) throw new Error('nginx does not answer')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

const pairsOf = (headers: string[]) =>
  headers.flatMap((name, index) => (index % 2 === 0 ? [[name, headers[index + 1]] as [string, string]] : []))
