import type { Language } from '#texts/languages.ts'
import type { Shape } from '../../server/seo/outlined-text.ts'

/** Colours by name follow the theme of the page; others are written out and stay. */
const THEMED = {
  paper: ['#fbfbf8', '#171b23'],
  sunk: ['#e9ebe5', '#262c37'],
  line: ['#d3d7cf', '#363d4a'],
  ink: ['#11141b', '#eceee9'],
  soft: ['#5c626e', '#9aa1ad'],
  accent: ['', ''],
  tint: ['', ''],
  ground: ['', ''],
  /** Words on the accent. */
  on: ['#fbfbf8', '#fbfbf8'],
  /** Real paper: it is dimmed in the dark. */
  sheet: ['#fbfbf8', '#c9c4b4'],
} as const satisfies Record<string, readonly [light: string, dark: string]>

type Themed = keyof typeof THEMED
export type Fill = Themed | `#${string}`
export type Palette = Partial<Record<Themed, readonly [light: string, dark: string]>>

export type Point = readonly [x: number, y: number]

interface Pen {
  shape: Shape
  language: Language
  glyphs: Map<string, { id: string; path: string }>
  used: Set<Themed>
  out: string[]
}

export const startPen = (shape: Shape, language: Language): Pen => ({
  shape,
  language,
  glyphs: new Map(),
  used: new Set(),
  out: [],
})

const EM = 200

/** A part of a screen. x counts from the reading start, so that an Arabic screen is the mirror of an English one. */
export class Canvas {
  readonly width: number
  readonly height: number
  readonly #pen: Pen
  readonly #left: number
  readonly #top: number

  constructor(pen: Pen, { left, top, width, height }: { left: number; top: number; width: number; height: number }) {
    this.#pen = pen
    this.#left = left
    this.#top = top
    this.width = width
    this.height = height
  }

  get language() {
    return this.#pen.language
  }

  part(x: number, y: number, width: number, height: number): Canvas {
    const left = this.#left + (this.#isMirrored ? this.width - x - width : x)
    return new Canvas(this.#pen, { left, top: this.#top + y, width, height })
  }

  rect(x: number, y: number, width: number, height: number, fill: Fill, radius = 0): void {
    const left = this.#left + (this.#isMirrored ? this.width - x - width : x)
    const round = radius ? ` rx="${radius}"` : ''
    this.#add(
      `<rect x="${tenth(left)}" y="${tenth(this.#top + y)}" width="${tenth(width)}" height="${tenth(height)}"${round}${this.#paint(fill)}/>`,
    )
  }

  circle(x: number, y: number, radius: number, fill: Fill): void {
    this.#add(`<circle cx="${this.#x(x)}" cy="${this.#y(y)}" r="${tenth(radius)}"${this.#paint(fill)}/>`)
  }

  ring(x: number, y: number, radius: number, stroke: Fill, width: number): void {
    this.#add(`<circle cx="${this.#x(x)}" cy="${this.#y(y)}" r="${tenth(radius)}"${this.#paint(stroke, width)}/>`)
  }

  dots(points: readonly Point[], radius: number, fill: Fill): void {
    const d = points.map(([x, y]) => rhombus(this.#x(x), this.#y(y), radius)).join('')
    if (d) this.#add(`<path d="${d}"${this.#paint(fill)}/>`)
  }

  dot(x: number, y: number, radius: number, fill: Fill): void {
    this.dots([[x, y]], radius, fill)
  }

  hollowDot(x: number, y: number, radius: number, stroke: Fill, width = 3): void {
    this.#add(`<path d="${rhombus(this.#x(x), this.#y(y), radius)}"${this.#paint(stroke, width)}/>`)
  }

  area(points: readonly Point[], fill: Fill): void {
    this.#add(`<path d="${this.#path(points)}z"${this.#paint(fill)}/>`)
  }

  line(points: readonly Point[], stroke: Fill, width = 3): void {
    this.#add(`<path d="${this.#path(points)}"${this.#paint(stroke, width)}/>`)
  }

  /** A smooth line through the points. */
  curve(points: readonly Point[], stroke: Fill, width = 3): void {
    this.#add(`<path d="${this.#smooth(points)}"${this.#paint(stroke, width)}/>`)
  }

  /** Filled below a smooth line, down to `base`. */
  hill(points: readonly Point[], base: number, fill: Fill): void {
    const [first, last] = [points[0] as Point, points.at(-1) as Point]
    const end = `L${this.#x(last[0])} ${this.#y(base)}L${this.#x(first[0])} ${this.#y(base)}z`
    this.#add(`<path d="${this.#smooth(points)}${end}"${this.#paint(fill)}/>`)
  }

  /** Returns the width in use. A text that is wider than `most` is set smaller. */
  text(
    x: number,
    y: number,
    size: number,
    text: string,
    fill: Fill = 'ink',
    { at = 'start', most = Number.POSITIVE_INFINITY }: { at?: 'start' | 'middle' | 'end'; most?: number } = {},
  ): number {
    const { glyphs, width: ems } = this.#pen.shape(text, this.language)
    const fitting = Math.min(size, most / ems)
    const width = ems * fitting
    const before = { start: 0, middle: width / 2, end: width }[at]
    const left = this.#left + (this.#isMirrored ? this.width - x - width + before : x - before)
    const scale = fitting / EM
    const drawn = glyphs.map((glyph) => {
      const place = `${glyph.x ? ` x="${Math.round(glyph.x * EM)}"` : ''}${glyph.y ? ` y="${Math.round(-glyph.y * EM)}"` : ''}`
      return `<use href="#${this.#glyph(glyph)}"${place}/>`
    })
    this.#add(
      `<g transform="translate(${tenth(left)} ${this.#y(y)})scale(${Number(scale.toFixed(4))})"${this.#paint(fill)}>${drawn.join('')}</g>`,
    )
    return width
  }

  clip(id: string, shape: string, draw: () => void): void {
    this.#add(`<clipPath id="${id}">${shape}</clipPath><g clip-path="url(#${id})">`)
    draw()
    this.#add('</g>')
  }

  #glyph({ name, path, unitsPerEm }: { name: string; path: string; unitsPerEm: number }): string {
    const known = this.#pen.glyphs.get(name)
    if (known) return known.id
    const id = name
    this.#pen.glyphs.set(name, { id, path: inWholeUnits(path, EM / unitsPerEm) })
    return id
  }

