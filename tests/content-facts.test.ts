import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { latinDigits } from '#texts/spelling.ts'

type Bilingual = Record<'en' | 'ar', string>
interface Study {
  slug: string
  type: string
  before: number
  after: number
  client: Bilingual
  change: Bilingual
  title: Bilingual
  length: Bilingual
  customer: Bilingual
  body: Bilingual
}
interface Project {
  type: string
  title: Bilingual
  description: Bilingual
  technology: Record<'en' | 'ar', string[]>
  team: Bilingual
  duration_weeks: number
  outcome: Bilingual
  case_study?: string
  images: { en: string; ar: string; words: Bilingual }[]
}
interface Job {
  title: Bilingual
  location: Bilingual
  workplace: 'on_site' | 'hybrid' | 'remote'
  city?: Bilingual
  street?: Bilingual
  benefits: Record<'en' | 'ar', string[]>
}

const read = <Records>(type: string): Records =>
  JSON.parse(readFileSync(path.resolve(import.meta.dirname, `../content/${type}.json`), 'utf8'))

const studies = read<Study[]>('case-studies')
const projects = read<Project[]>('projects')
const jobs = read<Job[]>('jobs')
const testimonials = read<{ name: Bilingual; title: Bilingual; quote: Bilingual }[]>('testimonials')
const reviews = read<{ name: Bilingual; title: Bilingual; review: Bilingual }[]>('reviews')
const questions = read<{ question: Bilingual; answer: Bilingual }[]>('questions')
const { address } = read<{ address: Bilingual }>('contact-info')
const team = read<{ name: Bilingual }[]>('team')
const notes = read<{ author: Bilingual }[]>('notes')

const LANGUAGES = ['en', 'ar'] as const
const namesOf = ({ client }: Study) => client.en

test.each(studies.map((study) => [namesOf(study), study] as const))(
  'the study of %s says the same number everywhere',
  (_, { before, after, change, title }) => {
    expect(numbersIn(change.en)).toEqual([before, after])
    expect(numbersIn(title.en)).toEqual([before, after])
    const arabic = numbersIn(latinDigits(change.ar).replace('واحدة', '1'))
    expect(arabic).toEqual([before, after])
  },
)

test.each(studies.map((study) => [namesOf(study), study] as const))(
  'the project of %s tells the same story as its study',
  (_, { type, before, after, client }) => {
    const project = projects.find(({ title }) => title.en === client.en)
    expect(project).toMatchObject({ type, title: client })
    expect(numbersIn(project?.description.en ?? '')).toEqual(expect.arrayContaining([before, after]))
  },
)

test.each(studies.map((study) => [namesOf(study), study] as const))(
  'the project of %s leads to its study, and took as long as the study says',
  (_, { slug, client, length }) => {
    const project = projects.find(({ title }) => title.en === client.en)
    expect(project?.case_study).toBe(`/case-study-details?study=${slug}`)
    expect(project?.duration_weeks).toBe(numbersIn(length.en)[0])
  },
)

test('the FAQ names the weeks that the projects took', () => {
  const [fewestForSite, mostForSite, fewestForApp, mostForApp, fewestForErp, mostForErp] = numbersIn(
    questions[0]?.answer.en ?? '',
  )
  const promised: Record<string, [number?, number?]> = {
    'Web Application': [fewestForSite, mostForSite],
    'Mobile App': [fewestForApp, mostForApp],
    'ERP System': [fewestForErp, mostForErp],
  }
  for (const [type, [fewest, most]] of Object.entries(promised)) {
    const weeks = projects.filter((project) => project.type === type).map(({ duration_weeks }) => duration_weeks)
    expect([Math.min(...weeks), Math.max(...weeks)]).toEqual([fewest, most])
  }
})

test.each(projects.map((project) => [project.title.en, project] as const))(
  'the project %s names its technology, its team and an outcome that its description tells',
  (_, { description, technology, team, outcome }) => {
    for (const language of LANGUAGES) {
      expect(technology[language].length).toBeGreaterThan(1)
      expect(team[language]).not.toBe('')
      const told = numbersIn(latinDigits(description[language]))
      expect(told).toEqual(expect.arrayContaining(numbersIn(latinDigits(outcome[language]))))
    }
  },
)

