import type { ArticleBlock } from '#contract/article.ts'
import type { EMPLOYMENT_TYPES, SALARY_PERIODS, WORKPLACES } from '#contract/constants.ts'
import { type Inline, textOfInlines } from '#contract/prose.ts'
import { decoded } from '#contract/read-article.ts'
import { writeArticle } from '#contract/write-article.ts'
import type { Fields } from '../types/definition.ts'
import { articleOfHtml } from './html-article.ts'
import { RefusedFile } from './refused-file.ts'

/** Jobs of the public board of Greenhouse or Lever, from the file that its interface responds with. */

export interface FoundJob {
  title: string
  requisition: string
  shared: Partial<Fields>
  text: Partial<Fields>
  /** Fields of the board that have no place here. */
  unmapped: string[]
}

type Posting = Record<string, unknown>

export function readJobBoard(json: string): FoundJob[] {
  let board: unknown
  try {
    board = JSON.parse(json)
  } catch {
    throw new RefusedFile('notJobBoard')
  }
  const jobs = isPosting(board) ? board.jobs : undefined
  if (Array.isArray(jobs) && jobs.every((each) => isPosting(each) && typeof each.title === 'string'))
    return (jobs as Posting[]).map(jobOfGreenhouse)
  if (Array.isArray(board) && board.every((each) => isPosting(each) && typeof each.text === 'string'))
    return (board as Posting[]).map(jobOfLever)
  throw new RefusedFile('notJobBoard')
}

const isPosting = (value: unknown): value is Posting =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const MAX_LENGTHS = { title: 200, place: 200, point: 400, description: 20_000 }
const MAX_POINTS = 100

const textIn = (value: unknown, longest = MAX_LENGTHS.place) =>
  typeof value === 'string' ? decoded(value).replace(/\s+/g, ' ').trim().slice(0, longest) : ''

function jobOfGreenhouse(job: Posting): FoundJob {
  const location = textIn(namesIn(job.location)[0])
  const metadata = Array.isArray(job.metadata) ? job.metadata.filter(isPosting) : []
  const employment = metadata.find(({ name }) => /employment|type of job/i.test(String(name)))
  return {
    title: textIn(job.title, MAX_LENGTHS.title),
    requisition: requisitionOf(job.requisition_id, `GH-${job.id}`),
    shared: {
      workplace: workplaceOf(location),
      employment_type: employmentOf(employment?.value),
      posted_on: dayOf(job.first_published ?? job.updated_at),
      closes_on: dayOf(job.application_deadline),
    },
    text: {
      title: textIn(job.title, MAX_LENGTHS.title),
      location,
      team: textIn(namesIn(job.departments)[0]),
      description: descriptionOf(blocksOf(decoded(typeof job.content === 'string' ? job.content : ''))),
    },
    unmapped: unmapped(job, [
      'id',
      'title',
      'location',
      'departments',
      'content',
      'requisition_id',
      'first_published',
      'updated_at',
      'application_deadline',
      ...(employment && metadata.length === 1 ? ['metadata'] : []),
    ]),
  }
}

const namesIn = (value: unknown): unknown[] => [value].flat().flatMap((each) => (isPosting(each) ? [each.name] : []))

const REQUIREMENTS = /require|qualif|looking for|you have|you bring|must have|متطلبات|مؤهلات|شروط/i
const BENEFITS = /benefit|perk|we offer|مزايا/i

function jobOfLever(job: Posting): FoundJob {
  const categories = isPosting(job.categories) ? job.categories : {}
  const lists = (Array.isArray(job.lists) ? job.lists : []).filter(isPosting).map((list) => ({
    name: textIn(list.text),
    blocks: blocksOf(typeof list.content === 'string' ? `<ul>${list.content}</ul>` : ''),
  }))
  const requirements = lists.find(({ name }) => REQUIREMENTS.test(name))
  const benefits = lists.find(({ name }) => BENEFITS.test(name))
  const others = lists.filter((list) => list !== requirements && list !== benefits)
  const opening = job.description ?? job.descriptionPlain
  const description = [
    ...blocksOf(typeof opening === 'string' ? opening : ''),
    ...others.flatMap(({ name, blocks }) => [...(name ? [headingOf(name)] : []), ...blocks]),
    ...blocksOf(typeof job.additional === 'string' ? job.additional : ''),
  ]
  const location = textIn(categories.location)
  return {
    title: textIn(job.text, MAX_LENGTHS.title),
    requisition: requisitionOf(job.reqCode, `LV-${String(job.id).slice(0, 8)}`),
    shared: {
      workplace: workplaceOf(job.workplaceType ?? location),
      employment_type: employmentOf(categories.commitment),
      country: /^[A-Z]{2}$/.test(String(job.country)) ? String(job.country) : '',
      posted_on: dayOf(job.createdAt),
      ...salaryOf(job.salaryRange),
    },
    text: {
      title: textIn(job.text, MAX_LENGTHS.title),
      location,
      team: textIn(categories.department) || textIn(categories.team),
      description: descriptionOf(description),
      requirements: pointsOf(requirements?.blocks),
      benefits: pointsOf(benefits?.blocks),
    },
    unmapped: unmapped(job, LEVER_FIELDS),
  }
}

