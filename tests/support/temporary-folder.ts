import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll } from 'vitest'

/** A folder that is deleted after the tests of the file or group. */
export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'nuqta-test-')))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
