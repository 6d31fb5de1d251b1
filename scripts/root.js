// First, and by whatever script is called: each of them asks for this folder.
import './require-node.js'
import path from 'node:path'

/** The folder of package.json. No program depends on the folder it is called from. */
export const root = path.resolve(import.meta.dirname, '..')
