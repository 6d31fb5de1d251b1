import { existsSync } from 'node:fs'
import path from 'node:path'

// The bundler decides whether this module stands beside the server's entry or one folder deeper.
const ABOVE = ['..', path.join('..', '..')].map((up) => path.resolve(import.meta.dirname, up, 'client'))

/** The browser's files that were built together with this server, whatever is built later and wherever it is started. */
export const CLIENT_FILES = ABOVE.find((folder) => existsSync(folder)) ?? ''

/** Made at the build, and sent in place of the files that they are copies of; they have no address of their own. */
export const COMPRESSED_COPIES = ['**/*.br', '**/*.gz']
