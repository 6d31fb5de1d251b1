import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { BARE_ENVIRONMENT, runProgram } from '../support/programs.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/** The archive of `npm run pack-release` is all that a machine needs besides Node. */

const root = path.resolve(import.meta.dirname, '../..')
const dockerfile = readFileSync(path.join(root, 'Dockerfile'), 'utf8')
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
const folder = temporaryFolder()
const site = path.join(folder, 'nuqta')
const PACKING_MILLISECONDS = 300_000

beforeAll(async () => {
  const packed = await runProgram([process.execPath, path.join(root, 'scripts/pack-release.js'), '--to', folder])
  expect(packed).toMatchObject({ code: 0, output: expect.stringContaining(`nuqta-${version}-`) })
  const archive = packed.output.trim()
  execFileSync('sha256sum', ['--check', '--quiet', `${archive}.sha256`], { cwd: folder })
  execFileSync('tar', ['-xzf', archive, '-C', folder])
}, PACKING_MILLISECONDS)

test('its files are those that were packed, and its bill of materials names its packages', () => {
  execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: site })
  const { components } = JSON.parse(readFileSync(path.join(site, 'sbom.cdx.json'), 'utf8'))
  const named = components.map(({ name }: { name: string }) => name)
  expect(named).toContain('fastify')
  for (const name of ['vitest', 'typescript', 'vite']) {
    expect(named).not.toContain(name)
    expect(existsSync(path.join(site, 'node_modules', name))).toBe(false)
  }
  expect(readdirSync(site)).not.toContain('package-lock.json')
})

test('it tells its version, starts without a build or the registry, and its commands run', async () => {
  const env = {
    ...BARE_ENVIRONMENT,
    DATA_DIR: path.join(folder, 'data'),
    PORT: '0',
    DESK_PORT: 'off',
    SHARE_PICTURES: 'on-demand',
    LOG_LEVEL: 'silent',
  }
  const said = await runProgram([process.execPath, 'start.js', '--version'], { cwd: site, env })
  expect(said).toMatchObject({ code: 0, output: expect.stringMatching(`^${version}\\+[0-9a-f]{8}\n$`) })
  const start = `
    await import('${site}/start.js')
    setTimeout(() => process.kill(process.pid, 'SIGTERM'), 0)`
  const served = await runProgram([process.execPath, '--input-type=module', '--eval', start], { cwd: site, env })
  expect(served).toMatchObject({ code: 0, remarks: '' })
  expect(served.output).toContain('Nuqta is open')
  expect(served.output).toContain(`Version: ${said.output.trim()}, database: ${folder}`)
  const listed = await runProgram([process.execPath, 'scripts/command.js', 'desk', 'list', '--json'], {
    cwd: site,
    env,
  })
  expect(listed).toMatchObject({ code: 0, output: '[]\n' })
})

test('the image adds the archive to a pinned image of Node, and installs nothing', () => {
  const images = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, name]) => name)
  expect(images).toHaveLength(1)
  expect(images[0]).toMatch(/:\d+\.\d+\.\d+|@sha256:/)
  expect(dockerfile).not.toMatch(/^RUN .*(npm|apt|node-gyp)/m)
  expect(dockerfile).toContain('WORKDIR /nuqta')
})

test('the health of the image is asked with time for a process to start on a busy machine', () => {
  const seconds = Number(/^HEALTHCHECK .*--timeout=(\d+)s/m.exec(dockerfile)?.[1])
  expect(seconds).toBeGreaterThanOrEqual(10)
})
