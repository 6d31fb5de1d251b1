import { cpSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')
const COPIED = ['package.json', 'package-lock.json', '.npmrc', 'scripts']
const SOURCES = ['texts', 'contract', 'settings', 'domain', 'cli', 'api', 'desk', 'server', 'site']
const LINKED = [...SOURCES, 'content', 'node_modules']
const CONFIGURATION = ['vite.config.ts', 'vite.cli.config.ts', 'vite.desk.config.ts', 'react-router.config.ts']

export interface Clone {
  folder: string
  file(...names: string[]): string
  /** Replaces a link to the project's file by a copy that a test may change. */
  own(name: string): void
  /** Copies everything that is built. */
  ownSources(): void
  without(name: string): void
  remove(): void
}

/** A built copy of this project; large folders are links. */
export function cloneProject({ site = false } = {}): Clone {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'nuqta-clone-')))
  const file = (...names: string[]) => path.join(folder, ...names)
  const without = (name: string) => rmSync(file(name), { recursive: true, force: true })
  for (const name of COPIED) cpSync(path.join(root, name), file(name), { recursive: true })
  for (const name of [...LINKED, ...CONFIGURATION]) symlinkSync(path.join(root, name), file(name))
  const build = realpathSync(path.join(root, 'build', 'current'))
  for (const part of site ? ['cli', 'server', 'client', 'desk'] : ['cli'])
    cpSync(path.join(build, part), file('build', path.basename(build), part), { recursive: true })
  symlinkSync(path.basename(build), file('build', 'current'))
  function own(name: string) {
    without(name)
    cpSync(path.join(root, name), file(name), { recursive: true })
  }
  return {
    folder,
    file,
    without,
    own,
    ownSources() {
      for (const name of [...SOURCES, ...CONFIGURATION]) own(name)
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
