import { expect, test } from 'vitest'
import { inlineStyles } from './inline-styles.ts'

const page = (head: string) => `<!DOCTYPE html><html><head>${head}</head><body></body></html>`
const textOf = (address: string) => `.from${address.replace(/\W/g, '-')}{color:red}`

test('a page carries its styles in their order, and the links to them load nothing', () => {
  const html = page('<link rel="stylesheet" href="/a.css"/><link rel="stylesheet" href="/b.css"/>')
  expect(inlineStyles(html, textOf)).toBe(
    page(
      '<style>.from-a-css{color:red}.from-b-css{color:red}</style>' +
        '<link rel="stylesheet" href="/a.css" disabled=""/><link rel="stylesheet" href="/b.css" disabled=""/>',
    ),
  )
})

test('what two routes of a page share is carried once', () => {
  // The router tells the second link from the first by an empty fragment.
  const html = page('<link rel="stylesheet" href="/a.css"/><link rel="stylesheet" href="/a.css#"/>')
  expect(inlineStyles(html, textOf).match(/\.from-a-css/g)).toHaveLength(1)
  expect(inlineStyles(html, textOf).match(/disabled=""/g)).toHaveLength(2)
})

test('a page without styles is not served', () => {
  expect(() => inlineStyles(page(''), textOf)).toThrow()
})
