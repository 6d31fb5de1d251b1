import * as fc from 'fast-check'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawing, hostileDrawings, wordmarkIn } from '../../../tests/support/drawings.ts'
import { prepareDrawing } from './drawing.ts'

const written = (bytes: Uint8Array) => {
  const prepared = prepareDrawing(bytes)
  if ('fault' in prepared) throw new Error(prepared.fault)
  return String(Buffer.from(prepared.files[0]?.bytes ?? []))
}
const inside = (bytes: Uint8Array) => written(bytes).replace(/^<svg[^>]*>|<\/svg>$/g, '')

test.each(Object.entries(hostileDrawings))('a drawing with %s is refused', (_what, { bytes, fault }) => {
  expect(prepareDrawing(bytes)).toEqual({ fault })
})

test('a drawing is written anew, with a size', () => {
  expect(prepareDrawing(wordmarkIn('#e8411f'))).toMatchObject({
    width: 1000,
    height: 250,
    isDrawing: true,
    files: [{ width: 1000, format: 'svg' }],
  })
  expect(written(wordmarkIn('#e8411f'))).toBe(
    '<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="250" viewBox="0 0 400 100"><path fill="#e8411f" d="M0 0h400v100h-400z"/></svg>',
  )
})

test('width and height stand in for a missing viewBox', () => {
  expect(written(drawing('<rect width="9" height="9"/>', 'width="80mm" height="2e1mm"'))).toContain(
    'width="1000" height="250" viewBox="0 0 80 20"',
  )
})

test.each([
  ['event attributes', '<g onload="alert(1)" onclick="x"><path d="M0 0h9v9z"/></g>', '<g><path d="M0 0h9v9z"/></g>'],
  ['classes and foreign attributes', '<path class="a" data-b="c" d="M0 0h9"/>', '<path d="M0 0h9"/>'],
  [
    'titles and notes',
    '<title>T</title><desc>D</desc><metadata><x/></metadata><path d="M0 0h9"/>',
    '<path d="M0 0h9"/>',
  ],
  ['comments and words', '<!-- c -->words<path d="M0 0h9"><![CDATA[ x ]]></path>', '<path d="M0 0h9"/>'],
  ['notes of programs', '<i:pgf xmlns:i="urn:i"><script/></i:pgf><path d="M0 0h9"/>', '<path d="M0 0h9"/>'],
  ['values with marks of another language', '<path d="M0 0h9" fill="a&quot;b" stroke="&lt;x>"/>', '<path d="M0 0h9"/>'],
  ['links of shapes', '<path d="M0 0h9" href="javascript:alert(1)"/>', '<path d="M0 0h9"/>'],
])('%s are left out', (_what, given, kept) => {
  expect(inside(drawing(given))).toBe(kept)
})

test('a style becomes attributes, and wins over them', () => {
  const given = '<path d="M0 0h9" fill="red" style="fill: #00f; stroke:none;-inkscape-x:1;font-size:1px"/>'
  expect(inside(drawing(given))).toBe('<path d="M0 0h9" fill="#00f" stroke="none"/>')
})

test('rules for classes become attributes in their order, below the style of an element', () => {
  const given = `<defs><style type="text/css"><![CDATA[ /* a { b } */ .a, .b { fill: #00f; font-family: x } .st-1{fill:red;stroke:#000} ]]></style></defs>
    <path class="st-1 a" d="M0 0h9" fill="lime"/><path class="b" style="fill:none" d="M0 0h9"/>`
  expect(inside(drawing(given))).toBe(
    '<defs/><path d="M0 0h9" fill="red" stroke="#000"/><path d="M0 0h9" fill="none"/>',
  )
})

test('parts that are named keep their names apart from those of a page', () => {
  const given = `<defs><linearGradient id="a b"/><linearGradient id="main"><stop offset="0" stop-color="#f00"/></linearGradient>
    <radialGradient id="second" xlink:href="#main"/></defs><path id="unnamed" d="M0 0h9" fill="url( '#second' ) none"/>`
  expect(inside(drawing(given))).toBe(
    '<defs><linearGradient/><linearGradient id="logo-1"><stop offset="0" stop-color="#f00"/></linearGradient>' +
      '<radialGradient id="logo-2" href="#logo-1"/></defs><path d="M0 0h9" fill="url(#logo-2)"/>',
  )
})

test('a plain DOCTYPE is left out, and so is the mark of the byte order', () => {
  const given = `\ufeff<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">${wordmarkIn('#000')}`
  expect(written(Buffer.from(given))).toBe(written(wordmarkIn('#000')))
})

test('what was written is written the same again', () => {
  const given = drawing(
    `<defs><clipPath id="c"><rect width="9" height="9"/></clipPath></defs><g clip-path="url(#c)" transform="rotate(4)"><circle r="4"/></g>`,
    'viewBox="-1.5 -2 400.25 100" fill="none" width="40" height="1"',
  )
  expect(written(Buffer.from(written(given)))).toBe(written(given))
})

test('whatever stands in a drawing, only known elements and plain values come out', () => {
  const names = fc.constantFrom('path', 'g', 'use', 'script', 'x:y', 'image', 'style', 'rect')
  const attribute = fc.tuple(
    fc.constantFrom('d', 'fill', 'style', 'href', 'xlink:href', 'onload', 'id', 'clip-path', 'transform'),
    fc.oneof(
      fc.string({ maxLength: 20 }),
      fc.constantFrom(
        'url(#a)',
        'url(http://e.example)',
        'javascript:alert(1)',
        'fill:url(x)',
        '#a',
        'red',
        '"><script>',
      ),
    ),
  )
  const escaped = (value: string) => value.replace(/[<>&"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
  const element = fc.tuple(names, fc.array(attribute, { maxLength: 4 })).map(([name, attributes]) => {
    const unique = new Map(attributes)
    return `<${name} ${[...unique].map(([key, value]) => `${key}="${escaped(value)}"`).join(' ')}/>`
  })
  fc.assert(
    fc.property(fc.array(element, { maxLength: 5 }), (elements) => {
      const prepared = prepareDrawing(drawing(`<path d="M0 0h9"/>${elements.join('')}`))
      if ('fault' in prepared) return
      const text = String(prepared.files[0]?.bytes)
      expect(text).toMatch(/^(?:<\/?(?:svg|path|g|use|rect)(?: [\w:-]+="[^"<>&]*")*\/?>)+$/)
      expect(text).not.toMatch(/url\((?!#logo-\d+\))|href="(?!#logo-\d+")|onload|script/)
    }),
  )
})

test('the libraries that draw icons and share pictures can draw it', async () => {
  const given = drawing(
    '<defs><linearGradient id="a"><stop stop-color="#ff0000"/></linearGradient></defs><rect width="400" height="100" fill="url(#a)"/>',
  )
  const { data, info } = await sharp(Buffer.from(written(given)))
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect(info).toMatchObject({ width: 1000, height: 250 })
  expect([...data.subarray(0, 3)]).toEqual([255, 0, 0])
})
