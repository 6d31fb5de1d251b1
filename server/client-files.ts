import { existsSync } from 'node:fs'
import path from 'node:path'

// The bundler may put this module one folder deeper.
const ABOVE = ['..', path.join('..', '..')].map((up) => path.resolve(import.meta.dirname, up, 'client'))

export const CLIENT_FILES = ABOVE.find((folder) => existsSync(folder)) ?? ''

/** Sent in place of their originals; they have no address of their own. */
export const COMPRESSED_COPIES = ['**/*.br', '**/*.gz']
