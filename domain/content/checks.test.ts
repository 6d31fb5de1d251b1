import { expect, test } from 'vitest'
import { WORKPLACES } from '#contract/constants.ts'
import type { OpeningHours } from '#contract/entities.ts'
import { LANGUAGES } from '#texts/languages.ts'
import { type Check, type CheckContext, checkRecord, inFileForm, isPublishable, numbersIn } from './checks.ts'
import { blankOf, wholePart } from './parts.ts'
import { type Fields, type Part, type Parts, SHARED } from './types/definition.ts'
import { formOf } from './types/index.ts'

const picture = { en: '/media/AAAAAAAAAAAAAAAA/a.svg', ar: '/media/AAAAAAAAAAAAAAAA/a.svg' }

/** A publishable project with these changes. */
function projectWith(changes: Partial<Record<Part, Partial<Fields>>> = {}): Parts {
  const text = (words: string) => ({ title: words, summary: words, description: words })
  return {
    shared: wholePart('projects', 'shared', {
      type: 'Mobile App',
      start_date: '2026-02-08',
      icon_image: picture,
      images: [picture],
      ...changes.shared,
    }),
    en: wholePart('projects', 'en', { ...text('A project'), ...changes.en }),
    ar: wholePart('projects', 'ar', { ...text('مشروع'), ...changes.ar }),
  }
}

const jobWith = (shared: Partial<Fields>): Parts => {
  const texts = { title: 'x', description: 'x', requirements: ['x'], location: 'x', city: 'x', region: 'x' }
  const facts = {
    employment_type: 'FULL_TIME',
    country: 'EG',
    workplace: 'hybrid',
    posted_on: '2026-01-01',
    closes_on: '2026-03-01',
    seats: 1,
    requisition: 'J-1',
  }
  return {
    shared: wholePart('jobs', 'shared', { ...facts, ...shared }),
    en: wholePart('jobs', 'en', texts),
    ar: wholePart('jobs', 'ar', texts),
  }
}

const noteWith = (changes: Partial<Record<Part, Partial<Fields>>> = {}): Parts => {
  const texts = { topic: 'x', title: 'x', summary: 'x', author: 'x', body: 'One\n\nTwo' }
  return {
    shared: wholePart('notes', 'shared', { slug: 'a', published_on: '2026-01-01', ...changes.shared }),
    en: wholePart('notes', 'en', { ...texts, ...changes.en }),
    ar: wholePart('notes', 'ar', { ...texts, ...changes.ar }),
  }
}

const shown = ({ check, field, language }: Check) => [check, field, language].filter(Boolean).join(' ')
const checksOf = (parts: Parts, context: Partial<CheckContext> = {}) =>
  checkRecord('projects', parts, { id: 1, ...context }).map(shown)
const jobChecks = (shared: Partial<Fields>, context: Partial<CheckContext> = {}) =>
  checkRecord('jobs', jobWith(shared), { id: 1, ...context }).map(shown)

test('a whole project may be published', () => {
  expect(checksOf(projectWith())).toEqual([])
})

test.each<[what: string, parts: Parts, check: string]>([
  ['an Arabic title that is missing', projectWith({ ar: { title: ' ' } }), 'missing title ar'],
  ['a date that is missing', projectWith({ shared: { start_date: null } }), 'missing start_date'],
  ['a day that does not exist', projectWith({ shared: { start_date: '2026-02-30' } }), 'dateFormat start_date'],
  ['a type that is none', projectWith({ shared: { type: null } }), 'missing type'],
  ['an address that runs', projectWith({ shared: { app_store_url: 'javascript:1' } }), 'linkFormat app_store_url'],
  ['an icon that is missing', projectWith({ shared: { icon_image: null } }), 'missing icon_image'],
  [
    'a picture from elsewhere',
    projectWith({ shared: { images: [{ en: 'https://elsewhere.example/a.svg', ar: 'a.svg' }] } }),
    'pictureFormat images en',
  ],
])('%s keeps it from being published', (_what, parts, check) => {
  const found = checkRecord('projects', parts, { id: 1 })
  expect(found.map(shown)).toEqual([check])
  expect(isPublishable(found)).toBe(false)
})

