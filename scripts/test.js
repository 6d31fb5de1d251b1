// `npm test`: from a clean clone to a verdict. Formatting, lint, types, the tests of single parts and of the API on both databases, then the pages in a browser.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build, install, run } from './set-up.js'

const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const bin = (name) => path.join('node_modules', '.bin', name)
const reports = mkdtempSync(path.join(tmpdir(), 'nuqta-tests-'))
const vitestReport = path.join(reports, 'vitest.json')
const playwrightReport = path.join(reports, 'playwright.json')

install()
await build()
const browser = findBrowser() ?? installBrowser()

run('Checking format and lint', bin('biome'), ['check', '.'])
run('Checking styles', bin('stylelint'), ['site/**/*.css'])
run('Writing down the types of the routes', bin('react-router'), ['typegen'])
run('Checking types', bin('tsc'), [])
const failures = [
  failed('Testing the parts and the API', 'vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${vitestReport}`,
  ]),
  failed('Testing the pages in a browser', 'playwright', ['test', '--reporter=list,json'], {
    CHROMIUM: browser,
    PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport,
  }),
]

const totals = add(vitestTotals(), playwrightTotals())
console.log(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`)
process.exit(failures.some(Boolean) || totals.failed > 0 ? 1 : 0)

function failed(what, tool, args, environment = {}) {
  console.log(`${what} …`)
  const { status } = spawnSync(bin(tool), args, { stdio: 'inherit', env: { ...process.env, ...environment } })
  return status !== 0
}

function findBrowser() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM
  for (const name of BROWSERS) {
    const { status, stdout } = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' })
    if (status === 0) return stdout.trim()
  }
}

function installBrowser() {
  run('Installing a browser', 'sh', ['-c', 'apt-get update -qq && apt-get install -y -qq chromium'])
  return execFileSync('sh', ['-c', 'command -v chromium'], { encoding: 'utf8' }).trim()
}

function vitestTotals() {
  const report = readReport(vitestReport)
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

function playwrightTotals() {
  const { expected, flaky, unexpected, skipped } = readReport(playwrightReport).stats
  return { passed: expected + flaky, failed: unexpected, skipped }
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    console.error('A test runner ended without a report.')
    process.exit(1)
  }
}

function add(one, other) {
  return Object.fromEntries(Object.keys(one).map((key) => [key, one[key] + other[key]]))
}
