import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface LockedPackage {
  version: string
  integrity?: string
  resolved?: string
  hasInstallScript?: boolean
}

const project = JSON.parse(readFileSync('package.json', 'utf8'))
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, LockedPackage> }
const locked = Object.entries(lock.packages).filter(([folder]) => folder !== '')
const nameOf = (folder: string) => folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length)

test('every package is locked by the hash of its bytes and none by the address of a download', () => {
  expect(locked.filter(([, { resolved }]) => resolved !== undefined).map(([folder]) => folder)).toEqual([])
  expect(locked.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([folder]) => folder)).toEqual([])
})

test('every dependency is pinned to one version', () => {
  const wanted = Object.entries({ ...project.dependencies, ...project.devDependencies })
  expect(wanted.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(String(version)))).toEqual([])
})

test('every package that would run something at its installation is named and decided upon', () => {
  const withScripts = locked.filter(([, { hasInstallScript }]) => hasInstallScript).map(([folder]) => nameOf(folder))
  expect(new Set(withScripts)).toEqual(new Set(Object.keys(project.allowScripts)))
})

test('the site runs on few packages', () => {
  expect(Object.keys(project.dependencies).length).toBeLessThanOrEqual(40)
})

test('the list of parts names every package the site runs on', () => {
  const bill = JSON.parse(
    execFileSync('npm', ['run', '--silent', 'sbom'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
  )
  expect(bill.bomFormat).toBe('CycloneDX')
  const parts = bill.components.map(({ group, name }: { group?: string; name: string }) =>
    group ? `${group}/${name}` : name,
  )
  expect(parts).toEqual(expect.arrayContaining(Object.keys(project.dependencies)))
})
