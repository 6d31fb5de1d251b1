import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import {
  isLiteralElement,
  isPluralElement,
  isPoundElement,
  isSelectElement,
  isTagElement,
  type MessageFormatElement,
  parse,
} from '@formatjs/icu-messageformat-parser'
import { describe, expect, test } from 'vitest'
import { PAGE_NAMES, typeOfPage } from '#contract/pages.ts'
import * as arabicDesk from '#texts/desk/ar/index.ts'
import arabicProblems from '#texts/desk/ar/problems.json' with { type: 'json' }
import * as englishDesk from '#texts/desk/en/index.ts'
import englishProblems from '#texts/desk/en/problems.json' with { type: 'json' }
import type { Language } from '#texts/languages.ts'
import { starterPage, starterTexts } from './support/starter-company.ts'

const FOLDER = path.resolve(import.meta.dirname, '../texts')
const PLURAL_FORMS = { en: ['one', 'other'], ar: ['zero', 'one', 'two', 'few', 'many', 'other'] } as const

/** Names and addresses that are the same in both languages. */
const ALIKE = /^(?:NQ-.*|npm .*|\S+@\S+|\S*\.example\S*|[A-Z][\w.+/ -]{1,23})$/

/** Places that the page itself fills in, and addresses of links. */
const WITHOUT_LANGUAGE = /\{\{[\w-]+\}\}|(?<=\])\(\/[\w-]+\)/g

const english = everyTextOf(siteTexts('en'), englishDesk, englishProblems)
const arabic = everyTextOf(siteTexts('ar'), arabicDesk, arabicProblems)
const names = Object.keys(english)

function spoken(key: string, value: unknown) {
  if (key === 'in_force_since') return undefined
  return typeof value === 'string' ? value.replace(WITHOUT_LANGUAGE, '') : value
}

/** With the words of the pages, which are content. */
function siteTexts(language: Language) {
  const pages = PAGE_NAMES.map((page) => {
    const words = JSON.stringify(starterPage(page, language))
    return [typeOfPage(page), JSON.parse(words, spoken)]
  })
  return { ...starterTexts(language), ...Object.fromEntries(pages) }
}

/** WCAG 1.3.3: instructions that need sight. */
const PLACES_SHAPES_AND_COLOURS = {
  en: /\b(on|to|at) the (left|right|top|bottom)\b|\b(left|right)-hand\b|\b(red|green|blue|orange|black|round|square|big|small) (button|link|icon|arrow|box|field)\b/i,
  ar: /(على|إلى|في|من) (ال)?(يمين|يسار|أيمن|أيسر)|(الزر|الرابط|الأيقونة|السهم|المربع|الحقل) ال(أحمر|أخضر|أزرق|برتقالي|أسود|مستدير|كبير|صغير|أيمن|أيسر)/,
}

test.each(['en', 'ar'] as const)('no sentence names a place, shape or colour to look for (%s)', (language) => {
  const sentences = [...leavesOf(siteTexts(language))]
  expect(sentences.filter(([, text]) => PLACES_SHAPES_AND_COLOURS[language].test(text))).toEqual([])
})

/** Prefixes of keys completed by a word in the sources, such as a condition's name. */
const PUT_BEFORE = /^(?:home|about|promise|condition)_/
/** Groups read as a whole, by a word of the content, or by a composed key. */
const SHOWN_WHOLE =
  /^(?:page-[\w-]+|project-types|data-copy values|desk\/content choices|desk\/field-errors (?:picture|logo|wordmark|mark|password)[A-Z]\w+$)(?!\w)/

