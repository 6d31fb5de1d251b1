import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { vi } from 'vitest'
import { freePort } from './free-port.ts'

export const NGINX = ['/usr/sbin/nginx', '/usr/bin/nginx', '/opt/homebrew/bin/nginx'].find(existsSync)

export interface Balancer {
  url: string
  stop(): Promise<void>
}

/** nginx before several sites, as docs/operations.md says: a page that one site does not answer, or a file that it does not have, is asked of the next. */
export async function startBalancer(sites: string[]): Promise<Balancer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'nuqta-balancer-'))
  const port = await freePort()
  const servers = sites.map((site) => `server ${new URL(site).host} max_fails=1 fail_timeout=1s;`)
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
  upstream nuqta {
    ${servers.join('\n    ')}
  }
  server {
    listen 127.0.0.1:${port};
    client_max_body_size 12m;
    proxy_set_header Host $http_host;
    proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    proxy_set_header X-Forwarded-Proto $scheme;
    proxy_next_upstream error timeout http_502 http_503;
    location / {
      proxy_pass http://nuqta;
    }
    location /assets/ {
      proxy_pass http://nuqta;
      proxy_next_upstream error timeout http_502 http_503 http_404;
    }
  }
}
`,
  )
  // As root nginx would hand its worker to a user who may not enter the folder.
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  const nginx = spawn(NGINX as string, ['-p', folder, '-c', 'nginx.conf', '-g', `daemon off; ${user}`], {
    stdio: 'ignore',
  })
  const ended = new Promise((resolve) => nginx.once('exit', resolve))
  const url = `http://127.0.0.1:${port}`
  await vi.waitFor(() => fetch(`${url}/healthz`), { timeout: 60_000, interval: 50 })
  return {
    url,
    async stop() {
      nginx.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
