import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

function runAs(version: string, script: string) {
  const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`
  const args = ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`, script]
  return spawnSync(process.execPath, args, { encoding: 'utf8', env: { ENV_FILE: '/of/nobody' } })
}

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
const READS_FILES_ONLY = 'scripts/sbom.js'
const called = new Set(
  Object.values(scripts).flatMap((command) => /node (?:--\S+ )*(scripts\/\S+\.js)/.exec(command)?.[1] ?? []),
)
called.delete(READS_FILES_ONLY)

test.each([...called])('%s ends with one line under a version of Node that is too old', (script) => {
  for (const version of ['18.20.8', '20.18.3']) {
    const { status, stdout, stderr } = runAs(version, script)
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toMatch(/^Node [\d.]+ is too old: use Node [\d.]+ or later; 24 is recommended\.\n$/)
  }
})

test('the least version and all later ones are taken', () => {
  for (const version of ['20.19.0', '20.20.1', '22.0.0', '24.1.0', '100.0.0'])
    expect(runAs(version, 'scripts/environment.js'), version).toMatchObject({ status: 0, stderr: '' })
})
