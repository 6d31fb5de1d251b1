import { expect, test } from 'vitest'
import * as desk from '#texts/desk/en/index.ts'
import { starterTexts } from './support/starter-company.ts'

/** Labels that the specification quotes. */
const QUOTED = [
  'About Us',
  'Contact Us',
  'Get Started',
  'Apply Now',
  'Terms and Conditions',
  'Projects Overview',
  'Project Details',
  'Mobile App',
  'Web Application',
  'ERP System',
  'Custom Development',
  'UI/UX Design',
  'Continuous Improvement',
  'Data Scientist Team',
  'Please enter your Username or Email',
  'Please enter your Username',
]

/** Names of products, places, screens, keys and headers. */
const NAMES =
  /\b(?:App Store|Google Play|WhatsApp|Excel|LibreOffice|Slack|Teams Workflows|Standard Webhooks|Nile|Cairo|Arabic|Delta Foods|Idempotency-Key|Expect|Alt|Esc|Space)\b|\bGo to [A-Z]\w+/g

/** People have names and titles. */
const PEOPLE = /^team\.members\./

const LONGEST_LABEL = 8

test('labels, buttons and headings are in sentence case', () => {
  const labels = leavesOf({ ...starterTexts('en'), desk }).filter(([name, text]) => isLabel(text) && !PEOPLE.test(name))
  expect(labels.length).toBeGreaterThan(500)
  expect(labels.filter(([, text]) => isTitleCase(text)).map(([name, text]) => `${name}: ${text}`)).toEqual([])
})

test.each(['Case Studies', 'App Details', 'Send Message', 'Privacy Policy: what we keep'])(
  '%s is title case',
  (label) => {
    expect(isTitleCase(label)).toBe(true)
  },
)

test.each(['Case studies', 'About Us', 'Apply Now: {title}', 'Chat on WhatsApp', 'CSV for Excel', 'Home: years'])(
  '%s is not',
  (label) => {
    expect(isTitleCase(label)).toBe(false)
  },
)

const isLabel = (text: string) => !/[.!?]$/.test(text) && text.split(/\s+/).length <= LONGEST_LABEL

/** A capital after a small letter or a comma, other than in a quoted label or a name. */
function isTitleCase(text: string) {
  const own = QUOTED.reduce((left, label) => left.replaceAll(label, ''), text).replace(NAMES, '')
  return /[a-z,] +[A-Z][a-z]/.test(own.replace(/\{[^{}]*\}/g, ''))
}

function leavesOf(value: unknown, name = ''): [name: string, text: string][] {
  if (typeof value === 'string') return [[name, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, name ? `${name}.${key}` : key))
}
