import path from 'node:path'
import type { Plugin } from 'vite'

/** Vite's own complaint about a broken JSON file does not say which file it is. */
export function nameBrokenJson(): Plugin {
  return {
    name: 'name-broken-json',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('.json')) return
      try {
        JSON.parse(code)
      } catch (error) {
        throw new SyntaxError(`${path.relative('.', id)} is no JSON: ${(error as Error).message}`)
      }
    },
  }
}
