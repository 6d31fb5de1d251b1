/** Files name an uploaded picture `uploads/{id}/…`; in an address the id stands first. */
const ADDRESS = /^\/media\/([\w-]+)\/(.+)$/
const UPLOADS = 'uploads/'
const UPLOADED = /^uploads\/([\w-]{16})\/(.+)$/

export function pathOfAddress(address: string): string {
  const [, first = '', rest = address] = ADDRESS.exec(address) ?? []
  return rest.startsWith(UPLOADS) ? `${UPLOADS}${first}/${rest.slice(UPLOADS.length)}` : rest
}

export function uploadedAt(path: string): { id: string; address: string } | undefined {
  const [, id, rest] = UPLOADED.exec(path) ?? []
  return id === undefined ? undefined : { id, address: `/media/${id}/${UPLOADS}${rest}` }
}
