// What stands between a clean clone and a running site: install, build. Node's own modules only, since nothing else may be here yet.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { filesBelow, isSiteBuilt, isSourceTree, makeBuild } from './builds.js'
import { arePackagesInstalled } from './packages.js'
import { root } from './root.js'

/** The packages of the lock file, with the tools unless only the built site is to run. */
export function install({ tools = true } = {}) {
  if (!isSourceTree() || arePackagesInstalled({ tools })) return
  run('Installing the packages (the first time this takes minutes)', 'npm', [
    'ci',
    '--include=dev',
    '--no-audit',
    '--no-fund',
  ])
  if (arePackagesInstalled({ tools })) return
  console.error('SQLite for Node 20 could not be compiled. Install a C++ compiler, or use Node 24.')
  process.exit(1)
}

export async function build() {
  if (isSiteBuilt()) return
  await makeBuild(async (folder) => {
    // Whoever asks for it: what is built is what is served.
    const env = { ...process.env, NODE_ENV: 'production', BUILD_DIRECTORY: folder }
    run('Building the site', process.execPath, [packageFile('@react-router/dev/bin.js'), 'build'], { env })
    run(
      'Building the commands',
      process.execPath,
      [packageFile('vite/bin/vite.js'), 'build', '--config', 'vite.cli.config.ts'],
      { env },
    )
    run(
      'Building the desk',
      process.execPath,
      [packageFile('vite/bin/vite.js'), 'build', '--config', 'vite.desk.config.ts'],
      { env },
    )
    await compressAssets(path.join(folder, 'client'))
    await compressAssets(path.join(folder, 'desk'))
  })
}

/** Told on the error stream: what a program answers is all that its output holds. What a tool says is shown when it fails. */
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

const packageFile = (name) => path.join('node_modules', name)

/** Every text asset once in brotli and once in gzip, so that no request pays for it. */
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
  install()
  if (process.argv[2] === 'build') await build()
}
