import type { ObjectStore } from './object-store.ts'
import type { S3Settings } from './s3.ts'

/** File columns of a row: the bytes, or the object's key and secret. */
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

/** Keeps the bytes in the row. */
export const inRow = (bytes: Buffer): KeptFile => ({ bytes, object_key: null, object_secret: null })
