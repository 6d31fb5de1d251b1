export interface KeptFile {
  /** Empty where there is an object. */
  bytes: Buffer
  object_key: string | null
  object_secret: string | null
}

export const FILE_COLUMNS = ['bytes', 'object_key', 'object_secret'] as const satisfies (keyof KeptFile)[]

export const FILE_TABLES = ['cvs', 'picture_files', 'attachments', 'incoming_mails'] as const
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

export interface StorageSettings {
  endpoint: string
  region: string
  accessKey: string
  secretKey: string
  /** Before every key; empty, or with a slash at its end. */
  prefix: string
  callMilliseconds?: number
  /** Retries temporary failures; for work that no request waits for. */
  isPatient?: boolean
  /** For new files. Those in the other place are still read. */
  newFiles: 'storage' | 'database'
}

export class FileLost extends Error {
  override name = 'FileLost'
}

export const inRow = (bytes: Buffer): KeptFile => ({ bytes, object_key: null, object_secret: null })

/** Keeps objects by key. An object that was put is never changed, only deleted. */
export interface ObjectStore {
  put(key: string, bytes: Buffer): Promise<void>
  get(key: string): Promise<Buffer | undefined>
  /** With every version that the store has kept of it. */
  delete(key: string): Promise<void>
  /** Objects whose keys begin with the folder, page by page. */
  list(folder: string): AsyncGenerator<ListedObject[]>
}

export interface ListedObject {
  key: string
  storedAt: Date
}

/** Temporary: a later call may succeed. */
export class StorageFailure extends Error {
  override name = 'StorageFailure'
}
