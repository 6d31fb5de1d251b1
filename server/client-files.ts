import { existsSync } from 'node:fs'
import path from 'node:path'

// The bundler decides whether this module stands beside the server's entry or one folder deeper.
const ABOVE = ['..', path.join('..', '..')].map((up) => path.resolve(import.meta.dirname, up, 'client'))

/** The browser's files that were built together with this server, whatever is built later and wherever it is started. */
export const CLIENT_FILES = ABOVE.find((folder) => existsSync(folder)) ?? ''

/** Compressed files are sent in place of those that they are made of, and have no address of their own. */
export const WITHOUT_ADDRESS = ['**/*.br', '**/*.gz']
