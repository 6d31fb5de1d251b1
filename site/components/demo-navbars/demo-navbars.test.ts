import { createTranslator } from 'use-intl'
import { expect, test } from 'vitest'
import { textsIn } from '#texts/index.ts'
import { localeOf } from '#texts/languages.ts'
import { foldSpelling } from '#texts/spelling.ts'
import { starterNavigation } from '../../../tests/support/starter-company.ts'
import { LANDING_ROUTE } from '../../route-table.ts'
import routes from '../../routes.ts'
import { demoMenu, findByName, namesOfPages, type Searchable, searchablePages } from './menu.ts'

test.each([
  ['أحمد إبراهيم آدم ٱلأمل', 'احمد ابراهيم ادم الامل'],
  ['مستشفى', 'مستشفي'],
  ['خدمة', 'خدمه'],
  ['مسؤول', 'مسوول'],
  ['شؤون الموظّفين', 'شوون الموظفين'],
  ['تصميـــم', 'تصميم'],
  ['مُهَنْدِسٌ', 'مهندس'],
  ['بناء', 'بنا'],
  ['٤٠٤ و۴۵', '404 و45'],
  ['Café  ERP', 'cafe erp'],
  ['AI-Startup!', 'ai startup'],
])('"%s" is looked for as "%s"', (written, folded) => {
  expect(foldSpelling(written)).toBe(folded)
})

const searchables: Searchable[] = [
  { kind: 'page', name: 'الأسئلة الشائعة', address: '/faq' },
  { kind: 'page', name: 'الوظائف', address: '/jobs' },
  { kind: 'service', name: 'تطوير التطبيقات', address: '/services-details/1' },
  { kind: 'job', name: 'مهندس واجهات أمامية أول', address: '/careerApply/1' },
  { kind: 'project', name: 'Job board', address: '/projects-details/9' },
  { kind: 'page', name: 'Jobs', address: '/jobs' },
]
const addressesFor = (query: string) => findByName(query, searchables).map(({ address }) => address)

test.each([
  ['اسئله', '/faq'],
  ['الاسئلة', '/faq'],
  ['وظايف', '/jobs'],
  ['وظائف', '/jobs'],
  ['الو', '/jobs'],
  ['التطوير', '/services-details/1'],
  ['امامية مهندس', '/careerApply/1'],
  ['faq', '/faq'],
])('"%s" finds %s', (query, address) => {
  expect(addressesFor(query)[0]).toBe(address)
})

test('a name that begins with the query comes before one that only holds it', () => {
  expect(findByName('job', searchables).map(({ name }) => name)).toEqual(['Job board', 'Jobs', 'الوظائف'])
})

test('the page for unknown addresses is never found', () => {
  const found = searchablePages(demoMenu({}), namesOfPages(starterNavigation('en'), textsIn('en')['demo-navbars'])).map(
    ({ address }) => address,
  )
  expect(found).toContain('/faq')
  expect(found).not.toContain('/error')
})

test('an empty search and marks alone find nothing', () => {
  expect(addressesFor('   ')).toEqual([])
  expect(addressesFor('ـَ')).toEqual([])
})

test('the demo menu reaches every page of the route table but those that are one visitor’s', () => {
  const records = {
    serviceDetails: '/services-details/3',
    projectDetails: '/projects-details/4',
    appDetails: '/app-details/5',
    caseStudyDetails: '/case-study-details',
    careerApply: '/careerApply/6',
    blogDetails: '/blog-details',
  }
  const addresses = demoMenu(records).flatMap(({ pages }) => pages.map(({ address }) => address))
  const routed = routes
    .map(({ path = '' }) => path.replace(/^ar\?\/?/, '/'))
    .filter((path) => path !== '/*' && path !== LANDING_ROUTE.path && !/^\/(application|job-alerts)/.test(path))
  expect(addresses.map((address) => address.replace(/\d+$/, ':id')).sort()).toEqual(routed.sort())
})

test.each([
  [0, 'لا نتائج'],
  [1, 'نتيجة واحدة'],
  [2, 'نتيجتان'],
  [3, '٣ نتائج'],
  [11, '١١ نتيجة'],
  [100, '١٠٠ نتيجة'],
])('%i results, said in Arabic', (count, said) => {
  const sentence = createTranslator({ locale: localeOf('ar'), messages: textsIn('ar'), namespace: 'demo-navbars' })
  expect(sentence('results', { count })).toBe(said)
})
