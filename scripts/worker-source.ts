import path from 'node:path'
import { build, type Plugin } from 'vite'

const QUERY = '?worker-source'

/**
 * `import source from './worker.ts?worker-source'`: a module and what it imports of this project as the text of one program, to be
 * run by `node -`. So it starts alike in development, in tests and from the built server.
 */
export function workerSource(): Plugin {
  return {
    name: 'worker-source',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith(QUERY)) return
      const entry = id.slice(0, -QUERY.length)
      const { source, modules } = await bundle(entry)
      for (const module of modules) this.addWatchFile(module)
      return `export default ${JSON.stringify(source)}`
    },
  }
}

async function bundle(entry: string) {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: entry,
      write: false,
      target: 'node20',
      minify: false,
      rollupOptions: { output: { format: 'es', codeSplitting: false } },
    },
  })
  const [output] = [built].flat()
  if (!output || !('output' in output)) throw new Error(`${path.basename(entry)} was not built`)
  const [chunk, ...others] = output.output
  if (others.length > 0) throw new Error(`${path.basename(entry)} was built into more than one file`)
  return { source: chunk.code, modules: chunk.moduleIds }
}
