import { expect, test } from 'vitest'
import { writeArticle } from '#contract/write-article.ts'
import { articleOfHtml } from './html-article.ts'

const markdownOf = (html: string) =>
  writeArticle(articleOfHtml(html, { pictureAt: () => undefined, linkTo: (address) => address }))

test('a comment without an end takes the rest, however often one begins', () => {
  expect(markdownOf('<p>One</p><!-- two <b>three</b>')).toBe('One')
  // A pattern that looks for each end anew takes half a minute.
  expect(markdownOf(`One${'<!--'.repeat(75_000)}`)).toBe('One')
})

test('a tag without an end leaves what follows it', () => {
  expect(markdownOf('<p>One <a href="/jobs" <b>two</b></p><p title="1 > 0">three</p>')).toBe(
    'One \\<a href="/jobs" **two**\n\nthree',
  )
})
