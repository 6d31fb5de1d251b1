// The last step of `npm run check`: known faults in what the site runs on. Where no registry answers it says so and lets the check pass.
import { spawnSync } from 'node:child_process'

const PATIENCE_MILLISECONDS = 30_000
const SERIOUS = ['high', 'critical']

const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
  encoding: 'utf8',
  timeout: PATIENCE_MILLISECONDS,
  maxBuffer: 64 * 1024 * 1024,
})
const report = parse(stdout)

if (!report?.metadata?.vulnerabilities) {
  console.log('Audit: left out, no registry answered.')
} else {
  const serious = Object.values(report.vulnerabilities).filter(({ severity }) => SERIOUS.includes(severity))
  for (const { name, severity, range } of serious) console.error(`Audit: ${name} ${range} has a ${severity} fault.`)
  if (serious.length === 0) console.log('Audit: nothing serious is known of what the site runs on.')
  process.exitCode = serious.length === 0 ? 0 : 1
}

function parse(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
