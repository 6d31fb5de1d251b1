import type { FastifyInstance } from 'fastify'
import { EncodedBody } from '#api/http/encoded-body.ts'
import favicon from '#site/brand/marks/favicon.svg?raw'
import { FAVICON, ICON_SIZES, iconAddress, MASKABLE_ICON } from '#site/icons.ts'
import { securityHeaders } from '../http/security-headers.ts'
import type { Draw } from './drawing-process.ts'

const ICO_SIZE = 32
const MASKABLE_SIZE = 512

/** Every icon is drawn from brand/marks/favicon.svg when it is first asked for. */
export async function icons(app: FastifyInstance, { publicUrl, draw }: { publicUrl: string; draw: Draw }) {
  const png = (side: number) => draw({ kind: 'square', svg: favicon, side })
  // A home screen may cut the icon to a circle.
  const maskable = () => draw({ kind: 'inside', svg: favicon, side: MASKABLE_SIZE })

  offer(FAVICON, 'image/svg+xml; charset=utf-8', async () => Buffer.from(favicon))
  offer('/favicon.ico', 'image/x-icon', async () => ico(await png(ICO_SIZE)))
  for (const size of ICON_SIZES) offer(iconAddress(size), 'image/png', () => png(size))
  offer(MASKABLE_ICON, 'image/png', maskable)

  function offer(address: string, contentType: string, make: () => Promise<Buffer>) {
    const headers = {
      ...securityHeaders({ publicUrl }),
      // Search results and link previews show it.
      'cross-origin-resource-policy': 'cross-origin',
      'content-type': contentType,
      'cache-control': 'public, max-age=86400',
      vary: 'Accept-Encoding',
    }
    let body: Promise<EncodedBody> | undefined
    app.get(address, async (request, reply) => {
      body ??= make().then((bytes) => new EncodedBody(bytes, headers, contentType.startsWith('image/svg')))
      body.catch(() => {
        body = undefined
      })
      return (await body).send(request, reply)
    })
  }
}

function ico(picture: Buffer) {
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2) // an icon, not a cursor
  header.writeUInt16LE(1, 4) // one picture
  header.writeUInt8(ICO_SIZE, 6)
  header.writeUInt8(ICO_SIZE, 7)
  header.writeUInt16LE(1, 10) // colour planes
  header.writeUInt16LE(32, 12) // bits per pixel
  header.writeUInt32LE(picture.length, 14)
  header.writeUInt32LE(header.length, 18)
  return Buffer.concat([header, picture])
}
