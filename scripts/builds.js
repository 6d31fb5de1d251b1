// build/ holds a folder for each build, named by the hash of its sources, and the link `current`. A running server keeps its files.
import { createHash } from 'node:crypto'
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { arePackagesInstalled } from './packages.js'
import { root } from './root.js'

const BUILDS = path.join(root, 'build')
const CURRENT = path.join(BUILDS, 'current')
const COMMANDS = ['texts', 'contract', 'settings', 'domain', 'package-lock.json', 'cli', 'vite.cli.config.ts']
const EVERYTHING = [
  ...COMMANDS,
  'api',
  'desk',
  'site',
  'server',
  'scripts/vite-plugins.ts',
  'vite.config.ts',
  'vite.desk.config.ts',
  'react-router.config.ts',
]
const ID_LENGTH = 16
const IS_ID = new RegExp(`^[0-9a-f]{${ID_LENGTH}}$`)

/** A shipped image carries its build and has nothing to build it from. */
export const isSourceTree = () => existsSync(path.join(root, 'vite.config.ts'))

export const isSiteBuilt = () => !isSourceTree() || currentId() === hashOf(EVERYTHING)

/** The commands still run after a stylesheet was edited. */
export const areCommandsBuilt = () => !isSourceTree() || readText(commandsStamp(CURRENT)) === hashOf(COMMANDS)

export const commandsFile = path.join(CURRENT, 'cli', 'main.js')
export const siteFile = path.join(CURRENT, 'server', 'index.js')

/** One line that says what is missing for a program and what to run; undefined where all is there. */
export function missingFor(program) {
  if (!arePackagesInstalled({ tools: false }))
    return `The packages of package-lock.json are not installed. Run: ${isSourceTree() ? 'npm start' : 'npm ci --omit=dev'}`
  if (existsSync(program)) return undefined
  return isSourceTree()
    ? 'There is no build yet. Run: npm start, or npm run build'
    : `${path.relative(BUILDS, program)} is missing in ${BUILDS}, and there are no sources to build it from. Copy the whole build folder of the release.`
}

export async function makeBuild(make) {
  const id = hashOf(EVERYTHING)
  const finished = path.join(BUILDS, id)
  const formerId = currentId()
  const former = formerId && path.join(BUILDS, formerId)
  if (!existsSync(finished)) {
    const unfinished = path.join(BUILDS, `unfinished-${process.pid}`)
    const remove = () => rmSync(unfinished, { recursive: true, force: true })
    mkdirSync(unfinished, { recursive: true })
    process.once('exit', remove)
    try {
      await make(unfinished)
      writeFileSync(commandsStamp(unfinished), hashOf(COMMANDS))
      if (former) keepAssetsOf(former, unfinished)
      moveInto(unfinished, finished)
    } finally {
      process.off('exit', remove)
      remove()
    }
  }
  makeCurrent(id)
  removeOld([finished, former])
}

export function holdCurrentBuild() {
  const build = realpathSync(CURRENT)
  const mark = path.join(build, 'in-use', String(process.pid))
  try {
    mkdirSync(path.dirname(mark), { recursive: true })
    writeFileSync(mark, '')
    process.once('exit', () => rmSync(mark, { force: true }))
  } catch {
    // A read-only disk, where no build can replace this one.
  }
  return build
}

export function filesBelow(entry, { hidden = false } = {}) {
  if (!existsSync(entry)) return []
  if (!lstatSync(entry).isDirectory()) return lstatSync(entry).isSymbolicLink() ? [] : [entry]
  return readdirSync(entry)
    .filter((name) => hidden || !name.startsWith('.'))
    .sort()
    .flatMap((name) => filesBelow(path.join(entry, name), { hidden }))
}

const commandsStamp = (build) => path.join(build, 'cli', 'built-from')

/** Like 1.1.0+0a1b2c3d, as settings/release.ts has it. */
export function release() {
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  return `${version}+${currentId()?.slice(0, 8) ?? 'source'}`
}

export function currentId() {
  try {
    return path.basename(readlinkSync(CURRENT))
  } catch {
    return undefined
  }
}

function moveInto(unfinished, finished) {
  try {
    renameSync(unfinished, finished)
  } catch (error) {
    // Another process was faster with the same build.
    if (!existsSync(finished)) throw error
  }
}

/** Atomic: there is always a current build. */
function makeCurrent(id) {
  const link = path.join(BUILDS, `link-${process.pid}`)
  rmSync(link, { force: true })
  symlinkSync(id, link, 'dir')
  renameSync(link, CURRENT)
}

/** Open pages of the former build still ask for its scripts and styles; those of earlier builds are left behind. */
function keepAssetsOf(former, build) {
  const takenOver = JSON.parse(readText(path.join(former, 'former-assets.json')) ?? '[]')
  const kept = ['client', 'desk'].flatMap((application) => {
    const [from, to] = [former, build].map((folder) => path.join(folder, application, 'assets'))
    const names = existsSync(from) ? readdirSync(from) : []
    const missing = names.filter((name) => !takenOver.includes(name) && !existsSync(path.join(to, name)))
    for (const name of missing) linkSync(path.join(from, name), path.join(to, name))
    return missing
  })
  writeFileSync(path.join(build, 'former-assets.json'), JSON.stringify(kept))
}

function removeOld(kept) {
  for (const name of readdirSync(BUILDS)) {
    const folder = path.join(BUILDS, name)
    const [, maker] = /^(?:unfinished|link)-(\d+)$/.exec(name) ?? []
    const isOld = maker ? !isAlive(maker) : IS_ID.test(name) ? !kept.includes(folder) && !isInUse(folder) : false
    if (isOld) rmSync(folder, { recursive: true, force: true })
  }
}

function isInUse(build) {
  const marks = path.join(build, 'in-use')
  return existsSync(marks) && readdirSync(marks).some(isAlive)
}

function isAlive(processId) {
  try {
    process.kill(Number(processId), 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function readText(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

function hashOf(paths) {
  const hash = createHash('sha256')
  for (const file of paths.flatMap((each) => filesBelow(path.join(root, each)))) {
    if (/\.test\.tsx?$/.test(file)) continue
    hash.update(path.relative(root, file)).update(readFileSync(file))
  }
  return hash.digest('hex').slice(0, ID_LENGTH)
}
