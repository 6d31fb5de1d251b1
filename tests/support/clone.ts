import { cpSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')
const SOURCES = ['texts', 'contract', 'settings', 'domain', 'cli', 'api', 'desk', 'server', 'site']
const CONFIGURATION = ['vite.config.ts', 'vite.cli.config.ts', 'vite.desk.config.ts', 'react-router.config.ts']
const COPIED = ['package.json', 'package-lock.json', '.npmrc', 'scripts', ...SOURCES, ...CONFIGURATION]
/** Nothing of them is compiled: a build of linked sources takes the parts for the server into the pages. */
const LINKED = ['content', 'node_modules']

export interface Clone {
  folder: string
  file(...names: string[]): string
  without(name: string): void
  remove(): void
}

/** A built copy of this project. */
export function cloneProject({ site = false } = {}): Clone {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'nuqta-clone-')))
  const file = (...names: string[]) => path.join(folder, ...names)
  const without = (name: string) => rmSync(file(name), { recursive: true, force: true })
  for (const name of COPIED) cpSync(path.join(root, name), file(name), { recursive: true })
  for (const name of LINKED) symlinkSync(path.join(root, name), file(name))
  const build = realpathSync(path.join(root, 'build', 'current'))
  for (const part of site ? ['cli', 'server', 'client', 'desk'] : ['cli'])
    cpSync(path.join(build, part), file('build', path.basename(build), part), { recursive: true })
  symlinkSync(path.basename(build), file('build', 'current'))
  return {
    folder,
    file,
    without,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
