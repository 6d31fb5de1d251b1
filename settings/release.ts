import { readFileSync } from 'node:fs'
import path from 'node:path'
import { SITE_FOLDER } from './settings.ts'

const { version } = JSON.parse(readFileSync(path.join(SITE_FOLDER, 'package.json'), 'utf8')) as { version: string }

/** The folder of this build, named by the hash of its sources; undefined where the sources run. */
const [, build] = /[\\/]build[\\/]([0-9a-f]{8})[0-9a-f]{8}[\\/]/.exec(import.meta.dirname) ?? []

/** Like 1.2.1+0a1b2c3d: the version of package.json, and which build of it. */
export const RELEASE = `${version}+${build ?? 'source'}`

/** `from`: the oldest release whose database this one takes over. `rollingFrom`: the oldest that may run beside it. */
export const UPGRADE = { version, from: '1.0.0', rollingFrom: '1.0.0' }
