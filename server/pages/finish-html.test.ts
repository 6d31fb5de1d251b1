import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { type FinishOptions, finishHtml } from './finish-html.ts'

const NONCE = 'xX9-secret_nonce'
const bootScripts = { first: 'first()', wakeLoader: 'wake()' }
const manifest = {
  url: '/assets/manifest.js',
  entry: { module: '/assets/entry.js', imports: ['/assets/packages.js'] },
  routes: {
    root: { module: '/assets/root.js', imports: ['/assets/packages.js'], css: ['/a.css'] },
    page: { module: '/assets/page.js', imports: ['/assets/parts.js'], css: ['/b.css', '/a.css#'] },
  },
} as unknown as FinishOptions['manifest']
const options: FinishOptions = { manifest, bootScripts, readStyles: (file) => `.from${file.replace(/\W/g, '-')}{}` }
const document = { nonce: NONCE, routeIds: ['root', 'page'], styledRouteIds: ['root', 'page'] }

/** As React and the router write a page. */
function rendered({ head = '', body = '', styles = ['/a.css', '/b.css', '/a.css#'] } = {}) {
  const links = styles.map((href) => `<link nonce="${NONCE}" rel="stylesheet" href="${href}"/>`).join('')
  const preload = `<link rel="modulepreload" href="/assets/entry.js" nonce="${NONCE}"/>`
  return (
    `<!DOCTYPE html><html><head><meta charSet="utf-8"/>${head}${links}${preload}</head><body>${body}` +
    `<script nonce="${NONCE}" data-immediate="">restoreScroll()</script>` +
    `<script nonce="${NONCE}">window.context = {}</script>` +
    `<script nonce="${NONCE}" type="module" async="">import "/assets/entry.js"</script></body></html>`
  )
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const finish = (html: string, changes: Partial<FinishOptions> = {}) =>
  finishHtml({ ...document, html }, { ...options, ...changes })

test('the application’s scripts are inert, with the files that the manifest names, and nothing is preloaded', () => {
  const { html } = finish(rendered())
  expect(html).toContain('<script type="deferred/script">window.context = {}</script>')
  expect(html).toContain(
    '<script type="deferred/script" data-module="" data-files="/assets/manifest.js /assets/entry.js /assets/packages.js /assets/root.js /assets/page.js /assets/parts.js">',
  )
  expect(html).toContain('<script data-immediate="">try{sessionStorage;restoreScroll()}catch{}</script>')
  expect(html).not.toContain('modulepreload')
  expect(html).not.toContain('type="module"')
})

test('the first script stands before the styles, the wake loader at the end', () => {
  const { html } = finish(rendered())
  expect(html.indexOf('<script>first()</script>')).toBeLessThan(html.indexOf('<style>'))
  expect(html).toMatch(/<script>wake\(\)<\/script><\/body><\/html>$/)
})

test('the styles of the routes stand in the page once and in their order, and the links to them load nothing', () => {
  const { html, styleHashes } = finish(rendered())
  const text = '.from-a-css{}.from-b-css{}'
  expect(html).toContain(`<style>${text}</style><link rel="stylesheet" href="/a.css" disabled=""/>`)
  expect(html.match(/disabled=""/g)).toHaveLength(3)
  expect(styleHashes).toEqual([hashOf(text)])
})

test('an error page has the styles of what is left of the page', () => {
  const failed = { ...document, styledRouteIds: ['root'] }
  const { html } = finishHtml({ ...failed, html: rendered({ styles: ['/a.css'] }) }, options)
  expect(html).toContain('<style>.from-a-css{}</style>')
})

test('in development there are no style files to put into the page, and links load what they name', () => {
  const { html, styleHashes } = finish(rendered({ styles: ['/@critical.css'] }), { readStyles: undefined })
  expect(html).toContain('<link rel="stylesheet" href="/@critical.css"/>')
  expect(html).toContain('<script>first()</script>')
  expect(styleHashes).toEqual([])
})

test('exactly our scripts are hashed, and the nonce is nowhere', () => {
  const { html, scriptHashes } = finish(rendered())
  const texts = [
    'first()',
    'wake()',
    'try{sessionStorage;restoreScroll()}catch{}',
    'window.context = {}',
    'import "/assets/entry.js"',
  ]
  expect(scriptHashes.toSorted()).toEqual(texts.map(hashOf).toSorted())
  expect(html).not.toContain(NONCE)
})

test.each([
  ['a script', '<script>evil()</script>'],
  ['a script that says it is needed at once', '<script data-immediate="">evil()</script>'],
  ['a script with a guessed nonce', '<script nonce="guessed">evil()</script>'],
  ['a module', '<script type="module">evil()</script>'],
  ['a deferred script', '<script type="deferred/script">evil()</script>'],
  ['a deferred module', '<script type="deferred/script" data-module="">evil()</script>'],
  ['an end of the body', '</body><script>evil()</script>'],
])('%s that was injected into the page is not hashed', (_what, injected) => {
  const { scriptHashes } = finish(rendered({ body: injected }))
  expect(scriptHashes).toEqual(finish(rendered()).scriptHashes)
  expect(scriptHashes).not.toContain(hashOf('evil()'))
})

test('a style that was injected is not hashed', () => {
  expect(finish(rendered({ head: '<style>evil{}</style>' })).styleHashes).toEqual(finish(rendered()).styleHashes)
})

test.each([
  ['no module script', rendered().replace(' type="module" async=""', '')],
  ['a second module script', rendered({ body: `<script nonce="${NONCE}" type="module" async="">x</script>` })],
  ['no style of its routes', rendered({ styles: [] })],
  ['a route without its styles', rendered({ styles: ['/a.css'] })],
  ['a marked element of another kind', rendered({ head: `<style nonce="${NONCE}">x</style>` })],
])('a page with %s is not served: an upgrade has changed how pages start', (_what, html) => {
  expect(() => finish(html)).toThrow()
})
