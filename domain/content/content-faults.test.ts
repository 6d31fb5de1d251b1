import {
  copyFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../tests/support/temporary-folder.ts'
import { ContentError, readContent } from './load-content.ts'

const own = path.resolve(import.meta.dirname, '../../content')
const folder = temporaryFolder()
let content: string
beforeEach(() => {
  content = mkdtempSync(path.join(folder, 'content-'))
  for (const name of readdirSync(own))
    if (name.endsWith('.json')) copyFileSync(path.join(own, name), path.join(content, name))
  for (const name of ['images', 'notes', 'case-studies']) symlinkSync(path.join(own, name), path.join(content, name))
})

// biome-ignore lint/suspicious/noExplicitAny: a test breaks records in ways their type forbids
type Edit = (records: any) => void

function edit(name: string, change: Edit) {
  const file = path.join(content, `${name}.json`)
  const records = JSON.parse(readFileSync(file, 'utf8'))
  change(records)
  writeFileSync(file, JSON.stringify(records, null, 2))
}

const faults = () =>
  readContent(content).then(
    () => [],
    (error) => {
      expect(error).toBeInstanceOf(ContentError)
      return error.lines as string[]
    },
  )

/** The first line that holds the text, counted from one. */
const lineOf = (name: string, text: string) =>
  readFileSync(path.join(content, `${name}.json`), 'utf8')
    .split('\n')
    .findIndex((line) => line.includes(text)) + 1

test('the starter content is valid', async () => {
  expect(await faults()).toEqual([])
})

test.each(['team', 'city'])('a %s by two names is loaded, and pointed out', async (field) => {
  expect((await readContent(content)).remarks).toEqual([])
  edit('jobs', ([, two]) => {
    two[field].ar = 'غيرها'
  })
  const place = lineOf('jobs', `"ar": "غيرها"`) - 2
  expect((await readContent(content)).remarks).toEqual([
    expect.stringMatching(
      new RegExp(`^jobs\\.json, line ${place}: record 2 \\(id 2\\): ${field} must be written as elsewhere`),
    ),
  ])
})

const breaks: [what: string, file: string, change: Edit, fault: string][] = [
  ['a missing text', 'services', ([, two]) => delete two.title.ar, 'record 2 (id 2): title.ar is missing'],
  ['an empty text', 'projects', ([one]) => (one.summary.en = ' '), 'record 1 (id 1): summary.en is empty'],
  ['a wrong kind', 'jobs', ([one]) => (one.seats = 'two'), 'record 1 (id 1): seats must be a number'],
  ['a fraction', 'jobs', ([one]) => (one.seats = 1.5), 'record 1 (id 1): seats must be a whole number'],
  ['too little', 'jobs', ([one]) => (one.seats = 0), 'record 1 (id 1): seats must be at least 1'],
  ['an unknown type', 'projects', ([one]) => (one.type = 'Game'), 'type must be one of Mobile App, Web Application'],
  ['an unknown motif', 'services', ([one]) => (one.motif = 'cat'), 'motif must be one of app, social, erp'],
  ['an unknown field', 'team', ([one]) => (one.nmae = 'x'), 'record 1: nmae is no field that is known here'],
  ['an id twice', 'jobs', ([, two]) => (two.id = 1), 'record 2 (id 1): id is the id of another record too'],
  ['a record that is none', 'reviews', (all) => (all[0] = null), 'record 1: it must be a group of fields in { }'],
  [
    'a day that does not exist',
    'projects',
    ([one]) => (one.start_date = '2024-02-30'),
    'start_date must be a date like',
  ],
  ['a date that is none', 'jobs', ([one]) => (one.closes_on = 'soon'), 'closes_on must be a date like 2026-02-08'],
  [
    'a picture that climbs',
    'services',
    ([one]) => (one.images = ['../../package.json']),
    'images.0 must be the path of',
  ],
  ['no picture', 'services', ([one]) => (one.images = ['notes.txt']), 'images.0 must be a picture: .svg, .png'],
  [
    'no picture in one language',
    'projects',
    ([one]) => (one.icon_image = { en: 'x.svg', ar: '' }),
    'icon_image.ar is empty',
  ],
  ['a picture that is not there', 'projects', ([one]) => (one.icon_image = 'x.svg'), 'images/x.svg'],
  ['unequal lists', 'jobs', ([one]) => one.requirements.ar.pop(), 'requirements must be as many in Arabic'],
  [
    'pay that shrinks',
    'jobs',
    ([one]) => (one.salary.maximum = 1),
    'record 1 (id 1): salary.maximum must be at least the minimum',
  ],
  [
    'pay for an unknown time',
    'jobs',
    ([one]) => (one.salary.period = 'MOON'),
    'salary.period must be one of HOUR, DAY',
  ],
  [
    'pay in no currency',
    'jobs',
    ([one]) => (one.salary.currency = 'pounds'),
    'salary.currency must be a currency code',
  ],
  ['pay shown or not', 'jobs', ([one]) => delete one.salary.shown, 'record 1 (id 1): salary.shown is missing'],
  ['no workplace', 'jobs', ([one]) => delete one.workplace, 'record 1 (id 1): workplace'],
  ['an unknown workplace', 'jobs', ([one]) => (one.workplace = 'sea'), 'workplace must be one of on_site, hybrid'],
  ['an office in no city', 'jobs', ([one]) => delete one.city, 'city is missing, and the job is not remote'],
  ['an office in no region', 'jobs', ([one]) => delete one.region, 'region is missing, and the job is not remote'],
  [
    'a remote job in a street',
    'jobs',
    (jobs) => (jobs[3].street = jobs[0].street),
    'record 4 (id 4): street must be left out of a remote job',
  ],
  ['no number', 'jobs', ([one]) => delete one.requisition, 'record 1 (id 1): requisition is missing'],
  [
    'a number with a space',
    'jobs',
    ([one]) => (one.requisition = 'J 1'),
    'requisition must be 1 to 32 capital letters',
  ],
  ['a number twice', 'jobs', ([, two]) => (two.requisition = 'J-1001'), 'requisition is the number of another job too'],
  ['a team without a name', 'jobs', ([one]) => (one.team.en = '؟'), 'team must have a letter or a digit in English'],
  ['an unknown degree', 'jobs', ([one]) => (one.education = 'doctor'), 'education must be one of none, high_school'],
  [
    'an unknown level',
    'jobs',
    ([one]) => (one.experience.level = 'wise'),
    'experience.level must be one of internship',
  ],
  ['too many months', 'jobs', ([one]) => (one.experience.months = 601), 'experience.months must be at most 600'],
  ['unequal benefits', 'jobs', ([one]) => one.benefits.ar.pop(), 'benefits must be as many in Arabic'],
  ['a contact that is none', 'jobs', ([one]) => (one.contact_email = 'x'), 'contact_email must be a mail address'],
  ['a phone that is none', 'contact-info', (info) => (info.phone = 'abc'), 'phone must be a phone number'],
  [
    'a chat number with signs',
    'contact-info',
    (info) => (info.chat_phone = '+20 100'),
    'chat_phone must be digits only',
  ],
  ['a mail address that is none', 'contact-info', (info) => (info.email = 'nuqta'), 'email must be a mail address'],
  [
    'an address that runs',
    'contact-info',
    (info) => (info.map_url = 'javascript:1'),
    'map_url must be an address that',
  ],
  [
    'an address that a browser reads as every host',
    'contact-info',
    (info) => (info.map_url = 'https://*'),
    'map_url must be an address that',
  ],
  [
    'an address that a browser reads as many hosts',
    'contact-info',
    (info) => (info.map_url = 'https://*.example/map'),
    'map_url must be an address that',
  ],
  [
    'hours that are none',
    'contact-info',
    (info) => (info.opening_hours[0].opens = '25:00'),
    'opening_hours.0.opens is not',
  ],
  ['no name in Arabic', 'company', (company) => delete company.name.ar, 'name.ar is missing'],
  [
    'references that begin with a digit',
    'company',
    (company) => (company.reference_prefix = '1A'),
    'reference_prefix must be 2 to 6 capital letters',
  ],
  [
    'more than a hundred of a hundred',
    'company',
    (company) => (company.counters.about.members = 101),
    'counters.about.members must be at most 100',
  ],
  [
    'an answer within no day at all',
    'company',
    (company) => (company.promises.contact_message = 0),
    'promises.contact_message must be at least 1',
  ],
  [
    'a time that is none',
    'company',
    (company) => (company.countdown.opens_at = '25:00'),
    'countdown.opens_at must be a time like 17:00',
  ],
  ['a phone of letters', 'contact-info', (info) => (info.phone = 'abc'), 'phone must be a phone number'],
  ['a price below nothing', 'prices', ([one]) => (one.dollars_a_month = -1), 'dollars_a_month must be at least 0'],
  ['a list longer in English', 'prices', ([one]) => one.features.en.push('x'), 'features must be as many in Arabic'],
  ['an answer in one language', 'questions', ([one]) => delete one.answer.ar, 'record 1: answer.ar is missing'],
  ['a name in no language', 'testimonials', ([one]) => (one.name = 'x'), 'name must be a group of fields in { }'],
  ['a text without its file', 'notes', ([one]) => (one.body.en = 'notes/gone.en.md'), 'names a text that is not there'],
  [
    'a picture from elsewhere in a text',
    'notes',
    ([one]) => (one.body.en = '![x](https://a.example/x.png)'),
    'shows a picture that is not in the library',
  ],
  ['a note of no day', 'notes', ([one]) => (one.published_on = '2024-02-30'), 'published_on must be a date like'],
  [
    'a note of a taken address',
    'notes',
    ([one, two]) => (two.slug = one.slug),
    'slug is the word of another record too',
  ],
  ['an address that climbs', 'case-studies', ([one]) => (one.slug = '../x'), 'slug must be small letters and digits'],
  ['a study of no type', 'case-studies', ([one]) => (one.type = 'Game'), 'type must be one of Mobile App'],
]

describe('a fault is reported once, with its line', () => {
  test.each(breaks)('%s', async (_what, file, change, fault) => {
    edit(file, change)
    const found = await faults()
    expect(found).toHaveLength(1)
    expect(found[0]).toMatch(new RegExp(`^${file}\\.json, line \\d+: `))
    expect(found[0]).toContain(fault)
    expect(found[0]).not.toMatch(/expected|received|undefined|position|Invalid/)
  })

  test('the line is that of the value, or of what should hold it', async () => {
    edit('services', ([one, two]) => {
      one.motif = 'a motif nobody has drawn'
      delete two.summary.en
    })
    expect(await faults()).toEqual([
      expect.stringContaining(`line ${lineOf('services', 'a motif nobody has drawn')}: `),
      expect.stringContaining(`line ${summaryOfTheSecond()}: `),
    ])
  })

  function summaryOfTheSecond() {
    const lines = readFileSync(path.join(content, 'services.json'), 'utf8').split('\n')
    const summaries = lines.map((line, index) => (line.includes('"summary"') ? index + 1 : 0)).filter(Boolean)
    return summaries[1]
  }
})

test.each(['hr&jobs@example.com', 'user@xn--mgbh0fb.xn--wgbh1c', 'info@مثال.مصر'])(
  'an address that the forms take, such as %s, is no fault',
  async (address) => {
    edit('contact-info', (info) => (info.email = address))
    edit('jobs', ([one]) => (one.contact_email = address))
    await expect(readContent(content)).resolves.toMatchObject({ files: { 'contact-info': { email: address } } })
  },
)

test('all faults of all files are reported together', async () => {
  edit('services', ([one]) => (one.images = ['gone.svg']))
  edit('projects', ([one]) => delete one.title)
  edit('team', (all) => all.push({}))
  unlinkSync(path.join(content, 'reviews.json'))
  writeFileSync(path.join(content, 'categories.json'), '{"id": 1}')
  const found = await faults()
  expect(found.map((fault) => fault.split(/[,:]/)[0])).toEqual([
    'services.json',
    'categories.json',
    'projects.json',
    'reviews.json',
    'team.json',
    'team.json',
  ])
  expect(found[1]).toContain('the file must be a list in [ ]')
  expect(found[3]).toContain(`there is no file ${content}`)
})

test('a folder that is not there is one fault, not one for each of its files', async () => {
  content = path.join(folder, 'none')
  expect(await faults()).toEqual([`there is no folder ${content}`])
})

test('text that is no JSON is named by its line', async () => {
  writeFileSync(path.join(content, 'team.json'), '[\n  {\n    "name": }\n]\n')
  const [fault] = await faults()
  expect(fault).toMatch(/^team\.json, line 3: the file is no JSON from here on/)
  expect(fault).not.toContain('position')
  writeFileSync(path.join(content, 'team.json'), '[\n  {\n')
  expect((await faults())[0]).toMatch(/^team\.json, line 3: /)
})

test('a repeated field is reported once, with the line of the second', async () => {
  const file = path.join(content, 'services.json')
  const twice = (text: string, before: string) =>
    text.replace(before, `${before}\n`.replace(/\S.*/, '"title": { "en": "X", "ar": "س" },') + before)
  writeFileSync(file, twice(readFileSync(file, 'utf8'), '    "title":'))
  expect(await faults()).toEqual([
    `services.json, line ${lineOf('services', '"title": { "en": "X"') + 1}: title stands twice in one group`,
  ])
})

test('a mark that an editor has put before the text does no harm', async () => {
  const file = path.join(content, 'team.json')
  writeFileSync(file, `\ufeff${readFileSync(file, 'utf8')}`)
  expect(await faults()).toEqual([])
})

test('a picture that is a link out of the folder is none', async () => {
  unlinkSync(path.join(content, 'images'))
  cpSync(path.join(own, 'images'), path.join(content, 'images'), { recursive: true })
  symlinkSync(path.join(own, 'services.json'), path.join(content, 'images', 'link.svg'))
  edit('services', ([one]) => (one.images = ['link.svg']))
  expect(await faults()).toEqual([expect.stringContaining('names a picture that is not there: images/link.svg')])
})
