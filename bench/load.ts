import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import autocannon from 'autocannon'

/** Responses a second under concurrent clients. Any failure ends the measurement. */
export async function requestsPerSecond(options: autocannon.Options): Promise<number> {
  const result = await autocannon({ connections: 50, duration: 4, ...options })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} refusals and ${result.errors} errors under load`)
  return result.requests.total / result.duration
}

export const hasWrk = () => spawnSync('wrk', ['-v'], { stdio: 'ignore' }).error === undefined

/** Gzipped responses a second by wrk, which takes less processor time than a JavaScript client. */
export async function gzippedPagesPerSecond(url: string, seconds = 4): Promise<number> {
  const headers = { 'accept-encoding': 'gzip' }
  if (!hasWrk()) return requestsPerSecond({ url, duration: seconds, headers })
  const asked = ['-t1', '-c50', '--timeout', '10s', `-d${seconds}s`, '-H', 'Accept-Encoding: gzip', url]
  const { stdout } = await promisify(execFile)('wrk', asked)
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(stdout)
  return Number(stdout.match(/Requests\/sec:\s+([\d.]+)/)?.[1])
}
