import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { Cover } from './covers/cover.tsx'
import { Cluster } from './dots/cluster.tsx'
import { Crowd, DotField } from './dots/crowd.tsx'
import { Dot } from './dots/dot.tsx'
import { DotColumns } from './dots/dot-columns.tsx'
import { Epoch } from './dots/epoch.tsx'
import { FoundDots } from './dots/found-dots.tsx'
import { FullStop } from './dots/full-stop.tsx'
import { GrowingChain } from './dots/growing-chain.tsx'
import { HundredDots } from './dots/hundred-dots.tsx'
import { PriceDots } from './dots/price-dots.tsx'
import { Seats } from './dots/seats.tsx'
import { SecretDots } from './dots/secret-dots.tsx'
import { Tally } from './dots/tally.tsx'
import { TouchRings } from './dots/touch-rings.tsx'
import { CategoryIcon } from './icons/category-icon.tsx'
import { IconTile } from './icons/icon-tile.tsx'
import { serviceKinds } from './icons/service-kind.ts'
import { ServiceMotif } from './icons/service-motif.tsx'
import { StoreGlyph } from './icons/store-glyph.tsx'
import { ThemeGlyph } from './icons/theme-glyph.tsx'
import { BeforeAfter } from './scenes/before-after.tsx'
import { Envelope } from './scenes/envelope.tsx'
import { Facet } from './scenes/facet.tsx'
import { OfficeMap } from './scenes/office-map.tsx'
import { Phone } from './scenes/phone.tsx'
import { Portrait } from './scenes/portrait.tsx'
import { Stage } from './scenes/stage.tsx'
import { Alif } from './words/alif.tsx'
import { Guillemets } from './words/guillemets.tsx'
import { HeroWord } from './words/hero-word.tsx'
import { LoaderWord } from './words/loader-word.tsx'
import { NibMoment } from './words/nib-moment.tsx'
import { ProcessLetter } from './words/process-letter.tsx'
import { QuestionMark } from './words/question-mark.tsx'
import { BigWord, Wordmark } from './words/wordmark.tsx'

const drawings: Record<string, ReactElement> = {
  LoaderWord: <LoaderWord />,
  Alif: <Alif label="An alif" />,
  BeforeAfter: <BeforeAfter before={24} after={3} />,
  BigWord: <BigWord language="en" />,
  CategoryIcon: <CategoryIcon id={1} />,
  Cluster: <Cluster count={3} />,
  Cover: <Cover id={7} type="Mobile App" />,
  Crowd: <Crowd count={10000} columns={200} />,
  Dot: <Dot />,
  DotColumns: <DotColumns />,
  DotField: <DotField count={56} />,
  Envelope: <Envelope state="sending" />,
  Epoch: <Epoch epoch={10} />,
  Facet: <Facet name="Mariam Adel" language="en" position={0} />,
  FoundDots: <FoundDots />,
  FullStop: <FullStop text={'Full stop.\nNew line.'} />,
  GrowingChain: <GrowingChain />,
  Guillemets: <Guillemets />,
  HeroWord: <HeroWord label="The word" notes={{ height: '5 dots', length: '16 dots' }} />,
  HundredDots: <HundredDots count={70} />,
  IconTile: <IconTile id={12} type="ERP System" />,
  NibMoment: <NibMoment moment={3} />,
  OfficeMap: <OfficeMap nile="The Nile" />,
  Phone: <Phone />,
  Portrait: <Portrait name="مريم عادل" language="ar" position={1} />,
  PriceDots: <PriceDots dollars={29.99} highest={89.99} />,
  ProcessLetter: <ProcessLetter step={2} />,
  QuestionMark: <QuestionMark language="ar" />,
  Seats: <Seats taken={70} jobIds={[1, 2]} lost />,
  SecretDots: <SecretDots typed={3} total={8} />,
  ServiceMotif: <ServiceMotif kind="ai" />,
  Stage: <Stage kind="web" />,
  StoreGlyph: <StoreGlyph store="android" />,
  Tally: <Tally left={17} total={60} columns={10} />,
  ThemeGlyph: <ThemeGlyph theme="system" />,
  TouchRings: <TouchRings />,
  Wordmark: <Wordmark language="en" />,
}

