import { defineConfig } from 'vite'

/** The commands, built apart from the site: the desk answers at once because it loads nothing of the pages or the server. */
export default defineConfig({
  build: {
    ssr: 'cli/main.ts',
    outDir: `${process.env.BUILD_DIRECTORY ?? 'build'}/cli`,
    target: 'node20',
    rolldownOptions: { output: { entryFileNames: 'main.js' } },
  },
  // Taken into the bundle for the few parts that are used: reading their many files takes longer than any command.
  ssr: { noExternal: ['kysely', 'zod'] },
})
