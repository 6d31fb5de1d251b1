import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '../tests/support/free-port.ts'

export interface Nginx {
  url: string
  pids(): number[]
  stop(): Promise<void>
}

export const hasNginx = () => spawnSync('nginx', ['-v']).status === 0

// Headers that nginx adds itself.
const OWN_HEADERS = /^(content-(length|type|encoding)|connection|date|etag|keep-alive|transfer-encoding|set-cookie)$/i

/** Serves a page's compressed bytes from a file with the page's headers, and logs every request. */
export async function startNginx(pageHeaders: string[], gzippedBody: Buffer, workers = 1): Promise<Nginx> {
  const folder = mkdtempSync(path.join(tmpdir(), 'nuqta-nginx-'))
  const port = await freePort()
  writeFileSync(path.join(folder, 'page'), gzippedBody)
  const headers = pairsOf(pageHeaders)
    .filter(([name]) => !OWN_HEADERS.test(name))
    .map(([name, value]) => `add_header ${name} "${value.replaceAll('"', '\\"')}";`)
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
  open_file_cache max=10;
  default_type "text/html; charset=utf-8";
  server {
    listen 127.0.0.1:${port};
    root ${folder};
    add_header content-encoding gzip;
    ${headers.join('\n    ')}
  }
}
`,
  )
  // As root nginx would switch to a user who may not read the folder.
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  const nginx = spawn('nginx', ['-p', folder, '-c', 'nginx.conf', '-g', `daemon off; ${user}`], { stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}/page`
  for (
    let tries = 0;
    !(await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    ));
    tries++
  ) {
    if (tries > 100) throw new Error('nginx does not answer')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    url,
    pids: () => {
      const master = Number(readFileSync(pidFile, 'utf8'))
      const children = readFileSync(`/proc/${master}/task/${master}/children`, 'utf8').trim()
      return [master, ...children.split(/\s+/).filter(Boolean).map(Number)]
    },
    stop: () =>
      new Promise((resolve) => {
        nginx.once('exit', () => {
          rmSync(folder, { recursive: true })
          resolve()
        })
        nginx.kill('SIGTERM')
      }),
  }
}

const pairsOf = (headers: string[]) =>
  headers.flatMap((name, index) => (index % 2 === 0 ? [[name, headers[index + 1]] as [string, string]] : []))
