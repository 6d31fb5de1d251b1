import { DOMParser, type Element, Node } from '@xmldom/xmldom'
import { filesOf } from '#contract/uploaded-pictures.ts'
import { drawingCost, type Shape, TooComplex } from './drawing-cost.ts'
import { declarationsOf, PRESENTATION, readStyleRules, type StyleRule } from './drawing-styles.ts'
import type { PreparedPicture } from './prepare.ts'

export type DrawingFault =
  | 'tooLarge'
  | 'notSvg'
  | 'tooComplex'
  | 'text'
  | 'styleSheet'
  | 'unsafe'
  | 'reference'
  | 'noSize'
  | 'nothing'

const MAX_BYTES = 64 * 1024
const MAX_SHAPES = 2000
const MAX_DEPTH = 50
/** Parts that others repeat count as often as they are drawn. */
const MAX_COST = 5_000
/** Of the longer side; a drawing has every size. */
const SIDE = 1000

const SVG = 'http://www.w3.org/2000/svg'
const XLINK = 'http://www.w3.org/1999/xlink'
/** Keeps names of the file apart from those of a page. */
const ID_PREFIX = 'logo-'

const VISIBLE = ['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'use']
const SHAPES = new Set([
  ...VISIBLE,
  ...['g', 'defs', 'clipPath', 'mask', 'symbol', 'linearGradient', 'radialGradient', 'stop'],
])
/** Left out without a word: they draw nothing. Rules of a style sheet become attributes. */
const SILENT = new Set(['title', 'desc', 'metadata', 'style'])
const REFUSED: Readonly<Record<string, DrawingFault>> = {
  text: 'text',
  tspan: 'text',
  textPath: 'text',
}

const ATTRIBUTES = new Set([
  ...PRESENTATION,
  ...`d points x y width height cx cy r rx ry x1 y1 x2 y2 fx fy fr offset transform viewBox preserveAspectRatio
  gradientUnits gradientTransform spreadMethod clipPathUnits maskUnits maskContentUnits`.split(/\s+/),
])
const REFERRING = new Set(['use', 'linearGradient', 'radialGradient'])

/** Numbers, colours, words and functions: no quotes, colons or slashes, so nothing can be named that is elsewhere. */
const PLAIN_VALUE = /^[\w\s,.#%()+-]*$/
/** A colour that would stand in for a missing part may follow. */
const LOCAL_URL = /^url\(\s*(["']?)#([^"'()\s]+)\1\s*\)(?:\s[^()]*)?$/

class Refused extends Error {
  readonly fault: DrawingFault

  constructor(fault: DrawingFault) {
    super(fault)
    this.fault = fault
  }
}

/** Writes a drawing anew out of known shapes and plain values. Nothing else of the file is kept. */
export function prepareDrawing(bytes: Uint8Array): PreparedPicture | { fault: DrawingFault } {
  if (bytes.length > MAX_BYTES) return { fault: 'tooLarge' }
  try {
    const root = parse(bytes)
    const rules = rulesOf(root)
    const drawing = readShape(root, { namespace: root.namespaceURI, rules, depth: 0, count: { shapes: 0 } })
    const { width, height, viewBox } = sizeOf(root)
    if (!hasVisible(drawing)) return { fault: 'nothing' }
    const ids = namesOf(drawing)
    if (drawingCost(drawing) > MAX_COST) return { fault: 'tooComplex' }
    const size = { xmlns: SVG, width: String(width), height: String(height), viewBox: viewBox.join(' ') }
    const attributes = { ...size, ...drawing.attributes, ...size }
    const written = Buffer.from(write({ ...drawing, attributes }, ids))
    const files = filesOf({ width, isDrawing: true }).map((file) => ({ ...file, bytes: written }))
    return { width, height, files, isDrawing: true }
  } catch (error) {
    if (error instanceof TooComplex) return { fault: 'tooComplex' }
    if (error instanceof Refused) return { fault: error.fault }
    throw error
  }
}

function parse(bytes: Uint8Array): Element {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes).trim()
    const onError = (level: string, message: string) => {
      if (level !== 'warning') throw new Error(message)
    }
    const document = new DOMParser({ onError, locator: false }).parseFromString(text, 'image/svg+xml')
    // Only there can entities be declared.
    if (document.doctype?.internalSubset) throw new Refused('unsafe')
    const root = document.documentElement
    if (root?.localName !== 'svg' || (root.namespaceURI !== null && root.namespaceURI !== SVG))
      throw new Refused('notSvg')
    return root
  } catch (error) {
    throw error instanceof Refused ? error : new Refused('notSvg')
  }
}

function rulesOf(root: Element): StyleRule[] {
  return Array.from(root.getElementsByTagName('style')).flatMap((style) => {
    const rules = style.hasAttribute('media') ? undefined : readStyleRules(style.textContent ?? '')
    if (!rules) throw new Refused('styleSheet')
    return rules
  })
}

interface Place {
  /** Of the whole drawing; one pasted from a page has none. */
  namespace: string | null
  rules: readonly StyleRule[]
  depth: number
  count: { shapes: number }
}

function readShape(element: Element, place: Place): Shape {
  const { count, depth } = place
  count.shapes += 1
  if (count.shapes > MAX_SHAPES || depth > MAX_DEPTH) throw new Refused('tooComplex')
  const children: Shape[] = []
  for (const child of Array.from(element.childNodes)) {
    if (child.nodeType !== Node.ELEMENT_NODE) continue
    const inner = child as Element
    const name = inner.localName ?? ''
    // Notes of drawing programs.
    if (inner.namespaceURI !== place.namespace || SILENT.has(name)) continue
    if (!SHAPES.has(name)) throw new Refused(REFUSED[name] ?? 'unsafe')
    children.push(readShape(inner, { ...place, depth: depth + 1 }))
  }
  return { name: element.localName as string, ...attributesOf(element, place.rules), children }
}

function attributesOf(element: Element, rules: readonly StyleRule[]): Pick<Shape, 'id' | 'attributes' | 'references'> {
  const attributes: Record<string, string> = {}
  const references: Record<string, string> = {}
  const put = (name: string, given: string) => {
    const value = given.trim()
    const [, , target] = LOCAL_URL.exec(value) ?? []
    delete references[name]
    delete attributes[name]
    if (target !== undefined) references[name] = target
    else if (/url/i.test(value) || value.includes('\\')) throw new Refused('reference')
    else if (PLAIN_VALUE.test(value)) attributes[name] = value
  }
  for (const { name, value } of Array.from(element.attributes)) if (ATTRIBUTES.has(name)) put(name, value)
  // As browsers do, a style wins over the attribute of the same name.
  const [classNames, style] = ['class', 'style'].map((name) => element.getAttribute(name) ?? '') as [string, string]
  for (const [name, value] of declarationsOf(rules, classNames, style)) put(name, value)
  const href = element.getAttribute('href') ?? element.getAttributeNS(XLINK, 'href')
  if (href !== null && REFERRING.has(element.localName ?? '')) {
    if (!href.trim().startsWith('#')) throw new Refused('reference')
    references.href = href.trim().slice(1)
  }
  return { id: element.getAttribute('id'), attributes, references }
}

function sizeOf(root: Element) {
  const numbers = (root.getAttribute('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  const lengths = ['width', 'height'].map((name) => lengthIn(root.getAttribute(name) ?? ''))
  const viewBox = numbers.length === 4 ? numbers : [0, 0, ...lengths]
  const [, , width = 0, height = 0] = viewBox
  const scale = SIDE / Math.max(width, height)
  if (![...viewBox, scale].every(Number.isFinite) || !(width > 0 && height > 0)) throw new Refused('noSize')
  return { width: sideOf(width * scale), height: sideOf(height * scale), viewBox }
}

const sideOf = (length: number) => Math.max(1, Math.round(length))

/** Whatever the unit, as long as both sides have the same. */
const lengthIn = (text: string) =>
  /^[\d.]+(?:e[+-]?\d+)?(?:px|pt|pc|mm|cm|in|em)?$/i.test(text.trim()) ? Number.parseFloat(text) : 0

/** Definitions are drawn only where another part names them. */
const hasVisible = ({ name, children }: Shape): boolean =>
  VISIBLE.includes(name) || ((name === 'g' || name === 'svg') && children.some(hasVisible))

/** New names, in the order of the file, for the parts that others name. */
function namesOf(drawing: Shape): Map<string, string> {
  const all = [...withinShape(drawing)]
  const wanted = new Set(all.flatMap(({ references }) => Object.values(references)))
  const known = new Set(all.flatMap(({ id }) => id ?? []))
  for (const id of wanted) if (!known.has(id)) throw new Refused('reference')
  const named = all.flatMap(({ id }) => (id !== null && wanted.has(id) ? [id] : []))
  return new Map([...new Set(named)].map((id, index) => [id, `${ID_PREFIX}${index + 1}`]))
}

function* withinShape(shape: Shape): Generator<Shape> {
  yield shape
  for (const child of shape.children) yield* withinShape(child)
}

function write({ name, id, attributes, references, children }: Shape, ids: Map<string, string>): string {
  const own = id === null ? undefined : ids.get(id)
  const pairs = [
    ...(own ? [['id', own]] : []),
    ...Object.entries(attributes),
    ...Object.entries(references).map(([to, target]) => {
      const named = `#${ids.get(target)}`
      return [to, to === 'href' ? named : `url(${named})`]
    }),
  ]
  const start = [name, ...pairs.map(([each, value]) => `${each}="${value}"`)].join(' ')
  const inside = children.map((child) => write(child, ids)).join('')
  return inside ? `<${start}>${inside}</${name}>` : `<${start}/>`
}
