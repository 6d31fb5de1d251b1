import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import {
  isLiteralElement,
  isPluralElement,
  isPoundElement,
  isSelectElement,
  isTagElement,
  type MessageFormatElement,
  parse,
} from '@formatjs/icu-messageformat-parser'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import * as desk from '#texts/desk/en/index.ts'
import { starterTexts } from './support/starter-company.ts'

/** A sentence that lacks a value is refused when it is said; here it is found where it is written. */

const root = path.resolve(import.meta.dirname, '..')
const FOLDERS = ['api', 'cli', 'desk', 'domain', 'server', 'site']
const site = starterTexts('en')

interface Node {
  type: string
  name?: string
  value?: unknown
  callee?: Node
  object?: Node
  property?: Node
  properties?: Node[]
  arguments?: Node[]
  id?: Node
  key?: Node
  init?: Node
  consequent?: Node
  alternate?: Node
}

test('every call of a sentence gives all of its values', () => {
  const calls = sources().flatMap((file) => callsIn(file).map((call) => ({ file, ...call })))
  expect(calls.length).toBeGreaterThan(300)
  const lacking = calls.flatMap(({ file, key, texts, given }) => {
    const needed = [...new Set(texts.flatMap(valuesIn))].filter((name) => !given.includes(name))
    return needed.map((name) => `${file}: ${key} lacks ${name}`)
  })
  expect(lacking).toEqual([])
})

test('a call without a value is found', () => {
  const found = (source: string) => callsOf(`const say = useTranslations('career-apply')\n${source}`, site)
  expect(found("say('experience.years')")).toMatchObject([{ given: [] }])
  expect(found("say('experience.years', { years })")).toMatchObject([{ given: ['years'] }])
  expect(found("say(isNew ? 'experience.years' : 'experience.months', { years })")).toHaveLength(2)
  // Known only when it runs.
  expect(found("say('experience.years', values)")).toEqual([])
  expect(found("say('experience.years', { ...values })")).toEqual([])
  expect(found('say(key)')).toEqual([])
})

function sources() {
  return FOLDERS.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
      .map((file) => path.join(folder, file)),
  )
}

const callsIn = (file: string) =>
  callsOf(
    readFileSync(path.join(root, file), 'utf8'),
    file.startsWith('desk/') ? desk : site,
    file.endsWith('x') ? 'tsx' : 'ts',
  )

function callsOf(source: string, texts: object, lang: 'ts' | 'tsx' = 'ts') {
  if (!/useTranslations|createTranslator|useTexts|translator\(/.test(source)) return []
  const nodes = [...everyNode(parseAst(source, { lang }) as unknown as Node)]
  const places = new Map<string, string[]>()
  for (const { type, id, init } of nodes)
    if (type === 'VariableDeclarator' && init?.type === 'CallExpression')
      for (const [name, place] of saidBy(id, init)) places.set(name, [...(places.get(name) ?? []), place])
  return nodes.flatMap((node) => {
    if (node.type !== 'CallExpression') return []
    const { name = '' } = (node.callee?.object ?? node.callee) as Node
    const how = node.callee?.property?.name ?? 'rich'
    const given = namesGiven(node.arguments?.[1])
    if (!places.has(name) || !['rich', 'markup'].includes(how) || !given) return []
    return keysOf(node.arguments?.[0]).flatMap((key) => {
      const found = (places.get(name) ?? []).map((place) => textAt(texts, place ? `${place}.${key}` : key))
      const written = found.filter((text): text is string => typeof text === 'string')
      return written.length > 0 ? [{ key, texts: written, given }] : []
    })
  })
}

/** Names of translators that a call makes, with the place of their texts. */
function saidBy(id: Node | undefined, { callee, arguments: given = [] }: Node): [name: string, place: string][] {
  const [first] = given
  const namespace = first?.properties?.find(({ key }) => key?.name === 'namespace')?.value as Node | undefined
  const places: Record<string, unknown> = {
    useTranslations: first?.value,
    createTranslator: namespace ? namespace.value : undefined,
    translator: 'mail',
  }
  const place = places[callee?.name ?? '']
  if (id?.name && typeof place === 'string') return [[id.name, place]]
  const hasSay = callee?.name === 'useTexts' && id?.properties?.some(({ key }) => key?.name === 'say')
  return hasSay ? [['say', '']] : []
}

function keysOf(node: Node | undefined): string[] {
  if (node?.type === 'ConditionalExpression') return [...keysOf(node.consequent), ...keysOf(node.alternate)]
  return typeof node?.value === 'string' ? [node.value] : []
}

/** Undefined where only the running program knows. */
function namesGiven(node: Node | undefined) {
  if (!node) return []
  if (node.type !== 'ObjectExpression' || node.properties?.some(({ type }) => type === 'SpreadElement'))
    return undefined
  return (node.properties ?? []).map(({ key }) => String(key?.name ?? key?.value))
}

const textAt = (texts: object, place: string) =>
  place.split('.').reduce<unknown>((found, name) => (found as Record<string, unknown> | undefined)?.[name], texts)

const valuesIn = (text: string) => namesIn(parse(text))

function namesIn(elements: MessageFormatElement[]): string[] {
  return elements.flatMap((element): string[] => {
    if (isLiteralElement(element) || isPoundElement(element)) return []
    if (isTagElement(element)) return [element.value, ...namesIn(element.children)]
    if (!isPluralElement(element) && !isSelectElement(element)) return [element.value]
    return [element.value, ...Object.values(element.options).flatMap(({ value }) => namesIn(value))]
  })
}

function* everyNode(node: Node): Generator<Node> {
  yield node
  for (const child of Object.values(node).flat())
    if (typeof child === 'object' && child !== null && 'type' in child) yield* everyNode(child as Node)
}
