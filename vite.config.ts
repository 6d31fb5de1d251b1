import { createHash } from 'node:crypto'
import path from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { asciiServer, inlineScript, nameBrokenJson, serverSentences, workerSource } from './scripts/vite-plugins.ts'

const SCHEMAS = /\/node_modules\/zod\/|\/contract\/(shapes|entities|forms|job-questions)\b/
// The marker is on every page: it tells whether a form waits to be sent.
const FORM_PARTS = /\/site\/(components\/form|submissions\/(?!waiting-marker\b))/
const PARTS = (file: string) =>
  /\/(site|contract)\/|\/texts\/(spelling|formats|dates-and-numbers)\b/.test(file) &&
  !FORM_PARTS.test(file) &&
  !SCHEMAS.test(file)

export default defineConfig(({ command }) => ({
  plugins: [reactRouter(), serverSentences(), asciiServer(), workerSource(), inlineScript(), nameBrokenJson()],
  server: { hmr: { port: Number(process.env.HMR_PORT ?? 24678) } },
  // Pages have compiled sentences (texts/compiled.ts), so the browser needs no parser.
  resolve: { alias: [{ find: /^use-intl\/format-message$/, replacement: path.resolve('texts/format-message.ts') }] },
  // Pages inline their styles, so every class name counts twice; development keeps the long names.
  css: command === 'build' ? { modules: { generateScopedName: shortClassName } } : {},
  // Bundled before the first page: found while it loads, they would make it fail and load again.
  optimizeDeps: {
    include: [
      'embla-carousel-autoplay',
      'embla-carousel-react',
      'icu-minify/compile',
      'idb-keyval',
      'lucide-react',
      'use-intl',
      'use-intl > @formatjs/fast-memoize',
      'zod/mini',
    ],
  },
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  environments: {
    client: {
      build: {
        rollupOptions: {
          output: {
            codeSplitting: {
              groups: [
                // These change only with their packages, and compress better as one file.
                {
                  name: 'packages',
                  test: /node_modules\/(react|react-dom|scheduler|react-router|use-intl|@formatjs|lucide-react\/dist\/esm\/(shared|Icon|createLucideIcon|context))\b/,
                  priority: 4,
                },
                // Small parts of many pages: one request instead of a dozen.
                { name: 'parts', test: PARTS, minShareCount: 6, priority: 3 },
                // A page without a form carries neither of these.
                { name: 'forms', test: FORM_PARTS, minShareCount: 2, priority: 1 },
                { name: 'schemas', test: SCHEMAS, priority: 2 },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // Bundled for the few parts in use: whole, they would stay in the server's memory.
      resolve: { noExternal: ['lucide-react', 'kysely', 'use-intl', 'zod'] },
      build: {
        rollupOptions: {
          // One module graph: the pages and the server share React Router's context tokens.
          input: './server/start.ts',
        },
      },
    },
  },
}))

const CLASS_NAME_LENGTH = 5
const sourceOfClassName = new Map<string, string>()

/** The same for the server and the browser, whichever is built first. */
function shortClassName(name: string, file: string) {
  const source = `${path.relative(import.meta.dirname, file)} ${name}`
  const letters = createHash('sha256')
    .update(source)
    .digest('base64url')
    .replace(/^[^a-z]+/i, '')
  const short = letters.slice(0, CLASS_NAME_LENGTH)
  const other = sourceOfClassName.get(short) ?? source
  if (other !== source) throw new Error(`${source} and ${other} have the same short name: rename one of them`)
  sourceOfClassName.set(short, source)
  return short
}
