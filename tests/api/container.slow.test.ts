import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { runProgram } from '../support/programs.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/** Files of the Dockerfile suffice: no sources, no lock file, no development packages. */

const root = path.resolve(import.meta.dirname, '../..')
const dockerfile = readFileSync(path.join(root, 'Dockerfile'), 'utf8')
const image = temporaryFolder()

test('the images it is made from are pinned to one version', () => {
  const images = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, name]) => name)
  expect(images.length).toBeGreaterThan(0)
  for (const name of images) expect(name).toMatch(/:\d+\.\d+\.\d+|@sha256:/)
})

test('its health is asked with time for a process to start on a busy machine', () => {
  const seconds = Number(/^HEALTHCHECK .*--timeout=(\d+)s/m.exec(dockerfile)?.[1])
  expect(seconds).toBeGreaterThanOrEqual(10)
})

test('its packages are installed once', () => {
  expect(dockerfile.match(/npm (ci|install|start)/g)).toEqual(['npm ci'])
})

test('a copied release starts, and its commands run', async () => {
  for (const [, from, to] of dockerfile.matchAll(/^COPY --from=build \/site\/(\S+) (\S+)$/gm)) {
    if (from === 'node_modules') linkPackages()
    else
      cpSync(path.join(root, from as string), path.join(image, to as string), {
        recursive: true,
        verbatimSymlinks: true,
      })
  }
  const env = { DATA_DIR: path.join(image, 'data'), PORT: '0', SHARE_PICTURES: 'on-demand', LOG_LEVEL: 'silent' }
  const start = `
    await import('${image}/scripts/start.js')
    setTimeout(() => process.kill(process.pid, 'SIGTERM'), 0)`
  const served = await runProgram([process.execPath, '--input-type=module', '--eval', start], { cwd: image, env })
  expect(served).toMatchObject({ code: 0, output: expect.stringContaining('Nuqta is open'), remarks: '' })
  const listed = await runProgram([process.execPath, 'scripts/command.js', 'desk', 'list', '--json'], {
    cwd: image,
    env,
  })
  expect(listed).toMatchObject({ code: 0, output: '[]\n' })
})

/** Packages of `npm ci --omit=dev`; copies would be hundreds of megabytes. */
function linkPackages() {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'))
  for (const [folder, { dev }] of Object.entries<{ dev?: boolean }>(packages)) {
    const isOwn = /^node_modules\/(@[^/]+\/)?[^/]+$/.test(folder)
    if (!isOwn || dev || !existsSync(path.join(root, folder))) continue
    mkdirSync(path.dirname(path.join(image, folder)), { recursive: true })
    symlinkSync(path.join(root, folder), path.join(image, folder))
  }
}
