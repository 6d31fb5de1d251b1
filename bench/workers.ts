import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { WORKER_SERVES } from '#server/workers/supervise.ts'
import { childrenOf } from '../tests/support/children.ts'
import { startSite } from '../tests/support/start-site.ts'
import { atLeast, atMost, type Measurement } from './measurement.ts'
import { hasNginx, startNginx } from './nginx.ts'
import { gzippedPage, inTurns } from './pages.ts'

// Two for the workers, one for the client, one for the rest.
const CORES_FOR_TWO_WORKERS = 4
const WANTED_OF_TWO = 1.8
// With fewer cores, two workers must not be slower than one.
const WANTED_WITHOUT_CORES = 0.9
// Each worker handles fewer requests in a turn, and writes its log in smaller pieces.
const MAX_COST_RATIO = 1.15
// Three busy programs on two cores displace each other's processor cache.
const MAX_COST_RATIO_WITHOUT_CORES = 1.35

/** A cached page from two workers against one and nginx: pages a second, and processor time of each page. */
export async function workers(): Promise<Measurement[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'nuqta-bench-'))
  const one = await startSite({ LOG_LEVEL: 'info' }, path.join(folder, 'one.log'))
  const two = await startSite({ LOG_LEVEL: 'info', WORKERS: '2' }, path.join(folder, 'two.log'))
  await untilBothServe(path.join(folder, 'two.log'))
  await gzippedPage(one.url)
  const { headers, bytes } = await gzippedPage(one.url)
  const nginxes = hasNginx() && {
    nginxOne: await startNginx(headers, bytes),
    nginxTwo: await startNginx(headers, bytes, { workers: 2 }),
  }
  if (!nginxes) console.error('nginx is not installed: its lines are left out')
  const measured = await inTurns({
    one: { url: one.url, pids: () => [one.pid] },
    two: { url: two.url, pids: () => [two.pid, ...childrenOf(two.pid)] },
    ...nginxes,
  })
  await Promise.all([one.stop(), two.stop()])
  for (const nginx of Object.values(nginxes || {})) await nginx.stop()
  rmSync(folder, { recursive: true, force: true })

  const cores = availableParallelism()
  const hasCores = cores >= CORES_FOR_TWO_WORKERS
  const wanted = hasCores ? WANTED_OF_TWO : WANTED_WITHOUT_CORES
  const maxCostRatio = hasCores ? MAX_COST_RATIO : MAX_COST_RATIO_WITHOUT_CORES
  const lines = [
    atLeast(
      wanted,
      `home from memory by two workers against one, on ${cores} cores`,
      rate('two'),
      rate('one'),
      'pages/s',
    ),
    atMost(maxCostRatio, 'processor time for each of those pages', cost('two'), cost('one'), 'µs'),
  ]
  if (nginxes)
    lines.push(
      atLeast(
        0,
        `nginx with two workers against one, on ${cores} cores`,
        rate('nginxTwo'),
        rate('nginxOne'),
        'pages/s',
      ),
      atMost(maxCostRatio, 'processor time for each of those pages', cost('nginxTwo'), cost('nginxOne'), 'µs'),
      atLeast(0.1, 'two workers against nginx with two', rate('two'), rate('nginxTwo'), 'pages/s'),
    )
  return lines

  function rate(name: string) {
    return measured[name]?.rate ?? 0
  }
  function cost(name: string) {
    return measured[name]?.cost ?? 0
  }
}

async function untilBothServe(logFile: string) {
  const deadline = Date.now() + 30_000
  while (readFileSync(logFile, 'utf8').split(WORKER_SERVES).length < 3) {
    if (Date.now() > deadline) throw new Error('Two workers did not serve within 30 s')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
