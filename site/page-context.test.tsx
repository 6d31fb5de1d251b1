import { renderToStaticMarkup } from 'react-dom/server'
import { useTranslations } from 'use-intl'
import { expect, test } from 'vitest'
import { textsIn } from '#texts/index.ts'
import { ofPage, SentencesProvider, TextsProvider, usePageContent, useTexts } from './page-context.tsx'

const countdown = { opensAt: 0, timeZone: 'UTC', zoneName: 'UTC' }
const content = { texts: textsIn('en'), content: { founded: 1999, countdown } }

function render(page: React.ReactNode) {
  return renderToStaticMarkup(
    <TextsProvider language="en" content={ofPage(content, [undefined, { texts: ['jobs'] }])}>
      <SentencesProvider timeZone="UTC">{page}</SentencesProvider>
    </TextsProvider>,
  )
}

function Plain({ name }: { name: 'jobs' | 'faq' | 'shell' }) {
  return useTexts(name) && name
}

function Fact({ name }: { name: 'founded' | 'countdown' }) {
  return usePageContent(name) && name
}

function Sentence() {
  return useTranslations('coming-soon.units')('days', { count: 1 })
}

test('a page has the texts that it names and those of every page', () => {
  expect(render(<Plain name="jobs" />)).toBe('jobs')
  expect(render(<Plain name="shell" />)).toBe('shell')
})

test('a text that the page does not name fails while it is rendered on the server', () => {
  expect(() => render(<Plain name="faq" />)).toThrow('"faq"')
  expect(() => render(<Sentence />)).toThrow('coming-soon')
})

test('a page has the content that it names and those of every page', () => {
  expect(render(<Fact name="founded" />)).toBe('founded')
  expect(() => render(<Fact name="countdown" />)).toThrow('"countdown"')
})
