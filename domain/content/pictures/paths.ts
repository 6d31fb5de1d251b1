/**
 * The files of the content name a picture by its path below images/. That of an uploaded one begins with `uploads/` and its id, since a path
 * alone does not say which picture it is; in an address the id stands first.
 */
const ADDRESS = /^\/media\/([\w-]+)\/(.+)$/
const UPLOADS = 'uploads/'
const UPLOADED = /^uploads\/([\w-]{16})\/(.+)$/

export function pathOfAddress(address: string): string {
  const [, first = '', rest = address] = ADDRESS.exec(address) ?? []
  return rest.startsWith(UPLOADS) ? `${UPLOADS}${first}/${rest.slice(UPLOADS.length)}` : rest
}

/** Undefined unless the path is that of an uploaded picture. */
export function uploadedAt(path: string): { id: string; address: string } | undefined {
  const [, id, rest] = UPLOADED.exec(path) ?? []
  return id === undefined ? undefined : { id, address: `/media/${id}/${UPLOADS}${rest}` }
}
