import { apiReads } from './api-reads.ts'
import type { Measurement } from './measurement.ts'
import { memory } from './memory.ts'
import { scale } from './scale.ts'
import { submissions } from './submissions.ts'

/**
 * Every line is a ratio against something that ran beside it on the same machine, so that the numbers of two machines can be compared.
 * `npm run bench` runs them all; `npm run bench -- scale` runs one.
 */
const sections: Record<string, () => Promise<Measurement[]>> = { 'api-reads': apiReads, submissions, scale, memory }

const wanted = process.argv.slice(2)
const rows: Measurement[] = []
for (const [name, measure] of Object.entries(sections)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  console.error(`${name} …`)
  rows.push(...(await measure()))
}
console.table(
  rows.map(({ what, measured, beside, ratio, wanted: target, isMet }) => ({
    what,
    measured,
    beside,
    ratio: ratio.toFixed(2),
    wanted: target,
    met: isMet ? 'yes' : 'NO',
  })),
)
process.exitCode = rows.every(({ isMet }) => isMet) ? 0 : 1
