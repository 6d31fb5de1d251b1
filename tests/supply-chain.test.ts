import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface LockedPackage {
  version: string
  /** Packages whose folder has another name. */
  name?: string
  integrity?: string
  resolved?: string
  hasInstallScript?: boolean
}

const project = JSON.parse(readFileSync('package.json', 'utf8'))
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, LockedPackage> }
const parts = Object.keys({ ...project.dependencies, ...project.optionalDependencies })
const locked = Object.entries(lock.packages).filter(([folder]) => folder !== '')
const nameOf = (folder: string) => folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length)

test('every package is locked by the hash of its bytes and none by the address of a download', () => {
  expect(locked.filter(([, { resolved }]) => resolved !== undefined).map(([folder]) => folder)).toEqual([])
  expect(locked.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([folder]) => folder)).toEqual([])
})

test('every dependency is pinned to one version', () => {
  const wanted = Object.entries({
    ...project.dependencies,
    ...project.devDependencies,
    ...project.optionalDependencies,
  })
  const pinned = /^(npm:[a-z\d-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/
  expect(wanted.filter(([, version]) => !pinned.test(String(version)))).toEqual([])
})

test('every package that would run something at its installation is named and decided upon', () => {
  const withScripts = locked
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([folder, { name }]) => name ?? nameOf(folder))
  expect(new Set(withScripts)).toEqual(new Set(Object.keys(project.allowScripts)))
})

test('the site runs on few packages', () => {
  // Two libraries in parts.
  const libraries = new Set(parts.map((name) => name.replace(/^@?(prosemirror|opentelemetry)[-/].+/, '$1')))
  expect(libraries.size).toBeLessThanOrEqual(57)
})

test('the bill of materials names every package the site runs on, with its hash', () => {
  const bill = JSON.parse(execFileSync('npm', ['run', '--silent', 'sbom'], { encoding: 'utf8' })) as {
    components: { name: string; hashes: { alg: string; content: string }[] }[]
    dependencies: { ref: string; dependsOn: string[] }[]
  }
  const named = bill.components.map(({ name }) => name)
  expect(named).toEqual(expect.arrayContaining(Object.keys(project.dependencies)))
  for (const tool of ['vitest', 'typescript', 'smtp-server']) expect(named).not.toContain(tool)
  for (const { hashes } of bill.components)
    expect(hashes).toEqual([{ alg: 'SHA-512', content: expect.stringMatching(/^[\da-f]{128}$/) }])
  expect(bill.dependencies[0]?.dependsOn).toHaveLength(parts.length)
})
