// `npm test`: from a clean clone to a verdict. Format, lint and types first, then the tests; the last line counts all of them.
// `npm run test:slow`: the files named `*.slow.*`, tests tagged as slow, Firefox, WebKit, and the audit of the packages.
// `npm run check`: format, lint, types and unit tests. `npm test -- long`: the faults at full length, every site on both databases, every page in both languages.
// `npm test -- unit|api|browser|firefox|webkit|fire [arguments]`: one tier; the arguments go to Vitest or Playwright.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { findChromium, findFirefox, findHeadlessShell, findWebKit, NO_FIREFOX, NO_WEBKIT } from './browsers.js'
import { root } from './root.js'
import { install, run } from './set-up.js'

const QUICK = '--exclude=**/*.slow.*'
const SLOW = String.raw`\.slow\.|@slow`
const TAGGED_SLOW = '--tagsFilter=slow'
const reports = mkdtempSync(path.join(tmpdir(), 'nuqta-tests-'))
const bin = (name) => path.join('node_modules', '.bin', name)

const TIERS = {
  unit: ['vitest', 'run', '--project=unit', QUICK],
  api: ['vitest', 'run', '--project=api'],
  browser: ['playwright', 'test'],
  firefox: ['vitest', 'run', '--project=firefox'],
  webkit: ['vitest', 'run', '--project=webkit'],
  fire: ['vitest', 'run', '--project=fire'],
}
const LONG = [TIERS.fire, TIERS.api, TIERS.browser, TIERS.firefox, TIERS.webkit]
const SUITES = { quick: runQuick, slow: runSlow, check: runCheck }

const [name = 'quick', ...more] = process.argv.slice(2)
const installed = install()
if (name === 'long') await callAll(LONG, { LONG: '1' })
else if (Object.hasOwn(TIERS, name)) await callAll([[...TIERS[name], ...more]])
else if (Object.hasOwn(SUITES, name)) {
  const results = await SUITES[name]()
  const total = (count) => results.reduce((sum, result) => sum + result[count], 0)
  console.log(`${total('passed')} passed, ${total('failed')} failed, ${total('skipped')} skipped`)
  process.exit(total('failed') === 0 ? 0 : 1)
} else {
  console.error(`There are no tests called "${name}", only ${[...Object.keys(TIERS), 'slow', 'long'].join(', ')}.`)
  process.exit(2)
}

async function runQuick() {
  // The build uses one processor and the checks another.
  const building = startBuild()
  checkSources()
  const unit = await runVitest('unit', QUICK)
  await Promise.all([building, installed])
  const api = await runVitest('api', QUICK, '--tagsFilter=!slow')
  return [unit, api, await runBrowser('--grep-invert', SLOW), await runVitest('fire', QUICK, '--fileParallelism')]
}

async function runSlow() {
  await Promise.all([startBuild(), installed])
  const audit = { passed: 0, skipped: 0, failed: call(process.execPath, [path.join('scripts', 'audit.js')]) }
  const unit = await runVitest('unit', '.slow.')
  const api = await runVitest('api', '.slow.')
  const tagged = await runVitest('api', QUICK, TAGGED_SLOW)
  const browser = await runBrowser('--grep', SLOW)
  const firefox = findFirefox() ? await runVitest('firefox') : leaveOut('Firefox', NO_FIREFOX)
  const webkit = findWebKit() ? await runVitest('webkit') : leaveOut('WebKit', NO_WEBKIT)
  return [audit, unit, api, tagged, browser, firefox, webkit, await runVitest('fire', '.slow.')]
}

async function runCheck() {
  await installed
  checkSources()
  return [await runVitest('unit', QUICK)]
}

function checkSources() {
  run('Checking format and lint', bin('biome'), ['check', '.'])
  run('Checking styles', bin('stylelint'), ['{site,desk}/**/*.css'])
  run('Writing the types of the routes', bin('react-router'), ['typegen'])
  run('Checking types', bin('tsc'), [])
  run('Looking for unused files and exports', bin('knip'), ['--no-progress'])
}