/** The plain texts say the same as the others. */
const LEVER_FIELDS = [
  'id',
  'text',
  'categories',
  'lists',
  'description',
  'descriptionPlain',
  'descriptionBody',
  'descriptionBodyPlain',
  'opening',
  'openingPlain',
  'additional',
  'additionalPlain',
  'country',
  'workplaceType',
  'createdAt',
  'salaryRange',
  'reqCode',
]

const MAX_NAMED = 30

const unmapped = (job: Posting, mapped: readonly string[]) =>
  Object.entries(job)
    .filter(([name, value]) => !mapped.includes(name) && !isEmpty(value))
    .map(([name]) => name.slice(0, MAX_LENGTHS.place))
    .slice(0, MAX_NAMED)

const isEmpty = (value: unknown) =>
  value === null || value === '' || (typeof value === 'object' && Object.keys(value as object).length === 0)

function requisitionOf(given: unknown, otherwise: string): string {
  const wanted = textIn(given) || otherwise
  return wanted
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '-')
    .slice(0, 32)
    .replace(/^-|-$/g, '')
}

function workplaceOf(given: unknown): (typeof WORKPLACES)[number] | null {
  const text = textIn(given).toLowerCase()
  if (/remote|عن بُ?عد/.test(text)) return 'remote'
  if (text.includes('hybrid')) return 'hybrid'
  return /on-?site|office/.test(text) ? 'on_site' : null
}

const EMPLOYMENTS: [RegExp, (typeof EMPLOYMENT_TYPES)[number]][] = [
  [/intern|trainee/i, 'INTERN'],
  [/part/i, 'PART_TIME'],
  [/contract|freelance/i, 'CONTRACTOR'],
  [/temporary|fixed/i, 'TEMPORARY'],
  [/full|permanent|regular/i, 'FULL_TIME'],
]

const employmentOf = (given: unknown) => EMPLOYMENTS.find(([word]) => word.test(textIn(given)))?.[1] ?? null

function dayOf(given: unknown): string | null {
  const moment = typeof given === 'string' || typeof given === 'number' ? new Date(given) : undefined
  return moment && moment.getTime() > 0 && moment.getUTCFullYear() < 3000 ? moment.toISOString().slice(0, 10) : null
}

const PERIODS: [RegExp, (typeof SALARY_PERIODS)[number]][] = [
  [/hour/i, 'HOUR'],
  [/day/i, 'DAY'],
  [/week/i, 'WEEK'],
  [/month/i, 'MONTH'],
  [/year|annual/i, 'YEAR'],
]

function salaryOf(given: unknown): Partial<Fields> {
  const { min, max, currency, interval } = isPosting(given) ? given : {}
  const period = PERIODS.find(([word]) => word.test(textIn(interval)))?.[1]
  const isAmount = (value: unknown): value is number => typeof value === 'number' && value > 0
  if (!isAmount(min) || !isAmount(max) || !period || !/^[A-Z]{3}$/.test(String(currency))) return {}
  // Boards differ in what they show: the company decides anew.
  return {
    salary_minimum: min,
    salary_maximum: max,
    salary_currency: String(currency),
    salary_period: period,
    salary_shown: false,
  }
}

const blocksOf = (html: string) => articleOfHtml(html, { pictureAt: () => undefined, linkTo: (address) => address })

const headingOf = (text: string): ArticleBlock => ({ block: 'heading', level: 2, inside: [text] })

/** Descriptions have paragraphs, headings and lists; other blocks leave their words. */
function descriptionOf(blocks: readonly ArticleBlock[]): string {
  const text = writeArticle(blocks.flatMap(simple))
  if (text.length <= MAX_LENGTHS.description) return text
  return text.slice(0, text.lastIndexOf('\n\n', MAX_LENGTHS.description))
}

function simple(block: ArticleBlock): ArticleBlock[] {
  switch (block.block) {
    case 'paragraph':
    case 'heading':
      return [block]
    case 'list':
      return [{ ...block, items: block.items.map((item) => [{ block: 'paragraph', inside: [wordsOf(item)] }]) }]
    case 'quote':
      return block.inside.flatMap(simple)
    case 'code':
      return [{ block: 'paragraph', inside: [block.text.replace(/\s+/g, ' ')] }]
    case 'table':
      return block.rows.map((row) => ({ block: 'paragraph', inside: [row.map(textOfInlines).join(' · ')] }))
    default:
      return []
  }
}

const wordsOf = (blocks: readonly ArticleBlock[]): string =>
  blocks
    .flatMap((block): string[] => {
      if (block.block === 'list') return block.items.map(wordsOf)
      const inside: Inline[] = 'inside' in block && block.block !== 'quote' ? block.inside : []
      return [block.block === 'quote' ? wordsOf(block.inside) : textOfInlines(inside)]
    })
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim()

const pointsOf = (blocks: readonly ArticleBlock[] = []): string[] =>
  blocks
    .flatMap((block) => (block.block === 'list' ? block.items.map(wordsOf) : [wordsOf([block])]))
    .filter(Boolean)
    .map((point) => point.slice(0, MAX_LENGTHS.point))
    .slice(0, MAX_POINTS)
