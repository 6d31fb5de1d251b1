import { readFileSync } from 'node:fs'
import path from 'node:path'
import { defineConfig, type Plugin } from 'vite'
import { compileTexts } from './texts/compiled.ts'

const root = path.resolve(import.meta.dirname)

export default defineConfig({
  root: path.join(root, 'desk', 'app'),
  publicDir: false,
  // The site's development server keeps its own.
  cacheDir: path.join(root, 'node_modules', '.vite-desk'),
  plugins: [compiledTexts()],
  resolve: { alias: [{ find: /^use-intl\/format-message$/, replacement: path.join(root, 'texts/format-message.ts') }] },
  server: { hmr: { port: Number(process.env.DESK_HMR_PORT ?? 24679) }, fs: { allow: [root] } },
  // Bundled before the first screen: found while it loads, they would make it load again.
  optimizeDeps: { entries: ['main.tsx', 'screens/*/*.tsx'] },
  build: {
    outDir: path.resolve(root, process.env.BUILD_DIRECTORY ?? 'build', 'desk'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: {
      // `use client` in packages has no meaning here.
      onwarn: (warning, warn) => warning.code !== 'MODULE_LEVEL_DIRECTIVE' && warn(warning),
      output: {
        // Both languages' texts have the same file names.
        chunkFileNames: ({ facadeModuleId }) => `assets/${languageOf(facadeModuleId)}[name]-[hash].js`,
        codeSplitting: {
          groups: [
            { name: 'packages', test: /node_modules\/(react|react-dom|scheduler|react-router|use-intl|@formatjs)\b/ },
          ],
        },
      },
    },
  },
})

function languageOf(file: string | null) {
  const [, language] = file?.match(/\/texts\/desk\/(\w+)\//) ?? []
  return language ? `${language}-` : ''
}

function compiledTexts(): Plugin {
  const folder = path.join(root, 'texts', 'desk') + path.sep
  return {
    name: 'compiled-texts',
    enforce: 'pre',
    load(id) {
      if (!id.startsWith(folder) || !id.endsWith('.json')) return null
      const texts = compileTexts(JSON.parse(readFileSync(id, 'utf8')))
      return { code: `export default ${JSON.stringify(texts)}`, moduleType: 'js' }
    },
  }
}
