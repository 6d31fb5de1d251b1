import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [reactRouter()],
  server: { hmr: { port: Number(process.env.HMR_PORT ?? 24678) } },
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  environments: {
    ssr: {
      // Taken into the bundle for the few parts that are used: whole, they would stay in memory as long as the server runs.
      resolve: { noExternal: ['lucide-react', 'kysely'] },
      build: {
        rollupOptions: {
          // One module graph: the pages and the server share React Router's context tokens.
          input: './server/app.ts',
        },
      },
    },
  },
})
