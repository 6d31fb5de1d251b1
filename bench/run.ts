import prepareSites from '../tests/support/prepare-sites.ts'
import { apiReads } from './api-reads.ts'
import { content } from './content.ts'
import { edge } from './edge.ts'
import { inbox } from './inbox.ts'
import { largeDesk } from './large-desk.ts'
import { lighthousePages } from './lighthouse.ts'
import type { Measurement } from './measurement.ts'
import { memory } from './memory.ts'
import { navigation } from './navigation.ts'
import { pages } from './pages.ts'
import { reports } from './reports.ts'
import { scale } from './scale.ts'
import { submissions } from './submissions.ts'
import { printTable } from './table.ts'
import { visitors } from './visitors.ts'
import { weight } from './weight.ts'
import { workers } from './workers.ts'

/**
 * Every line is a ratio against something that ran beside it on the same machine, or against a limit, so that the numbers of two machines can be compared.
 * `npm run bench` runs them all; `npm run bench -- scale` runs one.
 */
const sections: Record<string, () => Promise<Measurement[]>> = {
  pages,
  edge,
  workers,
  'api-reads': apiReads,
  submissions,
  scale,
  reports,
  visitors,
  inbox,
  content,
  memory,
  weight,
  navigation,
  lighthouse: lighthousePages,
}

function print(title: string, measurements: Measurement[]) {
  const lines = measurements.map(({ what, measured, beside, ratio, wanted: target, isMet }) => ({
    what,
    measured,
    beside,
    ratio: ratio.toFixed(2),
    wanted: target,
    met: isMet ? 'yes' : 'NO',
  }))
  printTable(`${title}, measured beside its measure`, lines)
}

/** Too slow to run with the others. */
const onlyByName: typeof sections = { 'large-desk': () => largeDesk() }

const all = { ...sections, ...onlyByName }
const wanted = process.argv.slice(2).filter((name) => name in all)
const rows: Measurement[] = []
const removeStarter = await prepareSites()
for (const [name, measure] of Object.entries(wanted.length > 0 ? all : sections)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  console.error(`${name} …`)
  const measured = await measure()
  print(name, measured)
  rows.push(...measured)
}
print('All sections', rows)
removeStarter()
// Exit at once: the hook of the embedded PostgreSQL would exit with 0.
process.exit(rows.every(({ isMet }) => isMet) ? 0 : 1)
