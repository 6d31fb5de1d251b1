import { spawnSync } from 'node:child_process'
import { copyFileSync, cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder()

test.each(['two words', 'نقطة', 'site #1', '100%25 ours', 'which?', "o'clock"])('commands run in %j', (name) => {
  const project = path.join(folder, name)
  const commands = path.join(project, 'build', 'current', 'cli')
  mkdirSync(commands, { recursive: true })
  // As shipped: a build without sources.
  cpSync('scripts', path.join(project, 'scripts'), { recursive: true })
  copyFileSync('package.json', path.join(project, 'package.json'))
  writeFileSync(path.join(commands, 'main.js'), 'export const main = ([name]) => (name === "desk" ? 3 : 4)')
  symlinkSync(path.resolve('node_modules'), path.join(project, 'node_modules'))
  const { status, stderr } = spawnSync(process.execPath, [path.join(project, 'scripts/command.js'), 'desk'])
  expect({ status, said: String(stderr) }).toEqual({ status: 3, said: '' })
})