test('a job has a closing date, a number of its own, and pay that does not shrink', () => {
  expect(jobChecks({})).toEqual([])
  expect(jobChecks({ closes_on: null })).toEqual(['missing closes_on'])
  const taken = { given: [{ id: 7, value: 'J-1' }] }
  expect(jobChecks({}, taken)).toEqual(['requisitionTaken requisition'])
  const given = { given: [{ id: 1, value: 'J-0' }] }
  expect(jobChecks({}, given)).toEqual(['requisitionChanged requisition'])
  const pay = { salary_currency: 'EGP', salary_period: 'MONTH', salary_shown: true }
  expect(jobChecks({ ...pay, salary_minimum: 2, salary_maximum: 1 })).toEqual(['maximumBelowMinimum salary_maximum'])
  expect(jobChecks({ salary_minimum: 2 })).toContain('missing salary_currency')
  expect(jobChecks({ closes_on: '2026-01-31' }, { today: '2026-02-01' })).toEqual(['closed closes_on'])
})

test('one plan has the mark of the most chosen, and the other one is named', () => {
  const plan = (name: string, isMostChosen: boolean | null) => ({
    shared: { dollars_a_month: 0, is_most_chosen: isMostChosen },
    en: { name, audience: 'For one', features: ['One'] },
    ar: { name: 'باقة', audience: 'لواحد', features: ['واحدة'] },
  })
  const others = [inFileForm('prices', 2, plan('Other', true)), inFileForm('prices', 3, plan('Third', false))]
  const checks = checkRecord('prices', plan('One', true), { id: 1, others })
  expect(checks).toMatchObject([{ check: 'mostChosenTaken', isBlocking: true, values: ['Other', 'باقة'] }])
  expect(checkRecord('prices', plan('One', null), { id: 1, others })).toEqual([])
  expect(checkRecord('prices', plan('One', true), { id: 1, others: others.slice(1) })).toEqual([])
})

test('a city stays in the office, and out of a job that is done from home', () => {
  expect(jobChecks({ workplace: 'remote' })).toEqual(['leftOutWhenRemote city', 'leftOutWhenRemote region'])
})

test('numbers that differ between the languages are pointed out, in whichever digits', () => {
  const told = (en: string, ar: string) =>
    checkRecord('projects', projectWith({ en: { summary: en }, ar: { summary: ar } }), { id: 1 })
  const [check] = told('12 weeks', '١٠ أسابيع')
  expect(check).toMatchObject({ check: 'numbersDiffer', isBlocking: false, values: ['12', '10'] })
  expect(told('12 weeks, 3 people', 'ثلاثة في ١٢ أسبوعًا')).toEqual([])
  expect(told('31,000 kitchens', '٣١ ألف مطبخ')).toEqual([])
})

test('numbers are read by their value', () => {
  expect(numbersIn('1,250.5 and ١٬٢٥٠٫٥ and 2 million')).toEqual([1250.5, 1250.5, 2_000_000])
})

test('a text too long for its page, and an address that leads nowhere, are pointed out', () => {
  expect(checksOf(projectWith({ en: { description: 'x'.repeat(4000) } }))).toEqual(['long description en'])
  const parts = projectWith({ ar: { description: 'انظر /projects-details/9 ثم /services-details/2' } })
  expect(checksOf(parts, { hasPage: (type, id) => type === 'services' && id === '2' })).toEqual([
    'deadLink description ar',
  ])
  const naming = projectWith({ en: { description: 'See /blog-details?note=gone and /case-study-details?study=here' } })
  const hasPage = (type: string, word: string) => type === 'case-studies' && word === 'here'
  expect(checkRecord('projects', naming, { id: 1, hasPage })).toMatchObject([
    { check: 'deadLink', values: ['/blog-details?note=gone'], isBlocking: false },
  ])
})

test('a marked link that the site would not show, or that names no page of it, is pointed out', () => {
  const isAddress = (path: string) => path === '/jobs'
  const told = (text: string) => checksOf(projectWith({ en: { description: text } }), { isAddress })
  expect(told('[a](/jobs), **[b](https://elsewhere.example)** and [c](mailto:a@b.example)')).toEqual([])
  expect(told('[a](/job)')).toEqual(['deadLink description en'])
  expect(told('**[a](javascript:alert)**')).toEqual(['deadLink description en'])
  expect(
    checkRecord('projects', projectWith({ en: { description: '[a](/job)' } }), { id: 1, isAddress }),
  ).toMatchObject([{ values: ['/job'], isBlocking: false }])
})

