// `npm run test:node24`: what `npm test` runs, under Node 24, whatever Node is installed. A copy of the project is tested, so that node_modules is
// not disturbed: its native module is made for one version of Node. With arguments, such as `--project unit`, only those tests of Vitest.
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root } from './root.js'
import { run } from './set-up.js'

const VERSION = 24
/** The registry has Node's own files, with the headers that a native module is built with, for each system and processor. */
const PACKAGE = `node-${process.platform}-${process.arch}`
const NOT_COPIED = new Set(['node_modules', 'build', '.git', 'data', '.env', 'test-results'])

const cache = path.join(root, 'node_modules', '.cache', `node${VERSION}`)
run(`Fetching Node ${VERSION}`, 'npm', ['install', '--prefix', cache, '--ignore-scripts', `${PACKAGE}@${VERSION}`])
const node = path.join(cache, 'node_modules', PACKAGE)
const env = {
  ...process.env,
  PATH: `${path.join(node, 'bin')}${path.delimiter}${process.env.PATH}`,
  npm_config_nodedir: node,
}

const copy = mkdtempSync(path.join(tmpdir(), `nuqta-node${VERSION}-`))
// Started by root, PostgreSQL runs as another user, who has to get at its programs.
chmodSync(copy, 0o755)
process.once('exit', () => rmSync(copy, { recursive: true, force: true }))
cpSync(root, copy, {
  recursive: true,
  verbatimSymlinks: true,
  filter: (file) => !NOT_COPIED.has(path.relative(root, file)),
})
const args = process.argv.slice(2)
const tests = args.length === 0 ? ['scripts/test.js'] : ['node_modules/vitest/vitest.mjs', 'run', ...args]
const inCopy = { cwd: copy, env }
run('Installing the packages for it', 'npm', ['ci', '--include=dev', '--no-audit', '--no-fund'], inCopy)
console.log(`Testing under ${spawnSync('node', ['--version'], { ...inCopy, encoding: 'utf8' }).stdout.trim()} …`)
const { status } = spawnSync('node', tests, { ...inCopy, stdio: 'inherit' })
process.exit(status ?? 1)
