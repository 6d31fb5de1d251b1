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

/** It may succeed later. */
export class StorageFailure extends Error {
  override name = 'StorageFailure'
}