test('every key is a word that the sources know', () => {
  const written = new Set(sourceTexts().flatMap((source) => [...new Set(source.match(/[\w.-]+/g))]))
  const words = new Set([...written].flatMap((word) => [word, ...word.split('.'), ...word.split(/\W/)]))
  const isKnown = (key: string) =>
    [key, key.replaceAll('-', '.'), key.replace('-', '.'), key.replace(PUT_BEFORE, '')].some((word) => words.has(word))
  const unknown = names.flatMap((name) =>
    [...leavesOf(english[name]).keys()]
      .filter((path) => !SHOWN_WHOLE.test(`${name} ${path}`))
      .filter((path) => !path.split('.').every((key) => /^\d+$/.test(key) || isKnown(key)))
      .map((path) => `${name} ${path}`),
  )
  expect(unknown).toEqual([])
})

describe.each(names)('the texts of %s', (name) => {
  const en = leavesOf(english[name])
  const ar = leavesOf(arabic[name])

  test('have the same keys in both languages, lists of the same length', () => {
    expect([...ar.keys()]).toEqual(expect.arrayContaining([...en.keys()]))
    expect([...en.keys()]).toEqual(expect.arrayContaining([...ar.keys()]))
  })

  test('are never empty', () => {
    expect(emptyOnes(en)).toEqual([])
    expect(emptyOnes(ar)).toEqual([])
  })

  test('take the same values in both languages', () => {
    const differing = [...en].filter(([key, text]) => valuesIn(text).join() !== valuesIn(ar.get(key) ?? '').join())
    expect(differing.map(([key]) => key)).toEqual([])
  })

  test('have every plural form of their language', () => {
    expect(incompletePlurals(en, PLURAL_FORMS.en)).toEqual([])
    expect(incompletePlurals(ar, PLURAL_FORMS.ar)).toEqual([])
  })

  test('count two in the dual, which is neither one nor a few', () => {
    const withoutDual = [...ar].filter(([, text]) =>
      messageParts(text).some(({ messages: { one, two, few } }) => two !== undefined && (two === one || two === few)),
    )
    expect(withoutDual.map(([key]) => key)).toEqual([])
  })

  test('are Arabic where they should be', () => {
    const latin = [...ar].filter(([, text]) => hasWords(text) && !/\p{Script=Arabic}/u.test(text) && !ALIKE.test(text))
    expect(latin.map(([key, text]) => `${key}: ${text}`)).toEqual([])
  })

  test('count in Arabic digits in Arabic, except in what is typed', () => {
    const latin = [...ar].filter(([, text]) => /[0-9]/.test(withoutTyped(text)))
    expect(latin.map(([key, text]) => `${key}: ${text}`)).toEqual([])
  })

  test('show numbers in the digits of their language', () => {
    const plain = [...ar].filter(([, text]) => COUNTED.test(text))
    expect(plain.map(([key, text]) => `${key}: ${text}`)).toEqual([])
  })

  test('isolate in Arabic what is read from left to right', () => {
    const mixed = [...ar].filter(([, text]) => LEFT_TO_RIGHT.test(withoutIsolated(text)))
    expect(mixed.map(([key, text]) => `${key}: ${text}`)).toEqual([])
  })
})

