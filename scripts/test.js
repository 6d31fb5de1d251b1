// `npm test`: from a clean clone to a verdict. Format, lint and types first, then the tiers of tests; the last line counts all of them.
// `npm run test:slow`: the rest, which takes longer than anybody waits for after a change. `*.slow.*` names them, and Firefox is slow as a whole.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findChromium } from './find-chromium.js'
import { findFirefox, NO_FIREFOX } from './find-firefox.js'
import { root } from './root.js'
import { install, run } from './set-up.js'

const MAX_OUTPUT_BYTES = 256 * 1024 * 1024
const MAX_MESSAGE_LINES = 30
const NONE_RUN = { passed: 0, failed: 0, skipped: 0, isGood: true }
const reports = mkdtempSync(path.join(tmpdir(), 'nuqta-tests-'))
const bin = (name) => path.join('node_modules', '.bin', name)

const isSlow = process.argv.includes('slow')
const installed = install()
// Beside the checks: most machines have more than one processor, and each of these steps uses one.
const building = startBuild()
const tiers = isSlow ? await runSlow() : await runQuick()

const total = (count) => tiers.reduce((sum, tier) => sum + tier[count], 0)
console.log(`${total('passed')} passed, ${total('failed')} failed, ${total('skipped')} skipped`)
process.exit(tiers.every(({ isGood }) => isGood) ? 0 : 1)

async function runQuick() {
  run('Checking format and lint', bin('biome'), ['check', '.'])
  run('Checking styles', bin('stylelint'), ['{site,desk}/**/*.css'])
  run('Writing the types of the routes', bin('react-router'), ['typegen'])
  run('Checking types', bin('tsc'), [])
  // These need neither the build nor SQLite, which may still be under way.
  const unit = runVitest('unit')
  await Promise.all([building, installed])
  return [unit, runVitest('api'), runPlaywright(), runFire()]
}

async function runSlow() {
  await Promise.all([building, installed])
  return [runVitest('unit'), runVitest('api'), runPlaywright(), runFirefox(), runFire()]
}

function runFirefox() {
  if (findFirefox()) return runVitest('firefox', [])
  console.log(`NOT RUN: the tests in Firefox. ${NO_FIREFOX}.`)
  return NONE_RUN
}

function runFire() {
  installTracer()
  return runVitest('fire')
}

async function startBuild() {
  const args = [path.join('scripts', 'set-up.js'), 'build', '--no-install']
  const build = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' })
  process.once('exit', () => build.kill())
  const [status] = await once(build, 'exit')
  if (status !== 0) process.exit(1)
}

function runVitest(tier, which = isSlow ? ['.slow.'] : ['--exclude=**/*.slow.*']) {
  const report = path.join(reports, `${tier}.json`)
  const args = ['run', `--project=${tier}`, '--reporter=json', `--outputFile=${report}`, ...which]
  return runTier(tier, 'vitest', args, {}, () => countVitest(readReport(report)))
}

function runPlaywright() {
  const report = path.join(reports, 'browser.json')
  if (!findChromium()) installBrowser()
  const environment = { PLAYWRIGHT_JSON_OUTPUT_NAME: report }
  const which = [isSlow ? '--grep' : '--grep-invert', String.raw`\.slow\.spec\.ts`]
  return runTier('browser', 'playwright', ['test', '--reporter=json', ...which], environment, () =>
    countPlaywright(readReport(report)),
  )
}

/** Runs a tier and prints what failed and one line of figures. A tier without tests, or that ends badly, is no good. */
function runTier(tier, tool, args, environment, count) {
  console.log(`Tests, ${tier} …`)
  const startedAt = Date.now()
  const { status, stdout, stderr } = spawnSync(bin(tool), args, {
    encoding: 'utf8',
    maxBuffer: MAX_OUTPUT_BYTES,
    env: { ...process.env, ...environment },
  })
  const { passed, failures, skipped } = count()
  for (const { name, message } of failures) console.log(`\n✗ ${name}\n${shorten(message)}`)
  for (const name of skipped) console.log(`  NOT RUN: ${name}`)
  const isGood = status === 0 && failures.length === 0 && passed > 0
  if (!isGood && failures.length === 0) console.log(`${stdout}\n${stderr}\nThe tier ended with ${status}.`)
  const seconds = Math.round((Date.now() - startedAt) / 1000)
  console.log(`  ${tier}: ${passed} passed, ${failures.length} failed, ${skipped.length} skipped, ${seconds} s`)
  return { passed, failed: failures.length, skipped: skipped.length, isGood }
}

function countVitest({ testResults = [] } = {}) {
  const results = testResults.flatMap(({ name: file, assertionResults, status, message }) => {
    const isBrokenFile = status === 'failed' && !assertionResults.some((result) => result.status === 'failed')
    const broken = isBrokenFile ? [{ status: 'failed', fullName: 'the file', failureMessages: [message] }] : []
    return [...assertionResults, ...broken].map((result) => ({ ...result, file: path.relative('.', file) }))
  })
  const failed = results.filter(({ status }) => status === 'failed')
  return {
    passed: results.filter(({ status }) => status === 'passed').length,
    failures: failed.map(({ file, fullName, failureMessages }) => ({
      name: `${file}: ${fullName}`,
      message: failureMessages.join('\n'),
    })),
    skipped: results
      .filter(({ status }) => status !== 'passed' && status !== 'failed')
      .map(({ file, fullName }) => `${file}: ${fullName}`),
  }
}

function countPlaywright({ suites = [], errors = [] } = {}) {
  const tests = suites.flatMap(function below({ file, suites = [], specs = [] }) {
    const own = specs.flatMap(({ title, tests }) => tests.map((test) => ({ ...test, name: `${file}: ${title}` })))
    return [...own, ...suites.flatMap(below)]
  })
  // A test that passes only when it is run again is one that fails.
  const failed = tests.filter(({ status }) => status === 'unexpected' || status === 'flaky')
  return {
    passed: tests.filter(({ status }) => status === 'expected').length,
    failures: [
      ...failed.map(({ name, results }) => ({
        name,
        message: results.flatMap(({ errors }) => errors.map(({ message }) => message)).join('\n'),
      })),
      ...errors.map(({ message }) => ({ name: 'browser', message })),
    ],
    skipped: tests.filter(({ status }) => status === 'skipped').map(({ name }) => name),
  }
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

function shorten(message) {
  return message.split('\n').slice(0, MAX_MESSAGE_LINES).join('\n')
}

/** The test of a power cut records system calls with it; without it, it is not run and named as such. */
function installTracer() {
  spawnSync('sh', ['-c', 'command -v strace || apt-get install -y -qq strace'])
}

function installBrowser() {
  run('Installing a browser', 'sh', ['-c', 'apt-get update -qq && apt-get install -y -qq chromium'])
  spawnSync('apt-get', ['install', '-y', '-qq', 'chromium-headless-shell'])
}
