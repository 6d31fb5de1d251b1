import path from 'node:path'
import { type BuildEnvironmentOptions, build, type Plugin } from 'vite'

/** `import text from './worker.ts?worker-source'`: a module and its own imports as one program. */
export const workerSource = () =>
  bundledText('worker-source', (entry) => ({
    ssr: entry,
    target: 'node20',
    minify: false,
    rolldownOptions: { output: { format: 'es', codeSplitting: false } },
  }))

/** `import text from './script.ts?inline-script'`: a module and all it imports as one classic script for a page. */
export const inlineScript = () =>
  bundledText('inline-script', (entry) => ({
    // Older browsers than the application's run it: theme and language are for all visitors.
    target: 'es2017',
    modulePreload: false,
    rolldownOptions: { input: entry, output: { format: 'iife' } },
  }))

function bundledText(name: string, optionsFor: (entry: string) => BuildEnvironmentOptions): Plugin {
  return {
    name,
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith(`?${name}`)) return
      const entry = id.slice(0, -name.length - 1)
      const built = await build({
        configFile: false,
        logLevel: 'error',
        build: { ...optionsFor(entry), write: false },
      })
      const [output] = [built].flat()
      if (!output || !('output' in output) || output.output.length > 1)
        throw new Error(`${path.basename(entry)} was not built into one file`)
      const [{ code, moduleIds }] = output.output
      for (const module of moduleIds) this.addWatchFile(module)
      const text = code.trim()
      if (name === 'inline-script' && /<\/script|<!--/i.test(text))
        throw new Error(`${path.basename(entry)} would end the script element around it`)
      return `export default ${JSON.stringify(text)}`
    },
  }
}