describe.each(Object.entries(drawings))('%s', (_name, drawing) => {
  test('draws the same picture every time, so the browser finds what the server sent', () => {
    expect(renderToStaticMarkup(drawing)).toBe(renderToStaticMarkup(drawing))
  })

  test('needs no inline style, which the page would refuse', () => {
    expect(renderToStaticMarkup(drawing)).not.toMatch(/ style=/)
  })

  test('has only finite coordinates', () => {
    expect(renderToStaticMarkup(drawing)).not.toMatch(/NaN|Infinity|undefined/)
  })
})

test('every drawing of this folder is among the drawings looked at', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'),
  )
  const exported = files.flatMap((file) =>
    [...readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(/^export (?:function|const) ([A-Z]\w+)/gm)].map(
      ([, name]) => name,
    ),
  )
  const inDrawings = ['Drawing', 'Outline', 'Painting']
  expect(exported.filter((name) => !inDrawings.includes(name ?? '')).sort()).toEqual(Object.keys(drawings).sort())
})

test.each(readdirSync(join(import.meta.dirname, 'marks')))('%s is scalable, without styles or scripts', (file) => {
  const mark = readFileSync(join(import.meta.dirname, 'marks', file), 'utf8')
  expect(mark).toMatch(/^<svg [^>]*viewBox=/)
  expect(mark).not.toMatch(/<style|<script| style=| id=/)
})

test.each(['wordmark-en.svg', 'wordmark-ar.svg'])('%s says the name and takes the colour of the text', (file) => {
  const mark = readFileSync(join(import.meta.dirname, 'marks', file), 'utf8')
  expect(mark).toMatch(/role="img" aria-label="[^"]+"/)
  expect(mark).toContain('currentColor')
})

test.each([10, 670, 560, 56])('a counter of %i is a field of exactly that many dots', (count) => {
  expect(cellsIn(<DotField count={count} />)).toBe(count)
})

test.each([100, 70, 25, 10])('of a hundred dots, %i are full', (count) => {
  expect(rhombiIn(<HundredDots count={count} />, 'var(--dot)')).toBe(count)
  expect(rhombiIn(<HundredDots count={count} />)).toBe(100)
})

test.each([0, 12, 70])('there are seats for %i people and one more, hollow, for each job', (taken) => {
  expect(rhombiIn(<Seats taken={taken} />)).toBe(taken)
  expect(rhombiIn(<Seats taken={taken} jobIds={[1, 2, 3, 4]} />)).toBe(taken + 4)
  expect(rhombiIn(<Seats taken={taken} jobIds={[1, 2, 3, 4]} />, 'var(--seat, transparent)')).toBe(4)
})

test('two jobs whose ids would take the same seat get two seats', () => {
  expect(rhombiIn(<Seats taken={71} jobIds={[1, 74]} />, 'var(--seat, transparent)')).toBe(2)
})

test('a price, a wait, a change and a password count one dot a unit', () => {
  expect(rhombiIn(<PriceDots dollars={29.99} highest={89.99} />)).toBe(30)
  expect(rhombiIn(<Tally left={17} total={60} columns={10} />, 'var(--dot)')).toBe(17)
  expect(rhombiIn(<BeforeAfter before={24} after={3} />, 'var(--dot)')).toBe(3)
  expect(rhombiIn(<SecretDots typed={3} total={8} />)).toBe(8)
})

test.each([
  [0, 0, 0],
  [0.5, 0, 1],
  [69.99, 69, 1],
  [90, 90, 0],
  [91, 91, 0],
  [249.5, 249, 1],
  [5000, 5000, 0],
])('a price of %d dollars is %i dots and %i cut ones, all within the drawing', (dollars, whole, cut) => {
  const drawing = <PriceDots dollars={dollars} highest={dollars} />
  expect(rhombiIn(drawing, 'var(--price-dot, var(--a-ink))')).toBe(whole)
  expect(rhombiIn(drawing)).toBe(whole + cut)
  const places = [...renderToStaticMarkup(drawing).matchAll(/M(-?[\d.]+) (-?[\d.]+)l/g)]
  for (const [, x, y] of places) {
    expect(Number(x)).toBeGreaterThan(0)
    expect(Number(x)).toBeLessThan(200)
    expect(Number(y)).toBeGreaterThanOrEqual(0)
    expect(Number(y)).toBeLessThan(180)
  }
})

