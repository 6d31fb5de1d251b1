export const drawing = (inside: string, attributes = 'viewBox="0 0 400 100"') =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inside}</svg>`,
  )

/** A wordmark four times as wide as high, of one colour. */
export const wordmarkIn = (colour: string) => drawing(`<path fill="${colour}" d="M0 0h400v100h-400z"/>`)

export const markIn = (colour: string) =>
  drawing(`<path fill="${colour}" d="M50 0l50 50-50 50L0 50z"/>`, 'viewBox="0 0 100 100"')

const SHAPE = '<path d="M0 0h9v9z"/>'

/** Each part shows the one before ten times. */
const repeated = (show: (id: string) => string, wrap: (id: string, inside: string) => string) =>
  Array.from({ length: 9 }, (_, level) =>
    wrap(`part${level + 1}`, level === 0 ? SHAPE : Array.from({ length: 10 }, () => show(`part${level}`)).join('')),
  ).join('')

/** Files that are refused, each with the reason. */
export const hostileDrawings: Record<string, { bytes: Buffer; fault: string }> = {
  'a script': { bytes: drawing(`<script>alert(1)</script>${SHAPE}`), fault: 'unsafe' },
  'a page within': {
    bytes: drawing(`<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>${SHAPE}`),
    fault: 'unsafe',
  },
  'an animation': {
    bytes: drawing(`<rect width="9" height="9"><set attributeName="href" to="x"/></rect>`),
    fault: 'unsafe',
  },
  'a link': { bytes: drawing(`<a href="https://example.com">${SHAPE}</a>`), fault: 'unsafe' },
  'a picture': { bytes: drawing(`<image href="https://example.com/pixel.png"/>${SHAPE}`), fault: 'unsafe' },
  'a filter': { bytes: drawing(`<filter id="f"><feImage href="#x"/></filter>${SHAPE}`), fault: 'unsafe' },
  'a drawing within': { bytes: drawing(`<svg><rect width="9" height="9"/></svg>`), fault: 'unsafe' },
  'a style sheet of another host': {
    bytes: drawing(`<style>@import "https://example.com/a.css";</style>${SHAPE}`),
    fault: 'styleSheet',
  },
  'a style sheet for more than classes': {
    bytes: drawing(`<style>.a{fill:red}g > .b{fill:red}</style>${SHAPE}`),
    fault: 'styleSheet',
  },
  'a style sheet within a style sheet': {
    bytes: drawing(`<style>@media print{.a{fill:red}}</style>${SHAPE}`),
    fault: 'styleSheet',
  },
  'thousands of rules': {
    bytes: drawing(`<style>${'.a,'.repeat(3000)}.a{fill:red}</style><path class="a" d="M0 0h9v9z"/>`),
    fault: 'styleSheet',
  },
  'a class with an address': {
    bytes: drawing(`<style>.a{fill:url(https://example.com/a.svg#b)}</style><path class="a" d="M0 0h9v9z"/>`),
    fault: 'reference',
  },
  text: { bytes: drawing(`<text>Company</text>`), fault: 'text' },
  'a fill of another host': {
    bytes: drawing(`<path d="M0 0h9v9z" fill="url(https://example.com/a.svg#b)"/>`),
    fault: 'reference',
  },
  'a mask of another file': { bytes: drawing(`<g mask="url('other.svg#m')">${SHAPE}</g>`), fault: 'reference' },
  'a style with an address': {
    bytes: drawing(`<path d="M0 0h9v9z" style="fill:URL(//example.com/a)"/>`),
    fault: 'reference',
  },
  'a style with a hidden address': {
    bytes: drawing(`<path d="M0 0h9v9z" style="fill:u\\72l(//example.com/a)"/>`),
    fault: 'reference',
  },
  'parts of another file': { bytes: drawing(`<use href="https://example.com/a.svg#b"/>`), fault: 'reference' },
  'parts in its address': { bytes: drawing(`<use xlink:href="data:image/svg+xml,%3Csvg/%3E#b"/>`), fault: 'reference' },
  'a part that is missing': { bytes: drawing(`<use href="#nowhere"/>`), fault: 'reference' },
  'entities of its own': {
    bytes: Buffer.from(`<!DOCTYPE svg [<!ENTITY a "M0 0h9"><!ENTITY b "&a;&a;&a;">]>\n${drawing(`<path d="&b;"/>`)}`),
    fault: 'notSvg',
  },
  'an entity of a file': {
    bytes: Buffer.from(
      `<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>\n${drawing(`<desc>&a;</desc>${SHAPE}`)}`,
    ),
    fault: 'notSvg',
  },
  'entities that it does not use': {
    bytes: Buffer.from(`<!DOCTYPE svg [<!ENTITY a "M0 0h9">]>\n${drawing(SHAPE)}`),
    fault: 'unsafe',
  },
  'parts that repeat parts': {
    bytes: drawing(
      repeated(
        (id) => `<use href="#${id}"/>`,
        (id, inside) => `<g id="${id}">${inside}</g>`,
      ),
    ),
    fault: 'tooComplex',
  },
  'masks that repeat masks': {
    bytes: drawing(
      repeated(
        (id) => `<rect width="9" height="9" mask="url(#${id})"/>`,
        (id, inside) => `<mask id="${id}">${inside}</mask>`,
      ) + SHAPE,
    ),
    fault: 'tooComplex',
  },
  'a crowd of masks': {
    bytes: drawing(`<mask id="m">${SHAPE}</mask>${'<rect width="9" height="9" mask="url(#m)"/>'.repeat(150)}`),
    fault: 'tooComplex',
  },
  'a part that contains itself': { bytes: drawing(`<g id="a"><use href="#a"/></g>`), fault: 'tooComplex' },
  'thousands of parts': { bytes: drawing('<path d="M0 0h9"/>'.repeat(2001)), fault: 'tooComplex' },
  'parts nested a thousand times': {
    bytes: drawing(`${'<g>'.repeat(1000)}${SHAPE}${'</g>'.repeat(1000)}`),
    fault: 'tooComplex',
  },
  'more than 64 KB': { bytes: drawing(`<path d="M0 0${'h9'.repeat(40_000)}"/>`), fault: 'tooLarge' },
  'no size': { bytes: drawing(SHAPE, ''), fault: 'noSize' },
  'a size in percent': { bytes: drawing(SHAPE, 'width="100%" height="100%"'), fault: 'noSize' },
  'a size below nothing': { bytes: drawing(SHAPE, 'viewBox="0 0 -400 100"'), fault: 'noSize' },
  'nothing to see': { bytes: drawing(`<defs>${SHAPE}</defs><g/>`), fault: 'nothing' },
  'a page named as a drawing': {
    bytes: Buffer.from(
      '<!doctype html><html><body><svg viewBox="0 0 4 1"></svg><script>alert(1)</script></body></html>',
    ),
    fault: 'notSvg',
  },
  'another kind of XML': { bytes: Buffer.from('<rss version="2.0"/>'), fault: 'notSvg' },
  'half a drawing': { bytes: wordmarkIn('#000').subarray(0, 120), fault: 'notSvg' },
  'letters of another encoding': { bytes: Buffer.from('<svg viewBox="0 0 4 1">\xe9</svg>', 'latin1'), fault: 'notSvg' },
}
