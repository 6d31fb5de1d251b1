import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { loadContent } from '#domain/content/load-content.ts'
import { openDatabase } from '#domain/platform/database/connection.ts'
import type { RunningSite } from './start-site.ts'
import './subscribe.ts'

/** Edits by file name: they change the records in place or return others. */
// biome-ignore lint/suspicious/noExplicitAny: tests also write records that their types forbid
export type ContentEdits = Record<string, (records: any) => unknown>

/** A copy of the starter content with changes, for the running test. */
export function contentFolderWith(edits: ContentEdits): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'nuqta-content-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  cpSync('content', folder, { recursive: true })
  for (const [name, edit] of Object.entries(edits)) {
    const file = path.join(folder, name)
    const records = JSON.parse(readFileSync(file, 'utf8'))
    writeFileSync(file, JSON.stringify(edit(records) ?? records))
  }
  return folder
}

let publications = 0

/** Loads changed starter content in another process and waits until the site serves it. */
export async function publishOnSite({ url, dataFolder }: RunningSite, edits: ContentEdits): Promise<void> {
  const phone = `0220000${100 + ++publications}`
  const folder = contentFolderWith({
    'contact-info.json': (contactInfo) => ({ ...contactInfo, phone }),
    ...edits,
  })
  const contactInfo = async () => (await fetch(`${url}/api/guest-api/contact-info`)).text()
  // Cache the page, so that it changes only when the server notices.
  await contactInfo()
  const database = await openDatabase({ dataDirectory: dataFolder })
  await loadContent(database, folder, new Date(), { replace: true })
  await database.close()
  await expect.poll(contactInfo).toContain(phone)
}
