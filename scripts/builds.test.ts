import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { temporaryFolder } from '../tests/support/temporary-folder.ts'

/** Successive builds in a folder with one source file and a fake bundler. */

interface Builds {
  isSiteBuilt(): boolean
  areCommandsBuilt(): boolean
  makeBuild(make: (folder: string) => Promise<void>): Promise<void>
  holdCurrentBuild(): string
}

const folder = temporaryFolder()

let root: string
let builds: Builds
beforeEach(async () => {
  root = mkdtempSync(path.join(folder, 'site-'))
  cpSync(import.meta.dirname, path.join(root, 'scripts'), { recursive: true })
  writeFileSync(path.join(root, 'package.json'), '{"type":"module","engines":{"node":">=20"}}')
  writeFileSync(path.join(root, 'vite.config.ts'), '')
  builds = await import(path.join(root, 'scripts/builds.js'))
})

const inBuild = (...names: string[]) => path.join(root, 'build', ...names)
const idsOfBuilds = () => readdirSync(inBuild()).filter((name) => /^[0-9a-f]{16}$/.test(name))

/** Edits a page and builds it; each build has a script with another hash in its name. */
async function edit(text: string) {
  mkdirSync(path.join(root, 'site'), { recursive: true })
  writeFileSync(path.join(root, 'site/page.tsx'), text)
  await builds.makeBuild(async (build) => {
    mkdirSync(path.join(build, 'client/assets'), { recursive: true })
    mkdirSync(path.join(build, 'cli'), { recursive: true })
    writeFileSync(path.join(build, 'client/assets', `page-${text}.js`), text)
    writeFileSync(path.join(build, 'client/assets', 'same.js'), 'same')
  })
  return realpathSync(inBuild('current'))
}

test('an edit makes the build stale, and going back makes it fresh again without building', async () => {
  expect(builds.isSiteBuilt()).toBe(false)
  const first = await edit('one')
  expect(builds.isSiteBuilt()).toBe(true)
  await edit('two')
  writeFileSync(path.join(root, 'site/page.tsx'), 'one')
  expect(builds.isSiteBuilt()).toBe(false)
  await builds.makeBuild(() => expect.unreachable())
  expect(realpathSync(inBuild('current'))).toBe(first)
})

test('a page that a browser opened before still finds its scripts; those from before that are gone', async () => {
  await edit('one')
  await edit('two')
  expect(readdirSync(inBuild('current/client/assets')).sort()).toEqual(['page-one.js', 'page-two.js', 'same.js'])
  await edit('three')
  expect(readdirSync(inBuild('current/client/assets')).sort()).toEqual(['page-three.js', 'page-two.js', 'same.js'])
})

test('the current build and the one before it are kept', async () => {
  await edit('one')
  const second = await edit('two')
  const third = await edit('three')
  expect(idsOfBuilds().sort()).toEqual([second, third].map((build) => path.basename(build)).sort())
})

test('a build that fails leaves what was there', async () => {
  const first = await edit('one')
  writeFileSync(path.join(root, 'site/page.tsx'), 'broken')
  await expect(builds.makeBuild(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(realpathSync(inBuild('current'))).toBe(first)
})

const running: ReturnType<typeof spawn>[] = []
afterEach(() => {
  for (const child of running.splice(0)) child.kill()
})

test('a build that is being served is kept, however many follow', async () => {
  const served = await edit('one')
  const program = `import { holdCurrentBuild } from '${root}/scripts/builds.js'; holdCurrentBuild(); process.stdin.resume(); console.log('serving')`
  const server = spawn(process.execPath, ['--input-type=module', '--eval', program])
  running.push(server)
  await new Promise((resolve) => server.stdout.once('data', resolve))
  for (const text of ['two', 'three', 'four']) await edit(text)
  expect(existsSync(path.join(served, 'client/assets/page-one.js'))).toBe(true)

  server.stdin.end()
  await new Promise((resolve) => server.once('exit', resolve))
  await edit('five')
  expect(existsSync(served)).toBe(false)
})
