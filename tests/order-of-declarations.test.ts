import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseAst } from 'vite'
import { describe, expect, test } from 'vitest'

/** Node refuses "Cannot access before initialization" only when it runs; compiler and linter do not look into functions. */

const root = path.resolve(import.meta.dirname, '..')
const FOLDERS = ['api', 'bench', 'cli', 'contract', 'desk', 'domain', 'scripts', 'server', 'settings', 'site', 'texts']
const sources = FOLDERS.flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file)),
).filter((file) => /\.(js|tsx?)$/.test(file) && !/\.test\.|\.d\.ts$|node_modules/.test(file))

interface Node {
  type: string
  [key: string]: unknown
}

test('no module reaches a value before it is declared', () => {
  expect(sources.length).toBeGreaterThan(500)
  const early = sources.flatMap((file) =>
    valuesReachedEarly(readFileSync(path.join(root, file), 'utf8'), file.endsWith('x') ? 'tsx' : 'ts').map(
      (found) => `${file}: ${found}`,
    ),
  )
  expect(early).toEqual([])
})

describe('the check finds', () => {
  test.each([
    ['a value that a function uses', 'run()\nfunction run() { return size }\nconst size = 1'],
    [
      'a value behind two functions',
      'run()\nfunction run() { return next() }\nfunction next() { return hashOf() }\nconst hashOf = () => 1',
    ],
    [
      'a value in the callback of a list',
      'run()\nfunction run() { [1].map((one) => [hashOf(one)]) }\nconst hashOf = (one) => one',
    ],
    ['a value after an await', 'await run()\nasync function run() { return size }\nconst size = 1'],
    ['a value that another needs', 'const all = collect()\nfunction collect() { return size }\nlet size = 1'],
    ['a class', 'run()\nfunction run() { return new Box() }\nclass Box {}'],
    [
      'a part of an object',
      'run()\nfunction run() { return size }\nconst { size, ...rest } = box()\nfunction box() {}',
    ],
    ['a value in a block', 'if (isOn) { run() }\nfunction run() { return size }\nconst size = 1'],
  ])('%s', (_, source) => {
    expect(valuesReachedEarly(source)).toHaveLength(1)
  })

  test.each([
    ['a value declared before', 'const size = 1\nrun()\nfunction run() { return size }'],
    ['a function that nobody calls yet', 'export function run() { return size }\nconst size = 1'],
    ['a name of its own inside the function', 'run()\nfunction run(size) { return size }\nconst size = 1'],
    ['a property of the same name', 'run()\nfunction run() { return process.size }\nconst size = 1'],
    ['an import under another name', "import { size as other } from 'elsewhere'\nexport const size = other"],
    ['a type', 'run()\nfunction run(): Size { return 1 }\ninterface Size {}'],
  ])('nothing in %s', (_, source) => {
    expect(valuesReachedEarly(source)).toEqual([])
  })
})

/** Names of values that the module reaches while it loads, before the statement that declares them. */
function valuesReachedEarly(source: string, lang: 'ts' | 'tsx' = 'ts') {
  const { body } = parseAst(source, { lang }) as unknown as { body: Node[] }
  const statements = body.map((node) => (node.declaration ?? node) as Node)
  const placeOf = new Map<string, number>()
  const insideOf = new Map<string, Node>()
  for (const [place, statement] of statements.entries()) {
    if (statement.type === 'FunctionDeclaration') insideOf.set(nameOf(statement), statement)
    if (statement.type === 'ClassDeclaration' && statement.id) placeOf.set(nameOf(statement), place)
    if (statement.type !== 'VariableDeclaration' || statement.kind === 'var') continue
    for (const { id, init } of statement.declarations as { id: Node; init: Node | null }[]) {
      for (const name of whatRuns(id).read) placeOf.set(name, place)
      if (init && isFunction(init)) insideOf.set(nameOf({ id }), init)
    }
  }

  const early = new Set<string>()
  for (const [place, statement] of statements.entries()) {
    const entered = new Set<string>()
    const run = (node: Node, own: string[] = []) => {
      const { read, called } = whatRuns(node)
      for (const name of read) if (!own.includes(name) && (placeOf.get(name) ?? place) > place) early.add(name)
      for (const name of called) {
        const inside = insideOf.get(name)
        if (!inside || own.includes(name) || entered.has(name)) continue
        entered.add(name)
        run(inside.body as Node, namesDeclared(inside))
      }
    }
    if (!isFunction(statement) && statement.type !== 'ImportDeclaration') run(statement)
  }
  return [...early]
}

const nameOf = ({ id }: Record<string, unknown>) => String((id as Node | null)?.name)
const isFunction = ({ type }: Node) => /Function/.test(type)
const AT_ONCE =
  /^(map|flatMap|filter|forEach|reduce|some|every|find|findLast|findIndex|sort|toSorted|replace|replaceAll|from)$/

/** Names that are read, and functions that are called, when a node runs. A function inside runs only if its call does so at once. */
function whatRuns(node: Node) {
  const read = new Set<string>()
  const called = new Set<string>()
  const visit = (node: Node) => {
    if (node.type === 'Identifier' || node.type === 'JSXIdentifier') read.add(String(node.name))
    if (node.type === 'CallExpression') {
      const callee = node.callee as Node
      if (callee.type === 'Identifier') called.add(String(callee.name))
      if (isFunction(callee)) visit(callee.body as Node)
      const { name } = (callee.property ?? {}) as { name?: string }
      if (name && AT_ONCE.test(name))
        for (const given of node.arguments as Node[]) {
          if (isFunction(given)) visit(given.body as Node)
          if (given.type === 'Identifier') called.add(String(given.name))
        }
    }
    for (const child of childrenOf(node)) if (!isFunction(child)) visit(child)
  }
  visit(node)
  return { read, called }
}

/** Without types, and without names of properties. */
const childrenOf = (node: Node) =>
  Object.entries(node)
    .filter(([key]) => !((key === 'key' || key === 'property') && !node.computed))
    .flatMap(([, value]) => [value].flat())
    .filter((child): child is Node => typeof child === 'object' && child !== null && 'type' in child)
    .filter(({ type, expression }) => !type.startsWith('TS') || expression)

/** Parameters, variables and functions of a function. */
function namesDeclared(node: Node): string[] {
  if (node.type === 'VariableDeclarator')
    return [...whatRuns(node.id as Node).read, ...childrenOf(node).flatMap(namesDeclared)]
  const parameters = isFunction(node) ? (node.params as Node[]).flatMap((one) => [...whatRuns(one).read]) : []
  return [
    ...parameters,
    ...(/Declaration$/.test(node.type) && node.id ? [nameOf(node)] : []),
    ...childrenOf(node).flatMap(namesDeclared),
  ]
}