async function startBuild() {
  const args = [path.join('scripts', 'set-up.js'), 'build', '--no-install']
  const build = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' })
  process.once('exit', () => build.kill())
  const [status] = await once(build, 'exit')
  if (status !== 0) process.exit(1)
}

function runVitest(tier, ...which) {
  const report = path.join(reports, `${tier}.json`)
  const output = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`, '--silent=passed-only']
  return measure(tier, 'vitest', ['run', `--project=${tier}`, ...output, ...which], {}, () => {
    const { numPassedTests: passed, numFailedTests: failed, testResults } = JSON.parse(readFileSync(report, 'utf8'))
    const results = testResults.flatMap(({ name: file, assertionResults }) =>
      assertionResults.map((result) => ({ ...result, file: path.relative('.', file) })),
    )
    // Tests that are left to the other run do not count as skipped.
    const isOurs = ({ tags }) => tags.includes('slow') === which.includes(TAGGED_SLOW)
    const skipped = results.filter((result) => !['passed', 'failed'].includes(result.status) && isOurs(result))
    return { passed, failed, skipped: skipped.map(({ file, fullName }) => `${file}: ${fullName}`) }
  })
}

function runBrowser(...which) {
  if (!findHeadlessShell()) installBrowsers()
  const report = path.join(reports, 'browser.json')
  const environment = { PLAYWRIGHT_JSON_OUTPUT_NAME: report }
  return measure('browser', 'playwright', ['test', '--reporter=dot,json', ...which], environment, () => {
    const { stats, suites } = JSON.parse(readFileSync(report, 'utf8'))
    const specs = suites.flatMap(function below({ suites = [], specs = [] }) {
      return [...specs, ...suites.flatMap(below)]
    })
    const skipped = specs.filter(({ tests }) => tests.some(({ status }) => status === 'skipped'))
    // A test that passes only at the second try has failed.
    const failed = stats.unexpected + stats.flaky
    return { passed: stats.expected, failed, skipped: skipped.map(({ file, title }) => `${file}: ${title}`) }
  })
}

function leaveOut(browser, reason) {
  console.log(`NOT RUN: the tests in ${browser}. ${reason}.`)
  return { passed: 0, failed: 0, skipped: 0 }
}

/** Runs a tier and prints one line of figures. A tier without tests, or whose tool fails, counts as a failure. */
async function measure(tier, tool, args, environment, count) {
  console.log(`Tests, ${tier} …`)
  const startedAt = Date.now()
  const { status, output } = await callQuietly(bin(tool), args, environment)
  if (status !== 0) console.log(output)
  const { passed, failed, skipped } = countOrNone(count)
  for (const name of skipped) console.log(`  NOT RUN: ${name}`)
  const failures = failed || (status === 0 && passed > 0 ? 0 : 1)
  const seconds = Math.round((Date.now() - startedAt) / 1000)
  console.log(`  ${tier}: ${passed} passed, ${failures} failed, ${skipped.length} skipped, ${seconds} s`)
  return { passed, failed: failures, skipped: skipped.length }
}

/** A tool that fails may leave no report. */
function countOrNone(count) {
  try {
    return count()
  } catch {
    return { passed: 0, failed: 0, skipped: [] }
  }
}

async function callAll(commands, environment) {
  await installed
  for (const [tool, ...args] of commands) {
    const status = call(bin(tool), args, environment)
    if (status !== 0) process.exit(status)
  }
}

function call(command, args, environment = {}) {
  return spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...environment } }).status ?? 1
}

async function callQuietly(command, args, environment) {
  const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0', ...environment }
  const called = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env })
  process.once('exit', () => called.kill())
  const [stdout, stderr, [status]] = await Promise.all([text(called.stdout), text(called.stderr), once(called, 'exit')])
  return { status: status ?? 1, output: `${stdout}\n${stderr}` }
}

/** Where apt cannot install the shell, the tests take Chromium, which needs twice as long. */
function installBrowsers() {
  const install = 'apt-get update -qq && apt-get install -y -qq'
  if (!findChromium()) run('Installing a browser', 'sh', ['-c', `${install} chromium`])
  if (process.getuid?.() === 0) spawnSync('sh', ['-c', `${install} chromium-headless-shell`], { stdio: 'ignore' })
}
