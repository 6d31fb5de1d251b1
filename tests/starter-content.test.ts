import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/** Numbers and days of the starter content that stand in more than one file. */

interface Relative {
  days_from_loading: number
}
type Bilingual = Record<'en' | 'ar', string>

const read = <Record>(type: string): Record =>
  JSON.parse(readFileSync(path.resolve(import.meta.dirname, `../content/${type}.json`), 'utf8'))

const notes = read<{ published_on: Relative }[]>('notes')
const projects = read<{ title: Bilingual; start_date: Relative }[]>('projects')
const studies = read<{ client: Bilingual; length: Bilingual; live_since: Relative }[]>('case-studies')

const WEEKS: Record<string, number> = { Twelve: 12, Eighteen: 18, 'Twenty-two': 22, Thirty: 30 }
const RECENT_DAYS = 31
const YEAR = 365

const daysAgo = ({ days_from_loading }: Relative) => -days_from_loading

test('a new installation looks like a company at work: newest article, project and study are recent', () => {
  expect(Math.min(...notes.map(({ published_on }) => daysAgo(published_on)))).toBeLessThan(RECENT_DAYS)
  expect(Math.min(...projects.map(({ start_date }) => daysAgo(start_date)))).toBeLessThan(RECENT_DAYS)
  for (const { live_since } of studies) expect(daysAgo(live_since)).toBeLessThan(YEAR)
})

test('nothing in the starter content lies ahead of its loading', () => {
  const days = [
    ...notes.map(({ published_on }) => published_on),
    ...projects.map(({ start_date }) => start_date),
    ...studies.map(({ live_since }) => live_since),
  ]
  expect(days.filter((day) => !(daysAgo(day) > 0))).toEqual([])
})

test.each(studies)('$client.en went live as many weeks after its start as the study says', (study) => {
  const project = projects.find(({ title }) => title.en === study.client.en)
  const weeks = WEEKS[study.length.en.replace(' weeks', '')]
  expect(weeks).toBeDefined()
  expect(daysAgo(project?.start_date as Relative) - daysAgo(study.live_since)).toBe(Number(weeks) * 7)
})
