import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { RECORD_PAGES } from '#contract/page-addresses.ts'

/** The folders that each top-level folder may import. */
const mayImport: Record<string, string[]> = {
  texts: [],
  settings: ['contract', 'texts'],
  contract: ['texts'],
  // The starter content stands in for records that a database lacks.
  domain: ['content', 'contract', 'texts'],
  api: ['domain', 'contract', 'texts'],
  site: ['contract', 'texts'],
  // The desk's application shares the site's marks and tokens only.
  desk: ['domain', 'contract', 'texts', 'site/brand', 'site/styles'],
  cli: ['domain', 'contract', 'texts', 'settings'],
  server: ['api', 'desk', 'site', 'domain', 'contract', 'texts', 'settings'],
}

/** Layers of domain/ from the ground up: a folder imports only layers before it. */
const DOMAIN_LAYERS = [
  ['platform'],
  ['content', 'people'],
  ['submissions'],
  ['hiring'],
  ['candidates'],
  ['notifications'],
  ['operations'],
]

/** Folder names that say nothing. */
const NAMES_THAT_SAY_NOTHING = ['utils', 'util', 'helpers', 'lib', 'common', 'misc', 'shared']

/** Parts of tests/support that unit tests must not import. */
const NEEDED_BY_OTHER_TIERS = [
  'databases',
  'api',
  'postgres',
  'replicated-postgres',
  'start-site',
  'site',
  'desk',
  'content-folder',
]

const folders = Object.keys(mayImport)

describe.each(folders)('%s', (folder) => {
  const allowed = mayImport[folder] as string[]

  test(`imports ${allowed.length > 0 ? allowed.join(', ') : 'nothing of the others'}`, () => {
    const strays = sourcesIn(folder).flatMap((file) =>
      importsOf(file)
        .map((specifier) => ({ specifier, target: folderOf(file, specifier) }))
        .filter(({ target }) => target && target !== folder && !allowed.includes(target))
        .filter(({ specifier }) => !allowed.some((part) => specifier.startsWith(`#${part}/`)))
        .map(({ specifier }) => `${file} imports ${specifier}`),
    )
    expect(strays).toEqual([])
  })

  test('reaches other folders by their names, not by climbing', () => {
    const climbs = sourcesIn(folder).flatMap((file) =>
      importsOf(file)
        .filter((specifier) => specifier.startsWith('.') && folderOf(file, specifier) !== folder)
        .map((specifier) => `${file} imports ${specifier}`),
    )
    expect(climbs).toEqual([])
  })
})

describe('domain, layer by layer', () => {
  test.each(DOMAIN_LAYERS.flat())('%s', (layer) => {
    const level = DOMAIN_LAYERS.findIndex((each) => each.includes(layer))
    const below = DOMAIN_LAYERS.slice(0, level).flat()
    const allowed = [layer, ...below].map((each) => `domain/${each}/`)
    const strays = sourcesIn(`domain/${layer}`).flatMap((file) =>
      filesImportedBy(file)
        .filter((target) => target.startsWith('domain/') && !allowed.some((each) => target.startsWith(each)))
        .map((target) => `${file} imports ${target}`),
    )
    expect(strays).toEqual([])
  })

  test('every folder has its layer', () => {
    expect(readdirSync('domain').sort()).toEqual(DOMAIN_LAYERS.flat().sort())
  })
})

test.each(folders)('%s: neither folders nor the files beside them import each other in a circle', (root) => {
  const imported = new Map(sourcesIn(root).map((file) => [file, filesImportedBy(file)]))
  const circles = foldersOf([...imported.keys()]).flatMap((folder) => circlesIn(importsAmongChildren(folder, imported)))
  expect(circles).toEqual([])
})

test('no file imports itself, whichever way round, not for a type either', () => {
  const files = [...folders, 'tests', 'bench', 'scripts'].flatMap(filesIn).filter((file) => /\.[jt]sx?$/.test(file))
  const known = new Set(files)
  const imported = new Map(
    files.map((file) => [file, filesImportedBy(file).filter((target) => known.has(target))] as const),
  )
  expect(circlesIn(imported)).toEqual([])
})