test('a job closes after it is posted, and a day to come is for a schedule', () => {
  expect(jobChecks({ posted_on: '2026-03-02' })).toEqual(['closesBeforePosted closes_on'])
  expect(jobChecks({ posted_on: '2026-03-01' })).toEqual([])
  expect(jobChecks({ closes_on: '9999-12-31' })).toEqual(['dateFormat closes_on'])
  const today = '2026-01-31'
  expect(jobChecks({ posted_on: '2026-02-01' }, { today })).toEqual(['dayToCome posted_on'])
  const note = noteWith({ shared: { published_on: '2031-01-01' } })
  expect(checkRecord('notes', note, { id: 1, today })).toMatchObject([
    { check: 'dayToCome', field: 'published_on', isBlocking: false },
  ])
})

const priceWith = (changes: Partial<Fields> = {}): Parts => {
  const texts = { name: 'x', audience: 'x', features: ['x'], ...changes }
  return {
    shared: wholePart('prices', 'shared', { dollars_a_month: 1, is_most_chosen: false }),
    en: wholePart('prices', 'en', texts),
    ar: wholePart('prices', 'ar', texts),
  }
}

test('a list that is asked for has at least one point', () => {
  expect(checkRecord('prices', priceWith(), { id: 1 })).toEqual([])
  const found = checkRecord('prices', priceWith({ features: [] }), { id: 1 }).map(shown)
  expect(found).toEqual(['missing features en', 'missing features ar'])
})

test('another number of paragraphs is pointed out and keeps nothing from being published', () => {
  const unequal = projectWith({ en: { description: 'One\n\nTwo' } })
  expect(checksOf(unequal)).toEqual(['paragraphsDiffer description'])
  expect(isPublishable(checkRecord('projects', unequal, { id: 1 }))).toBe(true)
  expect(checksOf(projectWith({ en: { description: '' } }))).toEqual(['missing description en'])
})

test('paragraphs are counted as pages show them, however many blank lines are between', () => {
  const spaced = projectWith({ en: { description: 'One\n \nTwo' }, ar: { description: 'One\n\n\n\nTwo' } })
  expect(checksOf(spaced)).toEqual([])
})

test('a number says its limits, and whether it is to be whole', () => {
  const told = (seats: number) => checkRecord('jobs', jobWith({ seats }), { id: 1 })
  expect(told(0)).toMatchObject([{ check: 'numberTooSmall', values: ['1'] }])
  expect(told(1.5)).toMatchObject([{ check: 'numberNotWhole' }])
})

const ID = 'abcdefghijklmnop'
const articleChecks = (body: string, context: Partial<CheckContext> = {}) =>
  checkRecord('notes', noteWith({ en: { body }, ar: { body } }), { id: 1, ...context }).map(shown)

test('an article with a link to nowhere, or a picture that is gone, cannot be published', () => {
  const isAddress = (path: string) => path === '/jobs'
  expect(articleChecks('[a](/jobs) [b](https://a.example)', { isAddress })).toEqual([])
  expect(articleChecks('[a](/jbos)', { isAddress })).toEqual(['brokenLink body en', 'brokenLink body ar'])
  expect(articleChecks('## Why\n\n[a](#part-why)')).toEqual([])
  expect(articleChecks('## Why\n\n[a](#part-how)')).toEqual(['brokenLink body en', 'brokenLink body ar'])
  const picture = `![](/media/${ID}/uploads/800x600-22/800.webp)`
  expect(articleChecks(picture, { pictures: [] })).toEqual(['pictureGone body en', 'pictureGone body ar'])
  const library = { id: ID, words: { en: 'Dots', ar: '' }, isDecorative: false }
  expect(articleChecks(picture, { pictures: [library] })).toEqual(['pictureWords body ar'])
  expect(articleChecks(picture.replace('![]', '![x]'), { pictures: [library] })).toEqual([])
})

