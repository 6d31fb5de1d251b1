import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/** A class that no component names, or that no module has, is left over or half of a rename. */

const root = path.resolve(import.meta.dirname, '..')
const files = ['site', 'desk/app'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name)),
)
const read = (name: string) => readFileSync(path.join(root, name), 'utf8')
const componentFiles = files.filter((name) => /\.tsx?$/.test(name))
const components = componentFiles.map(read)
const modules = files.filter((name) => name.endsWith('.module.css'))

test('modules were found', () => {
  expect(modules.length).toBeGreaterThan(50)
})

test.each(modules)('every class of %s is named by a component that imports it', (module) => {
  const users = components.filter((text) => text.includes(path.basename(module))).join('\n')
  expect(classesOf(read(module)).filter((name) => !isNamed(name, users))).toEqual([])
})

const withModules = componentFiles.filter((name) => read(name).includes('.module.css'))

test.each(withModules)('every class that %s names is in its module', (name) => {
  const text = read(name)
  const code = text.replace(/^\s*(?:import\b|\/\/|\/?\*).*$/gm, '')
  for (const [, styles = '', address = ''] of text.matchAll(/import (\w+) from '([^']*\.module\.css)'/g)) {
    const known = classesOf(read(moduleAt(name, address)))
    const named = Array.from(
      code.matchAll(new RegExp(`(?<![\\w./-])${styles}\\.(\\w+)`, 'g')),
      ([, each]) => each as string,
    )
    expect([address, named.filter((each) => !known.includes(each))]).toEqual([address, []])
  }
})

const moduleAt = (component: string, address: string) =>
  address.startsWith('#') ? address.slice(1) : path.join(path.dirname(component), address)

function classesOf(styles: string) {
  const selectors = styles
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/:global\([^)]*\)/g, '')
    .replace(/\{[^{}]*\}/g, '')
  return [...new Set(Array.from(selectors.matchAll(/\.([a-z][\w-]*)/gi), ([, name]) => name as string))]
}

/** `styles.name`, or one chosen by a value: `styles[look]`. */
function isNamed(name: string, users: string) {
  if (new RegExp(`\\.${name}\\b`).test(users)) return true
  const imported = [...users.matchAll(/import (\w+) from '[^']*\.module\.css'/g)]
  return imported.some(([, styles]) => users.includes(`${styles}[`)) && users.includes(name.split('-')[0] as string)
}
