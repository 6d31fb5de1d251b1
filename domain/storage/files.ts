import { randomUUID } from 'node:crypto'
import type { Database, Queries } from '../database/connection.ts'
import { serverKey } from '../database/server-keys.ts'
import { hashOf } from '../secrets.ts'
import { type ObjectStore, StorageFailure } from './object-store.ts'
import { openS3, type S3Settings } from './s3.ts'
import { seal, unseal } from './sealing.ts'

/** What the row of a file holds of it: its bytes, or where they are and how they are unsealed. */
export interface KeptFile {
  /** Empty where there is an object. */
  bytes: Buffer
  object_key: string | null
  object_secret: string | null
}

export const FILE_COLUMNS = ['bytes', 'object_key', 'object_secret'] as const satisfies (keyof KeptFile)[]

/** The tables whose rows are files. */
export const FILE_TABLES = ['cvs', 'picture_files'] as const
export type FileTable = (typeof FILE_TABLES)[number]

/** CVs and pictures: where their bytes are kept. */
export interface Files {
  /** Undefined where everything is kept in the database. */
  objects: ObjectStore | undefined
  /** Whether the bytes of new files leave the database. */
  isRemote: boolean
  /** Before the transaction that stores the row. What has no row in the end is swept. */
  keep(table: FileTable, bytes: Buffer): Promise<KeptFile>
  /** Not within a transaction: it may take seconds. Throws `StorageFailure`, or `FileLost`. */
  read(file: KeptFile): Promise<Buffer>
  /** Of the objects of this database, with a slash at its end; others may share the bucket. */
  folder(): Promise<string>
}

export interface StorageSettings extends S3Settings {
  /** Where files go that are stored from now on. Those in the other place are read from there. */
  newFiles: 'storage' | 'database'
}

/** There is no object, or it is not the one that was stored. Asking again does not help. */
export class FileLost extends Error {
  override name = 'FileLost'
}

/** As in the days before there was an object store: the bytes stand in the row. */
export const inRow = (bytes: Buffer): KeptFile => ({ bytes, object_key: null, object_secret: null })

export async function openFiles(
  database: Pick<Database, 'queries' | 'write'>,
  settings: StorageSettings | undefined,
): Promise<Files> {
  const objects = settings && (await openS3(settings))
  const folder = async () => `${hashOf(await serverKey(database, 'storage')).slice(0, FOLDER_LENGTH)}/`
  return {
    objects,
    isRemote: settings?.newFiles === 'storage',
    folder,
    keep: async (table, bytes) =>
      objects && settings.newFiles === 'storage' ? putObject(objects, (await folder()) + table, bytes) : inRow(bytes),
    read: async (file) => (file.object_key === null ? file.bytes : readObject(objects, file)),
  }
}

const FOLDER_LENGTH = 16

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

/** How many files are kept outside the database. */
export async function countObjects(queries: Queries): Promise<number> {
  let sum = 0
  for (const table of FILE_TABLES) {
    const { count } = await queries
      .selectFrom(table)
      .select(({ fn }) => fn.countAll().as('count'))
      .where('object_key', 'is not', null)
      .executeTakeFirstOrThrow()
    sum += Number(count)
  }
  return sum
}