  get #isMirrored() {
    return this.language === 'ar'
  }

  #x(x: number) {
    return tenth(this.#left + (this.#isMirrored ? this.width - x : x))
  }

  #y(y: number) {
    return tenth(this.#top + y)
  }

  #path(points: readonly Point[]) {
    return points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${this.#x(x)} ${this.#y(y)}`).join('')
  }

  #smooth(points: readonly Point[]) {
    const [first, ...rest] = points as [Point, ...Point[]]
    let d = `M${this.#x(first[0])} ${this.#y(first[1])}`
    let [fromX, fromY] = first
    for (const [x, y] of rest) {
      const middle = (fromX + x) / 2
      d += `C${this.#x(middle)} ${this.#y(fromY)} ${this.#x(middle)} ${this.#y(y)} ${this.#x(x)} ${this.#y(y)}`
      ;[fromX, fromY] = [x, y]
    }
    return d
  }

  #paint(fill: Fill, strokeWidth?: number) {
    const isThemed = !fill.startsWith('#')
    if (isThemed) this.#pen.used.add(fill as Themed)
    if (strokeWidth === undefined) return isThemed ? ` class="${fill}"` : ` fill="${fill}"`
    const stroke = isThemed ? ` class="${fill}-s"` : ` stroke="${fill}"`
    return `${stroke} fill="none" stroke-width="${strokeWidth}"`
  }

  #add(markup: string) {
    this.#pen.out.push(markup)
  }
}

/** The whole picture, with the letters that it uses and its colours in both themes. */
export function toSvg(pen: Pen, palette: Palette, { width, height }: { width: number; height: number }): string {
  const body = pen.out.join('')
  const coloursIn = (theme: 0 | 1) =>
    [...pen.used]
      .map((name) => [name, (palette[name] ?? THEMED[name])[theme]] as const)
      .map(([name, colour]) => {
        const stroke = body.includes(`"${name}-s"`) ? `.${name}-s{fill:none;stroke:${colour}}` : ''
        return `.${name}{fill:${colour}}${stroke}`
      })
      .join('')
  const style = pen.used.size ? `<style>${coloursIn(0)}@media(prefers-color-scheme:dark){${coloursIn(1)}}</style>` : ''
  const letters = [...pen.glyphs.values()].map(({ id, path }) => `<path id="${id}" d="${path}"/>`).join('')
  const defs = letters && `<defs>${letters}</defs>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${style}${defs}${body}</svg>\n`
}

const tenth = (value: number) => Number(value.toFixed(1))

const rhombus = (x: number, y: number, radius: number) => {
  const r = tenth(radius)
  return `M${tenth(x)} ${tenth(y - r)}l${r} ${r}-${r} ${r}-${r}-${r}z`
}

/** Upright, relative, in whole units and without what can be derived: letters take most of a picture's weight. */
function inWholeUnits(path: string, scale: number): string {
  let at: Point = [0, 0]
  let bend: Point | undefined
  let short = ''
  for (const [, command = '', numbers = ''] of path.matchAll(/([MLQZ])([^MLQZ]*)/g)) {
    const values = numbers.split(/[ ,]+/).filter(Boolean).map(Number)
    const pointAt = (index: number): Point => [
      Math.round((values[index] as number) * scale),
      Math.round(-(values[index + 1] as number) * scale),
    ]
    if (command === 'Z') short += 'z'
    else if (command === 'Q') {
      const [wanted, to] = [pointAt(0), pointAt(2)]
      const mirrored: Point | undefined = bend && [2 * at[0] - bend[0], 2 * at[1] - bend[1]]
      const isDerived = mirrored && Math.hypot(mirrored[0] - wanted[0], mirrored[1] - wanted[1]) < NEAR
      short += isDerived ? `t${step(at, to)}` : `q${step(at, wanted)} ${step(at, to)}`
      bend = isDerived ? mirrored : wanted
      at = to
    } else {
      const to = pointAt(0)
      const [right, down] = [to[0] - at[0], to[1] - at[1]]
      short +=
        command === 'M' ? `M${to.join(' ')}` : down === 0 ? `h${right}` : right === 0 ? `v${down}` : `l${step(at, to)}`
      bend = undefined
      at = to
    }
  }
  return short.replaceAll(' -', '-')
}

const NEAR = 3

const step = (from: Point, to: Point) => `${to[0] - from[0]} ${to[1] - from[1]}`
