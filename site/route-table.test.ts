import { readFileSync } from 'node:fs'
import { matchRoutes } from 'react-router'
import { describe, expect, test } from 'vitest'
import { RECORD_PAGES } from '#contract/page-addresses.ts'
import { matchRoute, type PageRoute, ROUTES } from './route-table.ts'

const sourceOf = ({ file }: PageRoute) => readFileSync(new URL(file, import.meta.url), 'utf8')
const match = (address: string) => matchRoute(new URL(`http://site${address}`))
const PRODUCT = readFileSync(new URL('../docs/product.md', import.meta.url), 'utf8')

test('is the route table of docs/product.md', () => {
  const [, list = ''] =
    PRODUCT.match(/The route table is `site\/route-table.ts`, in the order of this list: (.*?)\sAny other path/s) ?? []
  const written = [...list.matchAll(/`(\/[^`]*)`/g)].map(([, path = '']) => path.replace('{id}', ':id'))
  expect(written.filter((path) => path !== '/Internship')).toEqual(ROUTES.map(({ path }) => path))
})

test.each(ROUTES)('$path takes posts exactly if its page has an action', (route: PageRoute) => {
  expect(route.takesPosts !== undefined).toBe(
    /^export (?:const|async function|function) action\b/m.test(sourceOf(route)),
  )
})

test.each(Object.entries(RECORD_PAGES))('has the page of a %s, and its address in one spelling', (_record, page) => {
  expect(match(`${page}1`)?.address).toBe(`${page}1`)
})

describe('an address', () => {
  test.each([
    ['/', '/'],
    ['/?utm_source=mail', '/'],
    ['/ar', '/ar'],
    ['/AR/', '/ar'],
    ['/ar?page=2', '/ar'],
    ['/About//', '/about'],
    ['/%61bout', '/about'],
    ['/ar/careerapply/7/?from=feed', '/ar/careerApply/7'],
    ['/projectsoverview/1?x=1&page=2', '/projectsOverView/1?page=2'],
    ['/blog-details?note=a%20b&note=c', '/blog-details?note=a+b'],
    ['/services-details/%d9%a1', '/services-details/%D9%A1'],
    ['/services-details/a%2Fb', '/services-details/a%252Fb'],
  ])('%s has one spelling, %s', (address, spelling) => {
    expect(match(address)?.address).toBe(spelling)
  })

  test.each([
    '/nothing',
    '/ar/ar',
    '/ar//about',
    '/about/x',
    '/services-details',
    '/services-details/1/2',
    '/%zz',
    '/share/en/about.png',
  ])('%s is no page', (address) => {
    expect(match(address)).toBeUndefined()
  })

  test('is matched as the router matches it', () => {
    const routes = ROUTES.map(({ path }) => ({ path: `/ar?${path}`, id: path }))
    const parts = ['', 'ar', 'AR', '%61r', 'Internship', 'services-details', '1', '%2F', '%C3%A9']
    const addresses = parts.flatMap((one) => parts.flatMap((two) => parts.map((three) => `/${one}/${two}/${three}`)))
    for (const address of new Set(
      addresses.map((each) => new URL(each.replace(/^\/+/, '/'), 'http://site').pathname),
    )) {
      const byRouter = matchRoutes(routes, address)?.at(-1)?.route.id
      expect([address, match(address)?.route.path]).toEqual([address, byRouter])
    }
  })
})

test('ids that show the same page have one address', () => {
  for (const id of ['7', '0', '01', 'anything', 'ALL', '%20'])
    expect(match(`/ar/projectsOverView/${id}?page=2`)?.address).toBe('/ar/projectsOverView/all?page=2')
  for (const id of ['1', '2', '3', 'all'])
    expect(match(`/projectsOverView/${id}`)?.address).toBe(`/projectsOverView/${id}`)
})