/** Words that the glossary rules out except before certain others; tests/glossary.test.ts has the rest. */
const REPLACED_WORDS = {
  en: /\be-mails?\b|(?<!\{)\bmail(s|ed)?\b(?! server| program|\.example)/i,
  ar: /طلب(ات)? تدريب(?! عملي)/,
}

test.each(['en', 'ar'] as const)('one word is said for one thing (%s)', (language) => {
  const sentences = Object.entries(language === 'en' ? english : arabic).flatMap(([name, texts]) =>
    [...leavesOf(texts)].map(([key, text]) => `${name}.${key}: ${withoutVowels(text)}`),
  )
  expect(sentences.filter((sentence) => REPLACED_WORDS[language].test(sentence.replace(/^\S+ /, '')))).toEqual([])
})

test.each([
  ['en', englishDesk],
  ['ar', arabicDesk],
] as const)('a thing that desk and site both name has one name (%s)', (language, desk) => {
  const { mail, jobs, 'career-apply': job } = starterTexts(language)
  expect(mail.webhooks.stages).toEqual(desk.submissions.stages)
  for (const named of [jobs.employment, jobs.workplaces, job.levels, job.education])
    expect(desk.content.choices).toMatchObject(named)
  for (const [condition, sentence] of Object.entries(mail.conditions.sentences))
    expect(desk.today).toHaveProperty(`condition_${condition}`, sentence)
})

/** Imperatives addressed to a man, of verbs that forms and screens use. A passive has a damma: أُرسل. */
const ORDERS =
  /(?<![\u0621-\u064a\u064f])[وف]?(?:راسلنا|أخبرنا|(?:اذكر|اكتب|اختر|أعد|افتح|اضغط|ابحث|انتظر|أدخل|أكد|أكمل|احفظ|أرسل|أرفق|اترك|أفلت|أفرغ|ألغ|انسخ|اضبط|أوقف|انقر|اسحب|الصق|ارفع|احذف|أزل|استخدم|أضف|احذر|اقرأ|أغلق|امسح|أخبر|اعرض|ادخل|أنشئ|انتقل|اختصر|اطلب|تأكد|تفضل|حاول|راجع)(?:ه|ها|هم|ني)?)(?![\u0621-\u064a\u064f])/
/** Verbs that are other words, too, unless a sentence begins with them. */
const ORDERS_AT_FIRST =
  /(?:^|[.:؛،…] |أو |ثم )[وف]?(?:قدّم|حدّد|بدّل|حرّك|قلّل|صحّح|سجّل|خفّف|حمّل|جرّب|شغّل|تصفّح|تعرّف)(?:ه|ها)?(?![\u0621-\u064a\u064f])/

const holdsOrder = (text: string) =>
  ORDERS.test(text.replace(/[\u064b-\u064e\u0650-\u0652]/g, '')) || ORDERS_AT_FIRST.test(text)

/** Files that address candidates, senders and colleagues. */
const PERSONAL = [
  'api',
  'application',
  'career-apply',
  'failure',
  'form-errors',
  'forms',
  'internship',
  'job-alerts',
  'jobs',
  'mail',
  'page-internship',
  'page-jobs',
  'sign-in',
  'sign-up',
  'states',
]

test('forms, mails and the desk address men and women alike', () => {
  const files = Object.keys(arabic).filter((name) => name.startsWith('desk/') || PERSONAL.includes(name))
  expect(files).toEqual(expect.arrayContaining([...PERSONAL, 'desk/field-errors', 'desk/problems']))
  const orders = files.flatMap((name) =>
    [...leavesOf(arabic[name])].filter(([, text]) => holdsOrder(text)).map(([key, text]) => `${name} ${key}: ${text}`),
  )
  expect(orders).toEqual([])
})

test.each(['اكتب اسمك', 'فاختره من جديد', 'انتظر لحظة ثم أعِد المحاولة', 'قلّل حجمه', 'أو صحّحها', 'راسلنا'])(
  '“%s” is an order to a man',
  (text) => expect(holdsOrder(text)).toBe(true),
)

test.each(['أُرسل الطلب', 'أُعِدّ لحسابك مفتاح', 'أرسلنا ردّنا', 'ما أرسلته', 'إعادة المحاولة', 'استُخدم رمز'])(
  '“%s” is no order',
  (text) => expect(holdsOrder(text)).toBe(false),
)

// نقطة is a common noun: وصل طلبك إلى نقطة would say that it reached a dot.
test('Arabic mails put the name of the company in quotation marks', () => {
  const bare = [...leavesOf(arabic.mail)].filter(([, text]) => /(?<!«)\{company\}|\{company\}(?!»)/.test(text))
  expect(bare).toEqual([])
})

/** Two words each, which only the shadda tells apart. */
const TOLD_APART_BY_SHADDA = ['غير', 'موقع', 'سجل', 'حل', 'يحمل', 'تحمل', 'نص', 'تعد', 'تتبع']

test('an Arabic word has its shadda everywhere or nowhere', () => {
  const spellings = new Map<string, Set<boolean>>()
  const words = Object.values(arabic).flatMap((texts) =>
    [...leavesOf(texts).values()].flatMap((text) => text.match(/[\u0621-\u0652]+/g) ?? []),
  )
  for (const word of words) {
    const letters = withoutVowels(word)
    spellings.set(letters, (spellings.get(letters) ?? new Set()).add(word.includes('\u0651')))
  }
  const both = [...spellings].filter(([, found]) => found.size > 1).map(([letters]) => letters)
  expect(both.filter((letters) => !TOLD_APART_BY_SHADDA.includes(letters))).toEqual([])
})

/** Short vowels and doubled letters are optional. */
const withoutVowels = (text: string) => text.replace(/[\u064b-\u0652]/g, '')

/** A number word before something that editors add and remove, with at most one word between. */
const FIXED_COUNTS = {
  en: /\b(two|three|four|five|six|seven|eight|nine|ten)( \S+)? (services|practices|projects|categories|kinds|jobs|positions|plans|studies|notes|questions|reviews|clients)\b/i,
  ar: /(ثلاث|أربع|خمس|ست|سبع|ثماني|تسع|عشر)ة? (من )?(خدمات|تخصصات|مشاريع|تصنيفات|أنواع|وظائف|باقات|دراسات|مقالات|أسئلة|آراء|عملاء)/,
}

test.each(['en', 'ar'] as const)('no sentence of the site fixes how many records there are (%s)', (language) => {
  const sentences = [...Object.entries(siteTexts(language))].flatMap(([name, texts]) =>
    [...leavesOf(texts)].map(([key, text]) => `${name}.${key}: ${withoutPlurals(text)}`),
  )
  expect(sentences.filter((sentence) => FIXED_COUNTS[language].test(sentence))).toEqual([])
})

/** Counted texts may use any number word. */
const withoutPlurals = (text: string) => (text.includes(', plural,') ? '' : text)

// Of two texts with one key the last would silently win.
test('no file of texts has a key twice', () => {
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json'))
  expect(files.length).toBeGreaterThan(0)
  const repeated = files.flatMap((file) => {
    const written = readFileSync(path.join(FOLDER, file), 'utf8')
    const said = countsOf(keysIn(JSON.stringify(JSON.parse(written))))
    return [...countsOf(keysIn(written))].flatMap(([key, count]) =>
      count === said.get(key) ? [] : [`${file}: ${key}`],
    )
  })
  expect(repeated).toEqual([])
})

const keysIn = (json: string) =>
  [...json.matchAll(/("(?:[^"\\]|\\.)*")(\s*:)?/g)].flatMap(([, text = '', colon]) => (colon ? [text] : []))

function countsOf(keys: string[]) {
  const counts = new Map<string, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

/** Numeric values without a format: they would show Latin digits. */
const COUNTED = /\{(number|total|count|megabytes|seconds|minutes|months|weeks|page|pages|percent|shown)\}/

/** Latin words with punctuation, and values such as addresses and file names: their punctuation would change sides. */
const LEFT_TO_RIGHT =
  /[A-Za-z0-9]+ ?[^\s\p{L}\p{N}<>{}،؛؟.)»]+ ?[A-Za-z0-9]|\{(reference|email|url|folder|file|machine|user|id|label|query|typed)\}/u

/** Typed names, which may end in a bracket. The activity isolates its values itself. */
const NAMES = /\{(name|names|job|question|person)\}/

test('the desk isolates in Arabic the names that people typed', () => {
  const screens = Object.entries(arabic).filter(([name]) => name.startsWith('desk/') && name !== 'desk/activity')
  const bare = screens.flatMap(([name, texts]) =>
    [...leavesOf(texts)].filter(([, text]) => NAMES.test(withoutIsolated(text))).map(([key]) => `${name} ${key}`),
  )
  expect(bare).toEqual([])
})

/** Without isolated or tagged text, and without words of the message format. */
const withoutIsolated = (text: string) =>
  text
    .replace(/\{\w+, (plural|select|number),?|=\d+ \{/g, '{')
    .replace(/[\u2066\u2068][^\u2066-\u2069]*\u2069/g, '')
    .replace(/<(\w+)>[^<]*<\/\1>/g, '')

/** Verbatim text is isolated to keep its direction; a plural's cases are no text. */
function withoutTyped(text: string) {
  return text.replace(/\u2066[^\u2069]*\u2069/g, '').replace(/=\d+ \{/g, '{')
}

function everyTextOf(site: object, desk: object, problems: object): Record<string, unknown> {
  const ofDesk = Object.entries({ ...desk, problems }).map(([name, texts]) => [`desk/${name}`, texts])
  return { ...site, ...Object.fromEntries(ofDesk) }
}

function leavesOf(value: unknown, key = ''): Map<string, string> {
  if (typeof value === 'string') return new Map([[key, value]])
  if (typeof value !== 'object' || value === null) return new Map([[key, String(value)]])
  return new Map(Object.entries(value).flatMap(([name, inner]) => [...leavesOf(inner, key ? `${key}.${name}` : name)]))
}

/** Whether text is left without its values. */
function hasWords(text: string) {
  return /\p{L}/u.test(text.replace(/\{[^{}]*\}|<\/?\w+>/g, ''))
}

function emptyOnes(texts: Map<string, string>) {
  return [...texts].filter(([, text]) => text.trim() === '').map(([key]) => key)
}

/** Names of a text's values and tags. */
const valuesIn = (text: string) => [...new Set(messageParts(text).map(({ value }) => value))].sort()

function incompletePlurals(texts: Map<string, string>, forms: readonly string[]) {
  return [...texts]
    .filter(([, text]) => messageParts(text).some((part) => part.isPlural && !isComplete(part, forms)))
    .map(([key]) => key)
}

/** `=0 {…} other {…}` asks whether, not how many, so it needs no plural forms. */
function isComplete({ messages }: MessagePart, forms: readonly string[]) {
  const branches = Object.keys(messages)
  const asksWhether = branches.every((branch) => branch.startsWith('=') || branch === 'other') && branches.length > 1
  return asksWhether || forms.every((form) => branches.includes(form))
}

interface MessagePart {
  value: string
  isPlural: boolean
  messages: Record<string, string>
}

/** Every value, plural, select and tag of a message, also inside branches. */
const messageParts = (text: string): MessagePart[] => partsOf(parse(text))

function partsOf(elements: MessageFormatElement[]): MessagePart[] {
  return elements.flatMap((element) => {
    if (isLiteralElement(element) || isPoundElement(element)) return []
    if (isTagElement(element))
      return [{ value: `<${element.value}>`, isPlural: false, messages: {} }, ...partsOf(element.children)]
    if (!isPluralElement(element) && !isSelectElement(element))
      return [{ value: element.value, isPlural: false, messages: {} }]
    const branches = Object.entries(element.options).map(([name, { value }]) => [name, value] as const)
    const messages = Object.fromEntries(branches.map(([name, message]) => [name, JSON.stringify(message)]))
    const part = { value: element.value, isPlural: isPluralElement(element), messages }
    return [part, ...branches.flatMap(([, message]) => partsOf(message))]
  })
}

/** Production sources without the texts. */
function sourceTexts() {
  const root = path.dirname(FOLDER)
  return ['contract', 'settings', 'domain', 'api', 'site', 'desk', 'server', 'cli', 'texts'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
      .map((file) => readFileSync(path.join(root, folder, file), 'utf8')),
  )
}
