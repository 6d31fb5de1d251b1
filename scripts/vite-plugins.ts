import path from 'node:path'
import { type BuildEnvironmentOptions, build, type Plugin } from 'vite'

/** The server formats compiled sentences as the browser does, and written ones, too. */
export const serverSentences = (): Plugin => ({
  name: 'server-sentences',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'ssr',
  resolveId: (id) =>
    id === path.resolve('texts/format-message.ts') ? path.resolve('texts/format-message-on-server.ts') : undefined,
})

/** One letter beyond Latin-1 makes the engine keep a whole file of the server with two bytes a letter. */
export const asciiServer = (): Plugin => ({
  name: 'ascii-server',
  applyToEnvironment: ({ name }) => name === 'ssr',
  // After all that print code anew.
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = inAscii(file.code)
  },
})

export const inAscii = (code: string) =>
  code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** `import text from './worker.ts?worker-source'`: a module and its own imports as one program. */
export const workerSource = () =>
  bundledText('worker-source', (entry) => ({
    ssr: entry,
    target: 'node20',
    minify: true,
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

// Loading their files one by one more than doubles the start of an inspection.
const OF_MANY_FILES = ['@cantoo/pdf-lib', 'culori', 'fflate', 'html-entities', 'node-html-better-parser', 'tslib']

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
        ssr: { noExternal: OF_MANY_FILES },
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

/** Vite's own complaint about a broken JSON file says neither which file it is nor where. */
export function nameBrokenJson(): Plugin {
  return {
    name: 'name-broken-json',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('.json')) return
      try {
        JSON.parse(code)
      } catch (error) {
        throw new SyntaxError(describeBrokenJson(path.relative('.', id), code, (error as Error).message))
      }
    },
  }
}

/** Where the text ends too early there is no position in what the parser says. */
export function describeBrokenJson(file: string, code: string, message: string) {
  const position = Number(/ at position (\d+)/.exec(message)?.[1] ?? code.length)
  const line = code.slice(0, position).split('\n').length
  return `${file}, line ${line} is not JSON: ${message.replace(/ in JSON at position.*/, '')}`
}
