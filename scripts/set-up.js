// Installs and builds. Imports only Node's own modules, since no package may be installed yet.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { filesBelow, isSiteBuilt, isSourceTree, makeBuild } from './builds.js'
import { arePackagesThere, DRIVER_FOR_NODE_20, isDriverCompiled, packagesWithScripts } from './packages.js'
import { root } from './root.js'

/** Resolves when SQLite's driver is compiled; building needs no driver and can go on meanwhile. */
export async function install({ tools = true } = {}) {
  if (!isSourceTree()) return
  if (!arePackagesThere({ tools })) {
    const options = ['--include=dev', '--no-audit', '--no-fund', '--ignore-scripts']
    run('Installing the packages (the first time this takes minutes)', 'npm', ['ci', ...options])
    const names = packagesWithScripts()
    if (names.length > 0) run('Preparing them', 'npm', ['rebuild', ...names])
  }
  if (!isDriverCompiled()) await compileDriver()
}

async function compileDriver() {
  console.error('Compiling SQLite for Node 20 …')
  const compiler = spawn('npm', ['rebuild', DRIVER_FOR_NODE_20], {
    cwd: root,
    env: { ...process.env, ...nodeHeaders() },
    stdio: 'ignore',
  })
  const stop = () => compiler.kill()
  process.once('exit', stop)
  await once(compiler, 'exit')
  process.off('exit', stop)
  if (isDriverCompiled()) return
  console.error('SQLite for Node 20 could not be compiled. Install a C++ compiler, or use Node 24.')
  process.exit(1)
}

/** Node's own headers, where it brings them; otherwise npm fetches them. */
function nodeHeaders() {
  const folder = path.resolve(process.execPath, '../..')
  return existsSync(path.join(folder, 'include', 'node', 'common.gypi')) ? { npm_config_nodedir: folder } : {}
}

export async function build() {
  if (isSiteBuilt()) return
  try {
    await makeBuild(fillBuild)
  } catch (error) {
    if (!error.syscall) throw error
    // No permission or a full disk needs no stack trace.
    console.error(`The site cannot be built here (${error.message}).`)
    process.exit(1)
  }
}

async function fillBuild(folder) {
  const env = { ...process.env, NODE_ENV: 'production', BUILD_DIRECTORY: folder }
  const buildPart = (what, tool, ...options) =>
    run(`Building the ${what}`, process.execPath, [path.join('node_modules', tool), 'build', ...options], { env })
  buildPart('site', '@react-router/dev/bin.js')
  buildPart('commands', 'vite/bin/vite.js', '--config', 'vite.cli.config.ts')
  buildPart('desk', 'vite/bin/vite.js', '--config', 'vite.desk.config.ts')
  await compressAssets(path.join(folder, 'client'))
  await compressAssets(path.join(folder, 'desk'))
}

export function run(what, command, args, options = {}) {
  console.error(`${what} …`)
  const { error, status, stdout, stderr } = spawnSync(command, args, {
    cwd: root,
    stdio: ['inherit', 'pipe', 'pipe'],
    maxBuffer: MAX_TOOL_OUTPUT_BYTES,
    ...options,
  })
  if (!error && status === 0) return
  for (const said of [stdout, stderr]) process.stderr.write(said ?? '')
  console.error(`${what}: failed${error ? ` (${error.message})` : ''}.`)
  process.exit(status || 1)
}

const MAX_TOOL_OUTPUT_BYTES = 64 * 1024 * 1024

async function compressAssets(folder) {
  const brotli = promisify(zlib.brotliCompress)
  const gzip = promisify(zlib.gzip)
  await Promise.all(
    filesBelow(folder)
      .filter((file) => /\.(js|css|svg|json|txt|webmanifest|xml)$/.test(file))
      .map(async (file) => {
        const bytes = readFileSync(file)
        writeFileSync(`${file}.br`, await brotli(bytes, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 11 } }))
        writeFileSync(`${file}.gz`, await gzip(bytes, { level: 9 }))
      }),
  )
}

if (process.argv[1] === import.meta.filename) {
  const installed = process.argv.includes('--no-install') ? undefined : install()
  if (process.argv[2] === 'build') await build()
  await installed
}
