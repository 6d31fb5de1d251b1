import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { median } from '../fire/figures.ts'
import { type RunningSite, startSite } from './start-site.ts'

/** One process serves everybody: whatever a request brings, no turn of the event loop is as long as the control. */
export interface ProbedSite extends RunningSite {
  /** What the longest turn since it was last asked has taken of the processor, in milliseconds. */
  longestTurn(): Promise<number>
  /** The same of a known piece of work in the same process, a quarter of a second at rest: what turns are compared with. */
  control: number
  /** What is in use after everything else is collected: grows only if something is kept. */
  liveMegabytes(): Promise<number>
}

/** The part of the control that a turn usually takes at most. */
export const USUAL_TURN = 1 / 5

const CONTROL_MEASUREMENTS = 5

let sites = 0

/** The built site with a preloaded probe that watches its event loop; no visitor can reach it. */
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
