import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { textsIn } from '#texts/index.ts'
import { LANGUAGES } from '#texts/languages.ts'
import { ofPage, SentencesProvider, TextsProvider } from '../../page-context.tsx'
import { hoursByDays, OpenHours, runsOf } from './opening-hours.tsx'

test('days that follow one another are one run', () => {
  expect(runsOf(['sunday', 'monday', 'tuesday'])).toEqual([['sunday', 'monday', 'tuesday']])
})

test('a run may pass the end of the week', () => {
  expect(runsOf(['sunday', 'monday', 'saturday'])).toEqual([['saturday', 'sunday', 'monday']])
})

test('days apart are runs of their own', () => {
  expect(runsOf(['monday', 'wednesday', 'thursday'])).toEqual([['monday'], ['wednesday', 'thursday']])
})

test('every day is one run, no day is none', () => {
  expect(runsOf(['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'])).toHaveLength(1)
  expect(runsOf([])).toEqual([])
})

test('a day with a break is one line with both its times, whichever rows they stand in', () => {
  const hours = hoursByDays([
    { days: ['sunday', 'monday', 'tuesday'], opens: '14:00', closes: '18:00' },
    { days: ['sunday', 'monday'], opens: '09:00', closes: '12:30' },
    { days: ['friday'], opens: null, closes: null },
    { days: ['saturday'], opens: '14:00', closes: '18:00' },
  ])
  const afternoon = { opens: '14:00', closes: '18:00' }
  expect(hours).toEqual([
    { days: ['sunday', 'monday'], times: [{ opens: '09:00', closes: '12:30' }, afternoon] },
    { days: ['tuesday', 'saturday'], times: [afternoon] },
    { days: ['friday'], times: [] },
  ])
})

test.each(LANGUAGES)('the two ends of a time never stand in two lines, and two times may (%s)', (language) => {
  const countdown = { opensAt: 0, timeZone: 'UTC', zoneName: 'UTC' }
  const content = { texts: textsIn(language), content: { founded: 1999, countdown } }
  const days: 'sunday'[] = ['sunday']
  const html = renderToStaticMarkup(
    <TextsProvider language={language} content={ofPage(content, [undefined, { texts: ['opening-hours'] }])}>
      <SentencesProvider timeZone="UTC">
        <OpenHours
          of={[
            { days, opens: '10:00', closes: '14:00' },
            { days, opens: '16:00', closes: '21:00' },
          ]}
        />
      </SentencesProvider>
    </TextsProvider>,
  )
  const words = html.replaceAll(/<[^>]*>/g, '').split(' ')
  expect(words.filter((word) => /[\d٠-٩][^\d٠-٩:]+[\d٠-٩]/.test(word))).toHaveLength(2)
})
