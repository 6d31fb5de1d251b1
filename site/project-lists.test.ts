import { expect, test } from 'vitest'
import type { CallApi } from '#contract/call.ts'
import type { ProjectsQuery } from '#contract/endpoints.ts'
import type { Project } from '#contract/entities.ts'
import { EVERY_CATEGORY } from '#contract/page-addresses.ts'
import type { PageContent } from '#contract/page-content.ts'
import { categoryIn, categoryOf, countProjects, latestProjects, listProjects, withKnownStudy } from './project-lists.ts'

test.each([
  ['a study of the site is named', '/case-study-details?study=nabd', '/case-study-details?study=nabd'],
  ['a study with a new slug is named', '/case-study-details?study=former', '/case-study-details?study=former'],
  ['a study that is gone is not', '/case-study-details?study=gone', null],
  ['a word of every object is no study', '/case-study-details?study=constructor', null],
])('%s', (_, case_study, shown) => {
  const studies = [{ slug: 'nabd' }] as PageContent['case-studies']
  const content = { 'case-studies': studies, 'moved-case-studies': { former: 'nabd' } }
  expect(withKnownStudy({ case_study }, content).case_study).toBe(shown)
})

test('1, 2 and 3 are categories, any other id is every project', () => {
  expect(['1', '2', '3'].map(categoryIn)).toEqual([1, 2, 3])
  expect(['0', '4', '01', 'abc', 'toString', undefined].map(categoryIn)).toEqual(Array(6).fill(undefined))
})

test('a type is matched without regard to case', () => {
  expect(categoryOf({ type: 'MOBILE app' })).toBe(1)
  expect(categoryOf({ type: 'Erp system' })).toBe(3)
  expect(categoryOf({ type: 'Game' })).toBeUndefined()
})

test('a host that pages is asked for one page, and for the numbers of the other categories', async () => {
  const { callApi, asked } = pagingHost(projects(14))
  const list = await listProjects(callApi, undefined, 2)
  expect(list).toMatchObject({ page: 2, total: 14, totalPages: 3 })
  expect(list.projects.map(({ id }) => id)).toEqual([7, 8, 9, 10, 11, 12])
  expect(list.counts).toEqual({ [EVERY_CATEGORY]: 14, 1: 5, 2: 5, 3: 4 })
  expect(asked).toHaveLength(4)
})

test('a page past the last is the last', async () => {
  const { callApi } = pagingHost(projects(14))
  const list = await listProjects(callApi, 1, 99)
  expect(list).toMatchObject({ page: 1, total: 5, totalPages: 1 })
  expect(list.projects).toHaveLength(5)
})

test('a host that knows no paging sends everything once, and the page is cut here', async () => {
  const { callApi, asked } = plainHost(projects(30))
  const list = await listProjects(callApi, 2, 9)
  expect(list).toMatchObject({ page: 2, total: 10, totalPages: 2 })
  expect(list.projects.map(({ id }) => id)).toEqual([20, 23, 26, 29])
  expect(list.counts).toEqual({ [EVERY_CATEGORY]: 30, 1: 10, 2: 10, 3: 10 })
  expect(asked).toHaveLength(1)
})

test('no project is one empty page', async () => {
  for (const host of [pagingHost([]), plainHost([])])
    expect(await listProjects(host.callApi, 3, 4)).toMatchObject({ projects: [], page: 1, total: 0, totalPages: 1 })
})

test('numbers that cannot be had are left out', async () => {
  const failing = (() => Promise.reject(new Error('down'))) as CallApi
  expect(await countProjects(failing, { 1: 5 })).toEqual({ 1: 5 })
})

test('the latest projects are the newest, whatever the host sends', async () => {
  const { callApi } = plainHost(projects(9).reverse())
  expect((await latestProjects(callApi, 3)).map(({ id }) => id)).toEqual([1, 2, 3])
})

const TYPES = ['Mobile App', 'Web Application', 'ERP System']

/** Newest first, the three types in turn. */
const projects = (count: number): Project[] =>
  Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    title: `Project ${index + 1}`,
    summary: '',
    description: '',
    icon_image: null,
    images: [],
    type: TYPES[index % 3] as string,
    start_date: `${2060 - index}-01-01`,
    app_store_url: null,
    google_play_url: null,
    technology: [],
    team: null,
    duration_weeks: null,
    outcome: null,
    case_study: null,
  }))

/** Answers an out-of-range page with an empty list, the stricter of two ways. */
function pagingHost(all: Project[]) {
  return host(({ category, page = 1, per_page = all.length }) => {
    const found = all.filter((project) => category === undefined || categoryOf(project) === category)
    return { data: found.slice((page - 1) * per_page, page * per_page), total: found.length }
  })
}

const plainHost = (all: Project[]) => host(() => ({ data: all }))

function host(answer: (query: ProjectsQuery) => object) {
  const asked: ProjectsQuery[] = []
  const callApi = (async (_endpoint, { query = {} } = {}) => {
    asked.push(query)
    return answer(query)
  }) as CallApi
  return { callApi, asked }
}
