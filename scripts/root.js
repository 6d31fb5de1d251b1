// Imported first by every script, so nothing here is newer than the oldest Node.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const least = /\d+(?:\.\d+)*/.exec(engines.node)[0]

if (isEarlier(process.versions.node, least)) {
  console.error(`Node ${process.versions.node} is too old: use Node ${least} or later; 24 is recommended.`)
  process.exit(1)
}

/** The folder of package.json, whatever the working directory. */
export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '')

function isEarlier(version, other) {
  const [numbers, others] = [version, other].map((text) => text.split('.').map(Number))
  const place = others.findIndex((number, index) => number !== numbers[index])
  return place >= 0 && numbers[place] < others[place]
}
