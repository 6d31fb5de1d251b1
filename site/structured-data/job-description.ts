import type { Job } from '#contract/entities.ts'
import { type Block, textOfInlines } from '#contract/prose.ts'
import type { WithProse } from '#contract/with-prose.ts'
import type { Texts } from '#texts/index.ts'

interface Headings {
  duties: string
  requirements: string
  benefits: string
}

/** All that the page says of the work, in the few elements that search engines and boards take. */
export function descriptionInHtml(
  { description, prose, requirements, benefits }: WithProse<Job>,
  headings: Headings,
): string {
  const paragraphs =
    prose?.map(inHtml) ?? description.split(/\n{2,}/).map((paragraph) => `<p>${escaped(paragraph)}</p>`)
  return [
    `<p>${escaped(headings.duties)}</p>`,
    ...paragraphs,
    listUnder(headings.requirements, requirements),
    listUnder(headings.benefits, benefits),
  ].join('')
}

/** Boards take paragraphs and lists; emphasis and links are left out. */
const inHtml = (block: Block) =>
  block.block === 'list' ? list(block.items.map(textOfInlines)) : `<p>${escaped(textOfInlines(block.inside))}</p>`

function listUnder(heading: string, items: string[]) {
  return items.length === 0 ? '' : `<p>${escaped(heading)}</p>${list(items)}`
}

const list = (items: string[]) => `<ul>${items.map((item) => `<li>${escaped(item)}</li>`).join('')}</ul>`

function escaped(text: string) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

type Experience = NonNullable<Job['experience']>

export function experienceSentence({ level, months }: Experience, { levels }: Pick<Texts['career-apply'], 'levels'>) {
  const named = { level: levels[level] }
  if (months === 0) return ['experience.none', named] as const
  return months % MONTHS_IN_A_YEAR === 0
    ? (['experience.years', { ...named, years: months / MONTHS_IN_A_YEAR }] as const)
    : (['experience.months', { ...named, months }] as const)
}

const MONTHS_IN_A_YEAR = 12