test('every project shows pictures of its own, each with other words', () => {
  for (const language of LANGUAGES) {
    const pictures = projects.flatMap(({ images }) => images)
    expect(new Set(pictures.map((picture) => picture[language])).size).toBe(projects.length * 2)
    const words = pictures.map((picture) => picture.words[language])
    expect(words.filter((each, index) => !each || words.indexOf(each) !== index)).toEqual([])
  }
})

test('no two pictures of projects draw the same, in either language', () => {
  const paths = projects.flatMap(({ images }) => images.flatMap(({ en, ar }) => [en, ar]))
  const drawn = paths.map((file) => readFileSync(path.resolve(import.meta.dirname, '../content/images', file), 'utf8'))
  expect(new Set(drawn).size).toBe(drawn.length)
  for (const svg of drawn) expect(svg).toContain('prefers-color-scheme:dark')
})

test('a customer has one job title and one set of words wherever they speak', () => {
  for (const { name, title, review } of reviews) {
    const same = testimonials.find((testimonial) => testimonial.name.en === name.en)
    expect(same).toMatchObject({ name, title })
    for (const language of LANGUAGES) expect(review[language]).toContain(same?.quote[language])
  }
  for (const { body } of studies) {
    const text = readFileSync(path.resolve(import.meta.dirname, `../content/${body.ar}`), 'utf8')
    const [name = '', job = ''] = text.split('— ').at(-1)?.trim().split('، ') ?? []
    expect(testimonials.find((testimonial) => testimonial.name.ar === name)?.title.ar).toMatch(job)
  }
})

test.each(jobs.map((job) => [job.title.en, job] as const))(
  'the place of the job %s agrees with its workplace, its benefits and our address',
  (_, { workplace, location, city, street, benefits }) => {
    const fromHome = { en: /two days a week from home/i, ar: /يومان في الأسبوع من البيت/ }
    for (const language of LANGUAGES) {
      const home = fromHome[language]
      expect(home.test(location[language])).toBe(workplace === 'hybrid')
      expect(benefits[language].some((benefit) => home.test(benefit))).toBe(workplace === 'hybrid')
      expect(/remote|عن بُعد/i.test(location[language])).toBe(workplace === 'remote')
      if (city) expect(location[language]).toContain(city[language])
      if (street) expect(address[language]).toContain(street[language])
    }
  },
)

test('job titles name men and women alike in Arabic', () => {
  expect(jobs.filter(({ title }) => !title.ar.includes('/ة')).map(({ title }) => title.ar)).toEqual([])
})

test('authors are members of the team', () => {
  for (const { author } of notes) expect(team.map(({ name }) => name)).toContainEqual(author)
})

test.each([
  ['Twenty-four days, then three.', [24, 3]],
  ['from 12 seconds to 1', [12, 1]],
  ['on the twenty-fourth, after a hundred and 2,300 days', [24, 2300]],
])('the numbers in “%s”', (text, numbers) => {
  expect(numbersIn(text)).toEqual(numbers)
})

/** Numbers up to ninety-nine in English words, and all in digits. */
function numbersIn(text: string): number[] {
  const words = text.toLowerCase().matchAll(/\d[\d,]*|[a-z]+(?:-[a-z]+)?/g)
  return [...words].map(([word]) => numberOf(word)).filter((number) => number !== undefined)
}

const UNITS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const TENS = ' , ,twenty,thirty,forty,fifty,sixty,seventy,eighty,ninety'.split(',')
const ORDINALS: Record<string, string> = { first: '', second: '', third: 'three', fourth: 'four', fifth: 'five' }

function numberOf(word: string): number | undefined {
  if (/^\d/.test(word)) return Number(word.replaceAll(',', ''))
  const [first = '', second] = word.split('-')
  const unit = UNITS.indexOf(ORDINALS[second ?? first] ?? second ?? first)
  const tens = TENS.indexOf(first)
  if (tens > 1) return tens * 10 + (second ? unit : 0)
  return second === undefined && unit >= 0 ? unit : undefined
}
