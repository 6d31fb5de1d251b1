import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { readPictureFile } from '#contract/uploaded-pictures.ts'
import { findPicture, pictureType } from '#domain/content/pictures/files.ts'
import { readPictureBytes } from '#domain/content/pictures/pictures.ts'
import type { Database } from '#domain/platform/database/database.ts'
import type { ApiInstance, GuestApi } from '../context.ts'
import { EncodedBody } from '../http/encoded-body.ts'
import { Problem } from '../http/problem.ts'

export const pictureRoutes = (app: ApiInstance, { settings, queries, files }: GuestApi) =>
  servePictures(app, { queries, files }, settings.imagesDirectory)

/** Also at the desk, whose pages load nothing of another origin. */
export function servePictures(app: FastifyInstance, database: Pick<Database, 'queries' | 'files'>, images: string) {
  const cache = new LRUCache<string, EncodedBody>({
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: ({ weight }) => weight,
  })

  app.get<{ Params: { hash: string; '*': string } }>('/media/:hash/*', async (request, reply) => {
    const { hash, '*': picture } = request.params
    const uploaded = readPictureFile(picture)
    // One entry per file, whatever else its address says.
    const key = uploaded ? `${hash} ${uploaded.fileWidth} ${uploaded.format}` : `${hash}/${picture}`
    const body = cache.get(key) ?? (await read(key, hash, picture))
    return body.send(request, reply)
  })

  async function read(key: string, hash: string, picture: string) {
    const type = pictureType(picture)
    const uploaded = readPictureFile(picture)
    const bytes =
      type &&
      (uploaded
        ? await readPictureBytes(database, { id: hash, ...uploaded })
        : await findPicture(images, hash, picture))
    if (!bytes) throw new Problem('notFound')
    const body = new EncodedBody(bytes, { ...HEADERS, 'content-type': type }, type.startsWith('image/svg'))
    cache.set(key, body)
    return body
  }
}

const MAX_CACHE_BYTES = 16 * 1024 * 1024

const HEADERS = {
  // The address has the hash of the bytes.
  'cache-control': 'public, max-age=31536000, immutable',
  vary: 'Accept-Encoding',
  'x-content-type-options': 'nosniff',
  // A site with API_HOST shows them from another host.
  'cross-origin-resource-policy': 'cross-origin',
  // A drawing opened by itself is a document: nothing in it may run.
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'",
}
