import { createTranslator } from 'use-intl'
import { expect, test } from 'vitest'
import { textsIn } from './index.ts'
import { type Language, localeOf } from './languages.ts'

const sentencesIn = (language: Language) =>
  createTranslator({ locale: localeOf(language), messages: textsIn(language) })

const arabic = sentencesIn('ar')
const english = sentencesIn('en')

test.each([
  [0, 'بلا أسابيع', '٠ دولار في الشهر', 'متعلّم', 'دولة', 'دورة'],
  [1, 'أسبوع واحد', 'دولار واحد في الشهر', 'متعلّم', 'دولة', 'دورة'],
  [2, 'أسبوعان', 'دولاران في الشهر', 'متعلّمان', 'دولتان', 'دورتان'],
  [3, '٣ أسابيع', '٣ دولارات في الشهر', 'متعلّمين', 'دول', 'دورات'],
  [11, '١١ أسبوعًا', '١١ دولارًا في الشهر', 'متعلّمًا', 'دولة', 'دورة'],
  [100, '١٠٠ أسبوع', '١٠٠ دولار في الشهر', 'متعلّم', 'دولة', 'دورة'],
])('%i of a thing, said in Arabic', (count, weeks, dollars, learners, countries, courses) => {
  expect(arabic('machine-learning.courses.weeks', { weeks: count })).toBe(weeks)
  expect(arabic('pricing.price', { dollars: count })).toBe(dollars)
  expect(arabic('machine-learning.figures.learners', { count })).toBe(learners)
  expect(arabic('machine-learning.figures.countries', { count })).toBe(countries)
  expect(arabic('machine-learning.figures.courses', { count })).toBe(courses)
})

test.each([
  [1, 'تخصص واحد تحت سقف واحد، نعمل فيه جميعًا.'],
  [2, 'تخصصان تحت سقف واحد. أغلب عملائنا يبدأ بأحدهما ثم يضمّ إليه الآخر.'],
  [3, 'ثلاثة تخصصات تحت سقف واحد. أغلب عملائنا يبدأ بواحد منها ثم يضمّ إليه ثانيًا.'],
])('%i services, all of them shown, said in Arabic', (total, said) => {
  expect(arabic('home.services.noteOnAll', { shown: total, total })).toBe(said)
})

test.each([
  [6, 'ستة تخصصات تحت سقف واحد، وهذه أربعة منها.'],
  [10, 'عشرة تخصصات تحت سقف واحد، وهذه أربعة منها.'],
  [11, '١١ تخصصًا تحت سقف واحد، وهذه أربعة منها.'],
  [100, '١٠٠ تخصص تحت سقف واحد، وهذه أربعة منها.'],
  [103, '١٠٣ تخصصات تحت سقف واحد، وهذه أربعة منها.'],
])('four of %i services, said in Arabic', (total, said) => {
  expect(arabic('home.services.note', { shown: 4, total })).toContain(said)
})

test.each([
  [9, 'أكثر من ٩ أشخاص،'],
  [70, 'سبعون ونيّف،'],
  [71, 'أكثر من ٧١ شخصًا،'],
  [100, 'أكثر من ١٠٠ شخص،'],
])('a team of %i, said in Arabic', (total, said) => {
  expect(arabic('team.title', { total, shown: 9 })).toContain(said)
})

test('one of a thing and several, said in English', () => {
  expect(english('machine-learning.courses.weeks', { weeks: 1 })).toBe('1 week')
  expect(english('machine-learning.courses.weeks', { weeks: 9 })).toBe('9 weeks')
  expect(english('pricing.price', { dollars: 1 })).toBe('1 dollar a month')
})

test('prices keep their cents in both languages', () => {
  expect(english('pricing.price', { dollars: 69.99 })).toBe('69.99 dollars a month')
  expect(arabic('pricing.price', { dollars: 69.99 })).toBe('٦٩٫٩٩ دولار في الشهر')
})

test.each([
  [0, 'أقل من دقيقة', 'يوم', 'ساعة', 'دقيقة', 'ثانية'],
  [1, 'دقيقة واحدة', 'يوم', 'ساعة', 'دقيقة', 'ثانية'],
  [2, 'دقيقتان', 'يومان', 'ساعتان', 'دقيقتان', 'ثانيتان'],
  [3, '٣ دقائق', 'أيام', 'ساعات', 'دقائق', 'ثوانٍ'],
  [11, '١١ دقيقة', 'يومًا', 'ساعة', 'دقيقة', 'ثانية'],
  [100, '١٠٠ دقيقة', 'يوم', 'ساعة', 'دقيقة', 'ثانية'],
])('%i of a unit, said in Arabic', (count, reading, days, hours, minutes, seconds) => {
  expect(arabic('blog.minutes', { count })).toBe(reading)
  expect(arabic('coming-soon.units.days', { count })).toBe(days)
  expect(arabic('coming-soon.units.hours', { count })).toBe(hours)
  expect(arabic('coming-soon.units.minutes', { count })).toBe(minutes)
  expect(arabic('coming-soon.units.seconds', { count })).toBe(seconds)
})

test.each([
  [1, 'شهر واحد'],
  [2, 'شهرين'],
  [3, '٣ أشهر'],
  [12, '١٢ شهرًا'],
  [100, '١٠٠ شهر'],
])('submissions are kept for %i months, said in Arabic', (months, said) => {
  expect(arabic('privacy-policy.lengths.months', { months })).toBe(said)
})

test.each([
  [0, 8, 'ثماني نقاط مفرّغة تنتظر.'],
  [1, 7, 'واحدة وُضعت، وبقيت ٧.'],
  [6, 2, '٦ وُضعت، وبقيت اثنتان.'],
  [8, 0, 'ثمانٍ، وقد اكتملت.'],
  [20, 0, 'ثمانٍ، وقد اكتملت.'],
])('%i characters typed and %i to go, said in Arabic', (typed, left, said) => {
  expect(arabic('sign-up.art', { typed, left })).toBe(said)
})

test('one of a unit and several, said in English', () => {
  expect(english('blog.minutes', { count: 1 })).toBe('1 minute')
  expect(english('blog.minutes', { count: 4 })).toBe('4 minutes')
  expect(english('coming-soon.units.days', { count: 1 })).toBe('Day')
  expect(english('coming-soon.units.seconds', { count: 0 })).toBe('Seconds')
  expect(english('sign-up.art', { typed: 3, left: 5 })).toBe('3 down, 5 to go.')
})
