import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type RunningSite, startSite } from './start-site.ts'

export interface ProbedSite extends RunningSite {
  /** In milliseconds, since it was last asked. */
  eventLoop(): Promise<{ longestTurn: number; longestDelay: number }>
  /** What is in use after everything else is collected: grows only if something is kept. */
  liveMegabytes(): Promise<number>
}

let sites = 0

/** The built site with a preloaded probe that watches its event loop; no visitor can reach it. */
export async function startProbedSite(settings: Record<string, string> = {}): Promise<ProbedSite> {
  const address = path.join(tmpdir(), `event-loop-${process.pid}-${++sites}.sock`)
  const probe = path.join(import.meta.dirname, 'event-loop-probe.js')
  const site = await startSite({ EVENT_LOOP_PROBE: address, NODE_OPTIONS: `--import=${probe}`, ...settings })
  return {
    ...site,
    eventLoop: () => read(address),
    liveMegabytes: async () => (await read<{ live: number }>(`${address}-memory`)).live / MEGABYTE,
  }
}

const MEGABYTE = 1024 * 1024

function read<Answer = { longestTurn: number; longestDelay: number }>(address: string) {
  return new Promise<Answer>((resolve, reject) => {
    let text = ''
    connect(address)
      .on('data', (chunk) => {
        text += chunk
      })
      .on('error', reject)
      .on('end', () => resolve(JSON.parse(text)))
  })
}