test.each([
  ['Mobile App', 1],
  ['Web Application', 4],
  ['ERP System', 1.5],
])('a cover for a %s weighs at most %d KB compressed', (type, kilobytes) => {
  for (let id = 1; id <= 39; id++) expect(compressed(<Cover id={id} type={type} />)).toBeLessThan(kilobytes * 1024)
})

test('no drawing weighs more than eight kilobytes compressed', () => {
  for (const [name, drawing] of Object.entries(drawings))
    expect({ name, small: compressed(drawing) < 8 * 1024 }).toEqual({ name, small: true })
})

test('a cover is a handful of elements, so that waking a page of them stays cheap', () => {
  for (const type of ['Mobile App', 'Web Application', 'ERP System'])
    for (let id = 1; id <= 39; id++)
      expect(renderToStaticMarkup(<Cover id={id} type={type} />).split('<path').length - 1).toBeLessThan(9)
})

test('neighbouring ids get different covers, and an unknown type gets one too', () => {
  const cover = (id: number, type: string) => renderToStaticMarkup(<Cover id={id} type={type} />)
  expect(cover(1, 'Mobile App')).not.toBe(cover(2, 'Mobile App'))
  expect(cover(1, 'Embedded')).toBe(cover(1, 'ERP System'))
})

test('two crowds on one page do not share their pattern', () => {
  const markup = renderToStaticMarkup(
    <>
      <Crowd count={196} columns={50} />
      <Crowd count={125} columns={25} />
    </>,
  )
  const ids = [...markup.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
  expect(new Set(ids).size).toBe(2)
})

test.each(serviceKinds)('the motif of %s and its stage have one dot in cinnabar', (kind) => {
  expect(rhombiIn(<ServiceMotif kind={kind} />, 'var(--dot)')).toBe(1)
  expect(rhombiIn(<Stage kind={kind} />, 'var(--c-cin)')).toBe(1)
})

test('a category without an icon draws nothing', () => {
  expect(renderToStaticMarkup(<CategoryIcon id={4} />)).toBe('')
})

test('the closing stop of a line becomes the dot and stays with its word; other stops do not', () => {
  const markup = renderToStaticMarkup(<FullStop text={'Node.js, done.\nNew line'} className="hollow" />)
  expect(markup.match(/hollow/g)).toHaveLength(1)
  expect(markup).toMatch(/^Node\.js, <span[^>]*>done<span[^>]*>\.<\/span><\/span><br\/>New line$/)
})

test('decoration is hidden from screen readers, meaning has a name', () => {
  expect(renderToStaticMarkup(<Cover id={7} type="Mobile App" />)).toContain('aria-hidden="true"')
  expect(renderToStaticMarkup(<HeroWord label="نقطة" notes={{ height: '٥', length: '١٦' }} />)).toContain(
    'role="img" aria-label="نقطة"',
  )
  expect(renderToStaticMarkup(<Wordmark language="ar" />)).toContain('aria-label="نقطة"')
  expect(renderToStaticMarkup(<Wordmark language="ar" isRepeated />)).toContain('aria-label="نقطة"')
})

function compressed(drawing: ReactElement): number {
  return gzipSync(renderToStaticMarkup(drawing)).length
}

/** A pattern is cut to rectangles of whole cells, ten wide and high. */
function cellsIn(drawing: ReactElement): number {
  const rectangles = renderToStaticMarkup(drawing).matchAll(/h([\d.]+)v([\d.]+)h/g)
  return [...rectangles].reduce((sum, [, width, height]) => sum + (Number(width) / 10) * (Number(height) / 10), 0)
}

/** Rhombi in the drawing, or only those of the paths filled with `fill`. */
function rhombiIn(drawing: ReactElement, fill?: string): number {
  const paths = renderToStaticMarkup(drawing).match(/<path[^>]*>/g) ?? []
  const chosen = paths.filter((path) => fill === undefined || path.includes(`fill="${fill}"`))
  return chosen.join('').split('M').length - 1
}
