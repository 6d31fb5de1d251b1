import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { median } from '../fire/figures.ts'
import { type RunningSite, startSite } from './start-site.ts'

/** No turn of the event loop may be as long as the control. */
export interface ProbedSite extends RunningSite {
  /** Processor time of the longest turn since the last call, in milliseconds. */
  longestTurn(): Promise<number>
  /** Processor time of a known piece of work: a quarter of a second on an idle machine. */
  control: number
  /** Memory after garbage collection: grows only with a leak. */
  liveMegabytes(): Promise<number>
}

/** The usual longest turn, as a part of the control. */
export const USUAL_TURN = 1 / 5

const CONTROL_MEASUREMENTS = 5

let sites = 0

/** The built site with a preloaded probe of its event loop, out of visitors' reach. */
export async function startProbedSite(settings: Record<string, string> = {}): Promise<ProbedSite> {
  const address = path.join(tmpdir(), `event-loop-${process.pid}-${++sites}.sock`)
  const probe = path.join(import.meta.dirname, 'event-loop-probe.js')
  const site = await startSite({ EVENT_LOOP_PROBE: address, NODE_OPTIONS: `--import=${probe}`, ...settings })
  const longestTurn = async () => (await read<{ longestTurn: number }>(address)).longestTurn
  const controls: number[] = []
  for (let time = 0; time < CONTROL_MEASUREMENTS; time++)
    controls.push((await read<{ control: number }>(`${address}-control`)).control)
  // The piece of work was a long turn itself.
  await longestTurn()
  return {
    ...site,
    longestTurn,
    control: median(controls),
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
