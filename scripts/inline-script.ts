import path from 'node:path'
import { build, type Plugin } from 'vite'

const QUERY = '?inline-script'

/**
 * `import text from './script.ts?inline-script'`: a module and all it imports as the text of one classic script that can stand in a
 * page, in development too.
 */
export function inlineScript(): Plugin {
  return {
    name: 'inline-script',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith(QUERY)) return
      const { text, modules } = await bundle(id.slice(0, -QUERY.length))
      for (const module of modules) this.addWatchFile(module)
      return `export default ${JSON.stringify(text)}`
    },
  }
}

async function bundle(entry: string) {
  const name = path.basename(entry)
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      // Older browsers than the application's run it: theme and language are for everybody.
      target: 'es2017',
      modulePreload: false,
      rolldownOptions: { input: entry, output: { format: 'iife' } },
    },
  })
  const [output] = [built].flat()
  if (!output || !('output' in output)) throw new Error(`${name} was not built`)
  const [script, ...others] = output.output
  if (others.length > 0) throw new Error(`${name} was built into more than one file`)
  const text = script.code.trim()
  if (/<\/script|<!--/i.test(text)) throw new Error(`${name} would end the element that it stands in`)
  return { text, modules: script.moduleIds }
}
