import type { FastifyInstance } from 'fastify'
import { EncodedBody } from '#api/http/encoded-body.ts'
import { readPictureAddress } from '#contract/uploaded-pictures.ts'
import favicon from '#site/brand/marks/favicon.svg?raw'
import { FAVICON, FAVICON_ICO, ICON_SIZES, iconAddress, MASKABLE_ICON } from '#site/icons.ts'
import { securityHeaders } from '../http/security-headers.ts'
import type { Mark } from './draw-worker.ts'
import type { Draw } from './drawing-process.ts'

const ICO_SIZE = 32
const MASKABLE_SIZE = 512
const TOUCH_SIZE = 180
const FRAMED_SIZE = 192

interface IconsOptions {
  publicUrl: string
  draw: Draw
  /** Address of the company's own mark. */
  markAddress: () => string | undefined
}

/** Every icon is drawn when it is first asked for, from the company's mark or from brand/marks/favicon.svg. */
export async function icons(app: FastifyInstance, { publicUrl, draw, markAddress }: IconsOptions) {
  const png = (side: number, mark: Mark) => draw({ kind: 'square', mark, side })
  // A home screen may cut the icon to a circle, or fill what is clear.
  const inside = (side: number, mark: Mark) => draw({ kind: 'inside', mark, side })

  offer(FAVICON, 'image/svg+xml; charset=utf-8', async (mark) =>
    Buffer.from('svg' in mark ? mark.svg : framed(await png(FRAMED_SIZE, mark))),
  )
  offer(FAVICON_ICO, 'image/x-icon', async (mark) => ico(await png(ICO_SIZE, mark)))
  for (const size of ICON_SIZES)
    offer(iconAddress(size), 'image/png', (mark, isOwn) =>
      isOwn && size === TOUCH_SIZE ? inside(size, mark) : png(size, mark),
    )
  offer(MASKABLE_ICON, 'image/png', (mark) => inside(MASKABLE_SIZE, mark))

  async function readMark(address: string | undefined): Promise<Mark> {
    if (address === undefined) return { svg: favicon }
    const { rawPayload, statusCode } = await app.inject(address)
    if (statusCode !== 200) return { svg: favicon }
    return readPictureAddress(address)?.isDrawing
      ? { svg: rawPayload.toString() }
      : { picture: rawPayload.toString('base64') }
  }

  function offer(address: string, contentType: string, make: (mark: Mark, isOwn: boolean) => Promise<Buffer>) {
    const headers = {
      ...securityHeaders({ publicUrl }),
      // Search results and link previews show it.
      'cross-origin-resource-policy': 'cross-origin',
      'content-type': contentType,
      'cache-control': 'public, max-age=86400',
      vary: 'Accept-Encoding',
    }
    let drawn: { from: string | undefined; body: Promise<EncodedBody> } | undefined
    app.get(address, async (request, reply) => {
      const from = markAddress()
      if (!drawn || drawn.from !== from) {
        const body = readMark(from)
          .then((mark) => make(mark, from !== undefined))
          .then((bytes) => new EncodedBody(bytes, headers, contentType.startsWith('image/svg')))
        const begun = { from, body }
        drawn = begun
        body.catch(() => {
          if (drawn === begun) drawn = undefined
        })
      }
      return (await drawn.body).send(request, reply)
    })
  }
}

/** A favicon that is no drawing, at the address of one. */
const framed = (picture: Buffer) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${FRAMED_SIZE} ${FRAMED_SIZE}"><image width="${FRAMED_SIZE}" height="${FRAMED_SIZE}" href="data:image/png;base64,${picture.toString('base64')}"/></svg>`

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
