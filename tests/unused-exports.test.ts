import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ROUTES } from '#site/route-table.ts'

const FOLDERS = [
  'texts',
  'settings',
  'contract',
  'domain',
  'api',
  'site',
  'desk',
  'cli',
  'server',
  'scripts',
  'tests',
  'bench',
]

/** React Router looks for these in a page of the site, a screen of the desk, the root and the entries. */
const OF_THE_ROUTER = [
  ...['loader', 'clientLoader', 'action', 'clientAction', 'clientMiddleware', 'shouldRevalidate', 'headers', 'handle'],
  ...['Layout', 'ErrorBoundary', 'handleError', 'streamTimeout'],
]
const FOR_THE_ROUTER = [
  ...ROUTES.map(({ file }) => `site/${file}`),
  ...['site/pages/not-found.tsx', 'site/root.tsx', 'site/entry.server.tsx'],
]
const isScreen = (file: string) => file.startsWith('desk/app/screens/')

/** Taken from the build, by scripts/, and from the next release that a test makes. */
const TAKEN_FROM_A_BUILD = [
  'server/app.ts: createApp',
  'server/start.ts: start',
  'cli/main.ts: main',
  'tests/support/next-release.ts: prepareNextRelease',
  // Upper layers add to it with `declare module`.
  'domain/platform/database/tables.ts: DeclaredNames',
]

test('what a file exports is imported by another one', () => {
  const files = [...FOLDERS.flatMap(filesIn), ...readdirSync('.')].filter((file) => /(?<!\.d)\.(?:tsx?|js)$/.test(file))
  const texts = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]))
  const importers = new Map<string, string[]>()
  for (const [file, text] of texts)
    for (const target of importedBy(file, text)) importers.set(target, [...(importers.get(target) ?? []), file])

  const unused = [...texts].flatMap(([file, text]) => {
    const others = (importers.get(file) ?? []).map((each) => texts.get(each) as string)
    return exportedBy(text)
      .filter((name) => !isForTheRouter(file, name))
      .filter((name) => !others.some((other) => new RegExp(`\\b${name}\\b`).test(other)))
      .map((name) => `${file}: ${name}`)
  })
  expect(unused.filter((each) => !TAKEN_FROM_A_BUILD.includes(each))).toEqual([])
})

const isForTheRouter = (file: string, name: string) =>
  (FOR_THE_ROUTER.includes(file) || isScreen(file)) && OF_THE_ROUTER.includes(name)

const exportedBy = (text: string) => [
  ...[...text.matchAll(/^export (?:async )?(?:function\*?|const|let|class|interface|type) (\w+)/gm)].map(
    ([, name]) => name as string,
  ),
  // Texts are exported by their file's name and imported together.
  ...[...text.matchAll(/^export (?:type )?\{([^}]*)\}(?! from '[^']*\.json')/gm)].flatMap(([, names = '']) =>
    names
      .split(',')
      .map((name) => name.trim().split(/\s+/).at(-1) as string)
      .filter(Boolean),
  ),
]

function importedBy(file: string, text: string) {
  const specifiers = [...text.matchAll(/(?:\bfrom\s+|\bimport\s*\(?\s*)['"]([^'"]+)['"]/g)].map(
    ([, each]) => each as string,
  )
  return specifiers.flatMap((specifier) => {
    if (specifier.startsWith('#')) return specifier.slice(1)
    if (!specifier.startsWith('.')) return []
    const target = path.join(path.dirname(file), specifier)
    return existsSync(target) ? target : []
  })
}

function filesIn(folder: string) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file))
}
