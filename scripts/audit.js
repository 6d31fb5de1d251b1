// The first step of `npm run test:slow`. Without a registry it passes, and says loudly that nothing was audited.
import { spawnSync } from 'node:child_process'
import { root } from './root.js'

const TIMEOUT_MILLISECONDS = 120_000
const SERIOUS = ['high', 'critical']

const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json', '--fetch-retries=0'], {
  cwd: root,
  encoding: 'utf8',
  timeout: TIMEOUT_MILLISECONDS,
  maxBuffer: 64 * 1024 * 1024,
})
const report = parse(stdout)

if (!report?.metadata?.vulnerabilities) {
  console.error('*** NOT AUDITED: no registry responded, so known faults of packages were not checked. ***')
} else {
  const serious = Object.values(report.vulnerabilities).filter(({ severity }) => SERIOUS.includes(severity))
  for (const { name, severity, range } of serious) console.error(`Audit: ${name} ${range} has a ${severity} fault.`)
  if (serious.length === 0) console.log('Audit: no serious fault is known in the packages that the site runs on.')
  process.exitCode = serious.length === 0 ? 0 : 1
}

function parse(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
