import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'

/** The last step of `npm run check`, against a registry of the test. */

let closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing) close()
  closing = []
})

const PART = 'fastify'

test('a serious fault that the registry knows fails the check and is named', async () => {
  const { code, said } = await audit(await startRegistry({ [PART]: [advisory('high')] }))
  expect(code).toBe(1)
  expect(said).toContain(PART)
  expect(said).toContain('high')
})

test('a small fault does not', async () => {
  const { code, said } = await audit(await startRegistry({ [PART]: [advisory('low')] }))
  expect(code).toBe(0)
  expect(said).toContain('no serious fault')
})

test('where no registry answers it says loudly that nothing was audited, and lets the check pass', async () => {
  const registry = await startRegistry({})
  for (const close of closing) close()
  const { code, said } = await audit(registry)
  expect(code).toBe(0)
  expect(said).toContain('NOT AUDITED')
})

test('nor does an unreachable registry stop a run', async () => {
  const { code, said } = await audit(await listen((_request, answer) => answer.writeHead(503).end('busy')))
  expect(code).toBe(0)
  expect(said).toContain('NOT AUDITED')
})

function advisory(severity: string) {
  const url = 'https://advisories.example/1'
  return { id: 1, url, title: 'A fault', severity, vulnerable_versions: '>=0', cwe: [], cvss: { score: 0 } }
}

/** A registry that reports these advisories for every request. */
function startRegistry(faults: Record<string, object[]>) {
  return listen((request, answer) => {
    const pieces: Buffer[] = []
    request.on('data', (piece) => pieces.push(piece))
    request.on('end', () => {
      if (request.method !== 'POST') return answer.writeHead(404).end('{}')
      const body = Buffer.concat(pieces)
      const asked = JSON.parse((request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString())
      const known = Object.entries(faults).filter(([name]) => name in asked)
      answer.setHeader('content-type', 'application/json').end(JSON.stringify(Object.fromEntries(known)))
    })
  })
}

async function listen(handle: RequestListener) {
  const server = createServer(handle)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

function audit(registry: string) {
  // An empty cache: npm caches advisories.
  const cache = mkdtempSync(path.join(tmpdir(), 'nuqta-audit-'))
  closing.push(() => rmSync(cache, { recursive: true, force: true }))
  const env = {
    ...process.env,
    npm_config_registry: registry,
    npm_config_cache: cache,
    npm_config_fetch_retries: '0',
    npm_config_audit: 'true',
  }
  return new Promise<{ code: number; said: string }>((resolve) => {
    const child = execFile(process.execPath, ['scripts/audit.js'], { env }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, said: stdout + stderr }),
    )
  })
}
