import { expect, test } from 'vitest'
import { LEGAL_PAGES, MAX_MENU_ENTRIES, MENU_PAGES, type MenuEntry, menuOf, targetOf } from '#contract/navigation.ts'
import { currentAs } from './navigation.ts'

const label = { en: 'Words', ar: 'كلمات' }
const PAGES: MenuEntry[] = Object.keys(MENU_PAGES).map((page) => ({ page, label }))
const isMenu = (entries: unknown) => menuOf(MENU_PAGES).safeParse(entries).success

test('a menu holds its pages in any order, with further links between them', () => {
  expect(isMenu(PAGES)).toBe(true)
  expect(isMenu(PAGES.toReversed())).toBe(true)
  expect(isMenu([{ to: '/faq', label }, ...PAGES, { to: 'https://shop.example', label }])).toBe(true)
  expect(isMenu([...PAGES, { to: '', label: { en: '', ar: '' } }])).toBe(true)
  expect(menuOf({}).safeParse([]).success).toBe(true)
})

test.each<[string, unknown]>([
  ['a page too few', PAGES.slice(1)],
  ['no pages', []],
  ['a page twice', [...PAGES, PAGES[0]]],
  ['one page in place of another', [...PAGES.slice(1), PAGES[1]]],
  ['a page of another menu', [...PAGES, { page: 'terms', label }]],
  ['a name of every object', [...PAGES.slice(1), { page: 'constructor', label }]],
  ['a page with an address', [{ ...PAGES[0], to: 'https://shop.example' }, ...PAGES.slice(1)]],
  ['a link without an address', [...PAGES, { label }]],
  ['a link without words', [...PAGES, { to: '/faq' }]],
  ['words in one language', [...PAGES, { to: '/faq', label: { en: 'FAQ' } }]],
  ['unknown members', [...PAGES, { to: '/faq', label, onclick: 'alert(1)' }]],
  ['words of 41 letters', [...PAGES, { to: '/faq', label: { ...label, en: 'x'.repeat(41) } }]],
  ['too many links', [...PAGES, ...Array.from({ length: MAX_MENU_ENTRIES - 6 }, () => ({ to: '/faq', label }))]],
  ['a text', 'home'],
  ['nothing', null],
])('%s is no menu', (_what, entries) => {
  expect(isMenu(entries)).toBe(false)
})

test('a page of a menu leads where it leads, another link to its target', () => {
  expect(targetOf({ page: 'jobs' }, MENU_PAGES)).toBe('/jobs')
  expect(targetOf({ page: 'terms' }, LEGAL_PAGES)).toBe('/terms-conditions')
  expect(targetOf({ to: ' /faq ' }, MENU_PAGES)).toBe('/faq')
  expect(targetOf({ page: 'terms' }, MENU_PAGES)).toBe('')
})

test.each([
  ['/jobs', '/jobs', 'page'],
  ['/jobs', '/ar/Jobs/', 'page'],
  ['/jobs', '/careerApply/7', 'true'],
  ['/jobs', '/about', undefined],
  ['/ar/faq', '/faq', 'page'],
  ['https://shop.example/jobs', '/jobs', undefined],
])('the link to %s is marked on %s as %s', (to, pathname, current) => {
  expect(currentAs({ ...(to === '/jobs' && { page: 'jobs' }), to, label: 'Jobs' }, pathname)).toBe(current)
})
