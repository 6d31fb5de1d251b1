import { open, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { OWNER_ONLY_FILE } from '../platform/make-folder.ts'
import type { ObjectStore, StorageSettings } from '../platform/storage/kept-files.ts'
import { openS3 } from '../platform/storage/s3.ts'

/** A piece is held in memory; a store takes a few gigabytes at once at most. */
const PIECE_BYTES = 32 * 1024 * 1024
const MANIFEST = '.manifest.json'
const PIECE = /\.(\d{5})$/

/** Backups in an object storage: each in numbered pieces, and its manifest last, which makes it whole. */
export interface RemoteBackups {
  /** Of whole backups. */
  names(): Promise<string[]>
  put(file: string): Promise<void>
  /** Writes the backup and its manifest into the folder; its file. */
  bringTo(name: string, folder: string): Promise<string>
  delete(name: string): Promise<void>
}

export async function openRemoteBackups(settings: StorageSettings, pieceBytes = PIECE_BYTES): Promise<RemoteBackups> {
  const store = await openS3({ ...settings, isPatient: true })
  return {
    async names() {
      const keys = await keysOf(store, '')
      return keys.filter((key) => key.endsWith(MANIFEST)).map((key) => key.slice(0, -MANIFEST.length))
    },

    async put(file) {
      const name = path.basename(file)
      const handle = await open(file, 'r')
      try {
        const bytes = Buffer.alloc(pieceBytes)
        for (let number = 0; ; number++) {
          const { bytesRead } = await handle.read(bytes, 0, pieceBytes)
          if (bytesRead === 0) break
          await store.put(`${name}.${String(number).padStart(5, '0')}`, bytes.subarray(0, bytesRead))
        }
      } finally {
        await handle.close()
      }
      await store.put(name + MANIFEST, await readFile(file + MANIFEST))
    },

    async bringTo(name, folder) {
      const file = path.join(folder, name)
      const handle = await open(file, 'wx', OWNER_ONLY_FILE)
      try {
        for (const key of (await keysOf(store, `${name}.`)).filter((each) => PIECE.test(each)).sort())
          await handle.write(await read(store, key))
      } finally {
        await handle.close()
      }
      await writeFile(file + MANIFEST, await read(store, name + MANIFEST), { mode: OWNER_ONLY_FILE })
      return file
    },

    async delete(name) {
      // The manifest first: a backup that is half deleted is none.
      await store.delete(name + MANIFEST)
      for (const key of await keysOf(store, `${name}.`)) await store.delete(key)
    },
  }
}

async function keysOf(store: ObjectStore, prefix: string) {
  const keys: string[] = []
  for await (const page of store.list(prefix)) keys.push(...page.map(({ key }) => key))
  return keys
}

async function read(store: ObjectStore, key: string) {
  const bytes = await store.get(key)
  if (!bytes) throw new Error(`${key} is missing in the object storage`)
  return bytes
}
