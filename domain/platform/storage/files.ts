import { randomUUID } from 'node:crypto'
import {
  FileLost,
  type Files,
  inRow,
  type KeptFile,
  type ObjectStore,
  StorageFailure,
  type StorageSettings,
} from './kept-files.ts'
import { openS3 } from './s3.ts'
import { seal, unseal } from './sealing.ts'

export async function openFiles(settings: StorageSettings | undefined, folder: Files['folder']): Promise<Files> {
  const objects = settings && (await openS3(settings))
  return {
    objects,
    isRemote: settings?.newFiles === 'storage',
    folder,
    keep: async (table, bytes) =>
      objects && settings.newFiles === 'storage' ? putObject(objects, (await folder()) + table, bytes) : inRow(bytes),
    read: async (file) => (file.object_key === null ? file.bytes : readObject(objects, file)),
  }
}

export async function putObject(objects: ObjectStore, folder: string, bytes: Buffer): Promise<KeptFile> {
  const object_key = `${folder}/${randomUUID()}`
  const { secret, sealed } = seal(bytes, object_key)
  await objects.put(object_key, sealed)
  return { bytes: Buffer.alloc(0), object_key, object_secret: secret }
}

async function readObject(objects: ObjectStore | undefined, { object_key, object_secret }: KeptFile): Promise<Buffer> {
  if (!objects) throw new StorageFailure('STORAGE_URL is not set, and the file is kept there')
  const key = String(object_key)
  const sealed = await objects.get(key)
  if (!sealed) throw new FileLost(`${key} is missing in the storage`)
  const bytes = unseal(sealed, key, String(object_secret))
  if (!bytes) throw new FileLost(`${key} is damaged in the storage`)
  return bytes
}