test('HTML in an article, and other blocks in the other language, are pointed out', () => {
  expect(articleChecks('<div>x</div>')).toEqual(['htmlAsTyped body en', 'htmlAsTyped body ar'])
  const unequal = checkRecord('notes', noteWith({ en: { body: 'One' }, ar: { body: 'One\n\n- a' } }), { id: 1 })
  expect(unequal.map(shown)).toEqual(['blocksDiffer body'])
  expect(isPublishable(unequal)).toBe(true)
})

test.each<[what: string, hours: OpeningHours[]]>([
  ['close before they open', [{ days: ['sunday'], opens: '17:00', closes: '09:00' }]],
  ['close when they open', [{ days: ['sunday'], opens: '09:00', closes: '09:00' }]],
  ['never close', [{ days: ['sunday'], opens: '09:00', closes: null }]],
  ['are of no day', [{ days: [], opens: '09:00', closes: '17:00' }]],
  [
    'overlap',
    [
      { days: ['sunday', 'monday'], opens: '09:00', closes: '13:00' },
      { days: ['monday'], opens: '12:30', closes: '17:00' },
    ],
  ],
  ['name a day twice at once', [{ days: ['sunday', 'sunday'], opens: '09:00', closes: '13:00' }]],
  [
    'say a day twice',
    [
      { days: ['sunday', 'monday'], opens: '09:00', closes: '17:00' },
      { days: ['monday'], opens: null, closes: null },
    ],
  ],
])('opening hours that %s keep it from being published', (_what, opening_hours) => {
  const parts = { shared: wholePart('contact-info', 'shared', { opening_hours }), en: {}, ar: {} }
  const found = checkRecord('contact-info', parts, { id: 1 }).map(shown)
  expect(found).toContain('hoursFormat opening_hours')
})

test('each row of opening hours that is not right is named', () => {
  const opening_hours: OpeningHours[] = [
    { days: ['sunday'], opens: '09:00', closes: '17:00' },
    { days: [], opens: '09:00', closes: '17:00' },
    { days: ['monday'], opens: '09:00', closes: null },
  ]
  const parts = { shared: wholePart('contact-info', 'shared', { opening_hours }), en: {}, ar: {} }
  const told = checkRecord('contact-info', parts, { id: 1 }).filter(({ check }) => check === 'hoursFormat')
  expect(told.map(({ values }) => values)).toEqual([['2'], ['3']])
})

test('opening hours may have a break', () => {
  const opening_hours: OpeningHours[] = [
    { days: ['sunday', 'monday'], opens: '13:00', closes: '17:00' },
    { days: ['monday', 'sunday'], opens: '09:00', closes: '12:00' },
    { days: ['monday'], opens: '12:00', closes: '12:30' },
  ]
  const parts = { shared: wholePart('contact-info', 'shared', { opening_hours }), en: {}, ar: {} }
  expect(checkRecord('contact-info', parts, { id: 1 }).map(shown)).not.toContain('hoursFormat opening_hours')
})

test.each(WORKPLACES)('in a job (%s) the label of each field says whether it may stay empty', (workplace) => {
  const isRemote = workplace === 'remote'
  const whole = jobWith({ ...SALARY_AND_EXPERIENCE, workplace })
  for (const language of LANGUAGES) Object.assign(whole[language], isRemote ? { city: '', region: '' } : {})
  expect(checkRecord('jobs', whole, { id: 1 }).filter(({ isBlocking }) => isBlocking)).toEqual([])
  for (const { name, in: place, kind, required } of formOf('jobs').fields) {
    const without = structuredClone(whole)
    for (const part of place === SHARED ? [SHARED] : LANGUAGES) without[part as Part][name] = blankOf(kind)
    const isMissing = checkRecord('jobs', without, { id: 1 }).some(
      ({ check, field }) => check === 'missing' && field === name,
    )
    const isSaidToBe = { always: true, unlessRemote: !isRemote, withGroup: true, never: false }[required]
    expect([name, isMissing]).toEqual([name, isSaidToBe])
  }
})

const SALARY_AND_EXPERIENCE = {
  salary_minimum: 1,
  salary_maximum: 2,
  salary_currency: 'EGP',
  salary_period: 'MONTH',
  salary_shown: true,
  experience_level: 'entry',
  experience_months: 12,
}
