import type { ObjectStore } from './object-store.ts'
import type { S3Settings } from './s3.ts'

export interface KeptFile {
  /** Empty where there is an object. */
  bytes: Buffer
  object_key: string | null
  object_secret: string | null
}

export const FILE_COLUMNS = ['bytes', 'object_key', 'object_secret'] as const satisfies (keyof KeptFile)[]

export const FILE_TABLES = ['cvs', 'picture_files'] as const
export type FileTable = (typeof FILE_TABLES)[number]

export interface Files {
  objects: ObjectStore | undefined
  /** Whether the bytes of new files leave the database. */
  isRemote: boolean
  /** Before the transaction that stores the row; files without a row are swept. */
  keep(table: FileTable, bytes: Buffer): Promise<KeptFile>
  /** Not within a transaction: it may take seconds. */
  read(file: KeptFile): Promise<Buffer>
  /** Of this database's objects, with a slash at its end; others may share the bucket. */
  folder(): Promise<string>
}

export interface StorageSettings extends S3Settings {
  /** For new files. Those in the other place are still read. */
  newFiles: 'storage' | 'database'
}

export class FileLost extends Error {
  override name = 'FileLost'
}

export const inRow = (bytes: Buffer): KeptFile => ({ bytes, object_key: null, object_secret: null })