test('server/ holds no SQL: pages call the API or a domain service', () => {
  const sql = /from 'kysely'|\.queries\b|\{ queries\b|selectFrom/
  expect(sourcesIn('server').filter((file) => sql.test(readFileSync(file, 'utf8')))).toEqual([])
})

test('no folder has a name that says nothing', () => {
  const folderNames = folders.flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
  const named = folderNames.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  expect(named.filter((name) => NAMES_THAT_SAY_NOTHING.includes(name))).toEqual([])
})

test('a limit is called MAX or MIN, whatever it limits', () => {
  const otherwise = /\b(?:MOST|LONGEST|LARGEST|MAXIMUM|SHORTEST|FEWEST|LEAST|SMALLEST|MINIMUM)_[A-Z]/
  expect(folders.flatMap(sourcesIn).filter((file) => otherwise.test(readFileSync(file, 'utf8')))).toEqual([])
})

test('a call tried for its error alone has its result used: the bundler drops unused calls', () => {
  const dropped = /\btry \{\s*(?:\/\/[^\n]*\s*)*(?:new [\w.]+|decodeURI\w*|JSON\.parse|BigInt|atob)\(/
  const files = folders.flatMap(sourcesIn).filter((file) => dropped.test(readFileSync(file, 'utf8')))
  expect(files).toEqual([])
})

test('one file says what a mail address is, and how a link names one', () => {
  const files = folders.flatMap(sourcesIn).filter((file) => /z\.email\(|mailto:\$\{/.test(readFileSync(file, 'utf8')))
  expect(files).toEqual(['contract/mail-address.ts'])
})

test('one file says where the page of a record is', () => {
  const pages = Object.values(RECORD_PAGES).map((page) => `${page}\${`)
  const naming = (file: string) => pages.some((page) => readFileSync(file, 'utf8').includes(page))
  expect(folders.flatMap(sourcesIn).filter(naming)).toEqual([])
})

describe('the server and the commands', () => {
  const serving = ['contract', 'settings', 'domain', 'api', 'desk/api', 'server', 'cli'].flatMap(sourcesIn)
  const using = (pattern: RegExp) => serving.filter((file) => pattern.test(readFileSync(file, 'utf8')))

  test('get SQLite from one file, which takes the driver that fits the Node that runs', () => {
    expect(using(/['"]better-sqlite3/)).toEqual(['domain/platform/database/sqlite-driver.ts'])
  })

  test('start no program but Node itself, and that with fixed arguments', () => {
    const starting = using(/node:child_process/)
    expect(starting.sort()).toEqual(['domain/platform/subprocess/subprocess.ts', 'server/nightly-backups.ts'])
    for (const file of starting) {
      const calls = [...readFileSync(file, 'utf8').matchAll(/\b(spawn|exec|execFile|fork)(?:Sync)?\(\s*([\w.]+)/g)]
      expect(calls.map(([, , program]) => program)).toEqual(['process.execPath'])
      expect(readFileSync(file, 'utf8')).not.toMatch(/shell: *true/)
    }
  })

  test('open connections only where the settings say, never where a form does', () => {
    const calling = /(?<!\.)\bfetch\(|= connect\(|nodemailer\.|import\('pg'\)|from 'node:https'/
    expect(using(calling).sort()).toEqual([
      'domain/notifications/mail/transport.ts',
      // Google's address, and that of the key file.
      'domain/notifications/search-engines/google.ts',
      // The operator's addresses, for a CDN and for errors.
      'domain/notifications/shared-caches/purge-job.ts',
      // An owner's address, never in a private network.
      'domain/notifications/webhooks/send.ts',
      'domain/platform/database/postgres.ts',
      'domain/platform/storage/s3.ts',
      'domain/submissions/cv/virus-scan.ts',
      'server/call-api.ts',
      'server/http/error-reports.ts',
      // Measures its own admission delay.
      'server/http/overload.ts',
    ])
  })

  test('put no text of others into SQL', () => {
    // `sql.raw` is unescaped: only in migrations and for constants of the same file.
    const raw = serving
      .filter((file) => !file.includes('/migrations/'))
      .flatMap((file) =>
        [...readFileSync(file, 'utf8').matchAll(/sql\.(?:raw|lit)\(([^)]*)\)/g)].map(([, text]) => text),
      )
    expect(
      raw.filter(
        (text) => !/^(\w[\w.]* \? '[<>=]+' : '[<>=]+'|'[^']*'( as const)?|rowsAtOnce|stage)$/.test(text as string),
      ),
    ).toEqual([])
    // Statements for the drivers, with constant words.
    const written = serving.flatMap((file) => [
      ...readFileSync(file, 'utf8').matchAll(/\.(?:prepare|exec|pragma|query)\(`([^`]*)`/g),
    ])
    expect(
      written.map(([, text]) => text as string).filter((text) => /\$\{(?!client\.escapeIdentifier)/.test(text)),
    ).toEqual([])
  })
})

describe('a test says by its name what it needs', () => {
  const tests = ['tests', ...folders].flatMap(filesIn).filter((file) => /\.test\.tsx?$/.test(file))
  const needs = (file: string, supports: string[]) =>
    importsOf(file).some((specifier) => supports.some((support) => specifier.endsWith(`support/${support}.ts`)))

  test('unit tests take no database, no build and no browser: *.api.test.ts and tests/api may', () => {
    const units = tests.filter((file) => !/\.api\.test\.ts$|^tests\/(api|fire|firefox|webkit)\//.test(file))
    expect(units.filter((file) => needs(file, NEEDED_BY_OTHER_TIERS))).toEqual([])
  })

  test('no test of a tier that has more stands where a unit test would do', () => {
    const others = tests.filter((file) => /\.api\.test\.ts$/.test(file))
    expect(others.filter((file) => !needs(file, NEEDED_BY_OTHER_TIERS))).toEqual([])
  })
})

test('pages and desk write dates, numbers and lists by patterns of our own', () => {
  // A waking page whose ICU words a date differently would be thrown away with everything typed into it.
  const WORDED_BY_ICU =
    /\buseFormatter\b|\bIntl\.(DateTimeFormat|NumberFormat|ListFormat|RelativeTimeFormat|DisplayNames)\(/
  const ALLOWED = [
    'desk/app/formats.ts',
    'site/components/jobs/salary.tsx',
    'site/pages/career-apply/career-apply.tsx',
    'site/submissions/date-parts.ts',
  ]
  const users = [...sourcesIn('site'), ...sourcesIn('desk/app')].filter((file) =>
    WORDED_BY_ICU.test(readFileSync(file, 'utf8')),
  )
  expect(users.sort()).toEqual(ALLOWED)
})

function sourcesIn(folder: string) {
  return filesIn(folder).filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
}

function filesIn(folder: string) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file))
}

function importsOf(file: string) {
  const found = readFileSync(file, 'utf8').matchAll(/(?:\bfrom\s+|\bimport\s*\(?\s*)['"]([^'"]+)['"]/g)
  return [...found].map(([, specifier]) => specifier as string)
}

/** Static and dynamic imports of the project's files. */
function filesImportedBy(file: string) {
  return importsOf(file).flatMap((specifier) => {
    if (specifier.startsWith('#')) return specifier.slice(1)
    return specifier.startsWith('.') ? path.join(path.dirname(file), specifier) : []
  })
}

const foldersOf = (files: string[]) => [...new Set(files.flatMap((file) => ancestorsOf(path.dirname(file))))]

const ancestorsOf = (folder: string): string[] => (folder === '.' ? [] : [folder, ...ancestorsOf(path.dirname(folder))])

/** Imports among a folder's direct children. */
function importsAmongChildren(folder: string, imported: Map<string, string[]>) {
  const childOf = (file: string) =>
    file.startsWith(`${folder}/`) ? file.split('/', folder.split('/').length + 1).join('/') : undefined
  const imports = new Map<string, string[]>()
  for (const [file, targets] of imported) {
    const child = childOf(file)
    if (!child) continue
    const others = targets.map(childOf).filter((other) => other !== undefined && other !== child) as string[]
    imports.set(child, [...new Set([...(imports.get(child) ?? []), ...others])])
  }
  return imports
}

/** Each circle once, as a path from a file or folder back to itself. */
function circlesIn(imported: Map<string, string[]>): string[] {
  const circles: string[] = []
  const finished = new Set<string>()
  const visit = (file: string, way: string[]) => {
    if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(' → '))
    if (way.includes(file) || finished.has(file)) return
    for (const target of imported.get(file) ?? []) visit(target, [...way, file])
    finished.add(file)
  }
  for (const file of imported.keys()) visit(file, [])
  return circles
}

function folderOf(file: string, specifier: string) {
  if (specifier.startsWith('#')) return specifier.slice(1).split('/')[0]
  if (!specifier.startsWith('.')) return undefined
  return path.relative('.', path.join(path.dirname(file), specifier)).split(path.sep)[0]
}
