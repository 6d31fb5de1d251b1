import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type * as z from 'zod'

export interface ContentSource {
  name: string
  text: string
  records: unknown
  fault?: string
}

export async function readSource(contentDirectory: string, name: string): Promise<ContentSource> {
  const file = path.join(contentDirectory, name)
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => error)
  if (text instanceof Error) {
    const fault = `${name}: ${text.code === 'ENOENT' ? `there is no file ${file}` : `cannot be read (${text.code})`}`
    return { name, text: '', records: undefined, fault }
  }
  try {
    // Some editors begin a file with a mark that JSON does not know.
    return { name, text, records: JSON.parse(text.replace(/^\ufeff/, '')) }
  } catch {
    return { name, text, records: undefined, fault: describeSyntax(name, text) }
  }
}

export function faultsIn(source: ContentSource, { error }: z.ZodSafeParseResult<unknown>): string[] {
  if (source.fault) return [source.fault]
  return [...repeatedFields(source), ...describeIssues(source, error?.issues ?? [])]
}

function describeIssues(source: ContentSource, issues: z.core.$ZodIssue[]): string[] {
  const lines = new Map<string, string>()
  for (const { path: keys, message } of issues.flatMap(meantIssues))
    if (!lines.has(keys.join('.'))) lines.set(keys.join('.'), describeFault(source, keys, message))
  return [...lines.values()]
}

/** "services.json, line 12: record 2 (id 7): title.ar is missing" */
export function describeFault({ name, text, records }: ContentSource, keys: PropertyKey[], message: string): string {
  const [index, ...inRecord] = keys
  const isList = Array.isArray(records) && typeof index === 'number'
  const id = isList ? (records[index] as { id?: unknown } | null)?.id : undefined
  const record = isList ? `record ${index + 1}${id === undefined ? '' : ` (id ${id})`}: ` : ''
  const field = (isList ? inRecord : keys).join('.')
  return `${name}, line ${lineOf(text, keys)}: ${record}${field || (isList ? 'it' : 'the file')} ${message}`
}

const KINDS: Record<string, string> = {
  string: 'a text in quotation marks',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list in [ ]',
  object: 'a group of fields in { }',
}

/** Messages that go on from the name of the field. */
export const inWords: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is missing' : `must be ${KINDS[issue.expected] ?? issue.expected}`
    case 'unrecognized_keys':
      return 'is no field that is known here'
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}`
    case 'too_small':
      return issue.origin === 'string'
        ? 'is empty'
        : `must be ${issue.inclusive ? 'at least' : 'more than'} ${issue.minimum}`
    case 'too_big':
      return `must be at most ${issue.maximum}`
    case 'invalid_union':
      return issue.input === undefined ? 'is missing' : 'is of a kind that does not belong here'
    default:
      return 'is not written as it must be'
  }
}

type Issue = Pick<z.core.$ZodIssue, 'path' | 'message'>

/** Where a value may be written in two ways, reports the faults of the way that was meant. */
function meantIssues(issue: z.core.$ZodIssue): Issue[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ path: [...issue.path, key], message: issue.message }))
  if (issue.code !== 'invalid_union') return [issue]
  const meant = issue.errors.find((way) => !way.some(({ code, path }) => code === 'invalid_type' && path.length === 0))
  if (!meant) return [issue]
  return meant.flatMap(meantIssues).map(({ path, message }) => ({ path: [...issue.path, ...path], message }))
}

function describeSyntax(name: string, text: string) {
  const position = endOfSoundJson(text)
  const [rest = ''] = text.slice(position).trimStart().split('\n')
  const what = rest ? `the file is no JSON from here on: ${rest.slice(0, SHOWN_CHARACTERS)}` : 'the file ends too early'
  return `${name}, line ${lineAt(text, position)}: ${what}`
}

const SHOWN_CHARACTERS = 40

/** Bisects, since not every error of JSON.parse has a position. */
function endOfSoundJson(text: string) {
  let [sound, faulty] = [0, text.length + 1]
  while (faulty - sound > 1) {
    const middle = Math.floor((sound + faulty) / 2)
    if (couldGoOn(text.slice(0, middle))) sound = middle
    else faulty = middle
  }
  return sound
}

function couldGoOn(start: string) {
  try {
    return JSON.parse(start) !== undefined
  } catch (error) {
    const { message } = error as Error
    return /end of JSON input|Unterminated/.test(message) || message.includes(`position ${start.length}`)
  }
}

const lineAt = (text: string, position: number) => text.slice(0, position).split('\n').length

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g

function lineOf(text: string, keys: PropertyKey[]) {
  const wanted = keys.map(String)
  let found = 0
  let depthFound = -1
  for (const { at, index } of valuesIn(text)) {
    const isAround = at.length <= wanted.length && at.every((key, depth) => key === wanted[depth])
    if (!isAround || at.length <= depthFound) continue
    found = index
    depthFound = at.length
  }
  return lineAt(text, found)
}

/** JSON.parse would silently take the last of two equal keys. */
function repeatedFields({ name, text }: ContentSource): string[] {
  const seen = new Set<string>()
  const repeated: { at: string[]; index: number }[] = []
  for (const { at, index } of valuesIn(text)) {
    const isInRepeated = repeated.some((other) => other.at.every((key, depth) => key === at[depth]))
    const place = JSON.stringify(at)
    if (seen.has(place) && !isInRepeated) repeated.push({ at, index })
    seen.add(place)
  }
  return repeated.map(({ at, index }) => `${name}, line ${lineAt(text, index)}: ${at.at(-1)} stands twice in one group`)
}

function* valuesIn(text: string): Generator<{ at: string[]; index: number }> {
  /** The groups and lists around the current token. */
  const place: { key: string; isList: boolean }[] = []
  let isKey = false
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const around = place.at(-1)
    if (token === '}' || token === ']') place.pop()
    else if (token === ',') {
      isKey = !around?.isList
      if (around?.isList) around.key = String(Number(around.key) + 1)
    } else if (token === ':') isKey = false
    else if (isKey && around) around.key = JSON.parse(token)
    else {
      yield { at: place.map(({ key }) => key), index }
      if (token === '{' || token === '[') {
        place.push({ key: token === '[' ? '0' : '', isList: token === '[' })
        isKey = token === '{'
      }
    }
  }
}
