// What stands between a clean clone and a running site: install, build. Node's own modules only, since nothing else may be here yet.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import zlib from 'node:zlib'

const root = path.resolve(import.meta.dirname, '..')
const BUILT_FROM = [
  'texts',
  'contract',
  'settings',
  'domain',
  'api',
  'site',
  'server',
  'cli',
  'vite.config.ts',
  'react-router.config.ts',
  'package-lock.json',
]

export function install() {
  // A shipped image has no lock file's worth of tools to install: it carries what it needs.
  if (!isSourceTree()) return
  const wanted = hashOf(['package-lock.json'])
  const stamp = path.join(root, 'node_modules', '.installed-from')
  if (readStamp(stamp) === wanted) return
  run('Installing the packages', 'npm', ['ci', '--include=dev', '--no-audit', '--no-fund'])
  writeFileSync(stamp, wanted)
}

export async function build({ anew = false } = {}) {
  if (!isSourceTree()) return
  const wanted = hashOf(BUILT_FROM)
  const stamp = path.join(root, 'build', '.built-from')
  if (!anew && readStamp(stamp) === wanted) return
  // Whoever asks for it: what is stamped as built must be what is served.
  const env = { ...process.env, NODE_ENV: 'production' }
  run('Building the site', process.execPath, [path.join('node_modules', '@react-router', 'dev', 'bin.js'), 'build'], {
    env,
  })
  await compressAssets(path.join(root, 'build', 'client'))
  mkdirSync(path.dirname(stamp), { recursive: true })
  writeFileSync(stamp, wanted)
}

/** Told on the error stream: what a command answers is all that its output holds. */
export function run(what, command, args, options = {}) {
  console.error(`${what} …`)
  execFileSync(command, args, { cwd: root, stdio: ['inherit', process.stderr, 'inherit'], ...options })
}

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

const isSourceTree = () => existsSync(path.join(root, 'vite.config.ts'))

function readStamp(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

function hashOf(paths) {
  const hash = createHash('sha256')
  for (const file of paths.flatMap((each) => filesBelow(path.join(root, each)))) {
    if (/\.test\.tsx?$/.test(file)) continue
    hash.update(path.relative(root, file)).update(readFileSync(file))
  }
  return hash.digest('hex')
}

function filesBelow(entry) {
  if (!existsSync(entry)) return []
  if (!statSync(entry).isDirectory()) return [entry]
  return readdirSync(entry)
    .sort()
    .flatMap((name) => filesBelow(path.join(entry, name)))
}

if (process.argv[1] === import.meta.filename) {
  install()
  if (process.argv[2] === 'build') await build({ anew: true })
}
