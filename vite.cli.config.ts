import { defineConfig } from 'vite'

/** The commands, built apart from the site, so that they start without loading pages or server. */
export default defineConfig({
  build: {
    ssr: 'cli/main.ts',
    outDir: `${process.env.BUILD_DIRECTORY ?? 'build'}/cli`,
    target: 'node20',
    rolldownOptions: { output: { entryFileNames: 'main.js' } },
  },
  // Bundled for the few parts in use: reading their many files takes longer than a command.
  ssr: { noExternal: ['kysely', 'zod'] },
})
