import type { Job } from '#contract/entities.ts'

interface Headings {
  duties: string
  requirements: string
  benefits: string
}

/** All that the page says of the work, under the page's own headings, in the few elements that search engines and boards take. */
export function descriptionInHtml({ description, requirements, benefits }: Job, headings: Headings): string {
  const paragraphs = description.split(/\n{2,}/).map((paragraph) => `<p>${escaped(paragraph)}</p>`)
  return [
    `<p>${escaped(headings.duties)}</p>`,
    ...paragraphs,
    listUnder(headings.requirements, requirements),
    listUnder(headings.benefits, benefits),
  ].join('')
}

function listUnder(heading: string, items: string[]) {
  if (items.length === 0) return ''
  return `<p>${escaped(heading)}</p><ul>${items.map((item) => `<li>${escaped(item)}</li>`).join('')}</ul>`
}

function escaped(text: string) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
