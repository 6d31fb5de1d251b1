import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type RunningSite, startSite } from './start-site.ts'

/** One process serves everybody: whatever a request brings, it takes no longer turn of the event loop than this. */
export const MAX_TURN_MILLISECONDS = 50
/** Other work of the process falls into somebody's turn now and then, and so does what the machine's host takes; what is too long each time is the request's own doing. */
export const MAX_MEASUREMENTS = 12

/** How long the probe's known piece of work takes in a site on a machine at rest: the middle of 120 rounds on two cores of 2.5 GHz. */
const REFERENCE_MILLISECONDS = 150

export interface ProbedSite extends RunningSite {
  /** In milliseconds, since it was last asked. A turn that seems too long is told as long as it would be on a machine at rest. */
  eventLoop(): Promise<EventLoop>
  /** What is in use after everything else is collected: grows only if something is kept. */
  liveMegabytes(): Promise<number>
}

interface EventLoop {
  longestTurn: number
}

let sites = 0

/** The built site with a preloaded probe that watches its event loop; no visitor can reach it. */
export async function startProbedSite(settings: Record<string, string> = {}): Promise<ProbedSite> {
  const address = path.join(tmpdir(), `event-loop-${process.pid}-${++sites}.sock`)
  const probe = path.join(import.meta.dirname, 'event-loop-probe.js')
  const site = await startSite({ EVENT_LOOP_PROBE: address, NODE_OPTIONS: `--import=${probe}`, ...settings })
  return {
    ...site,
    async eventLoop() {
      const measured = await read<EventLoop>(address)
      if (measured.longestTurn <= MAX_TURN_MILLISECONDS) return measured
      const { reference } = await read<{ reference: number }>(`${address}-reference`)
      // The piece of work was a long turn itself.
      await read(address)
      return { longestTurn: measured.longestTurn / Math.max(1, reference / REFERENCE_MILLISECONDS) }
    },
    liveMegabytes: async () => (await read<{ live: number }>(`${address}-memory`)).live / MEGABYTE,
  }
}

const MEGABYTE = 1024 * 1024

function read<Answer>(address: string) {
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
