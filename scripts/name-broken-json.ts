import path from 'node:path'
import type { Plugin } from 'vite'

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
  return `${file}, line ${line} is no JSON: ${message.replace(/ in JSON at position.*/, '')}`
}
