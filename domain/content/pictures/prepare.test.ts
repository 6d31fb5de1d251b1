import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { preparePicture } from './prepare.ts'

/** A PNG of one colour: tiny as a file, large once decoded. */
function hugePng({ side, isInterlaced = false, turned }: { side: number; isInterlaced?: boolean; turned?: Buffer }) {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([16, 6, 0, 0, isInterlaced ? 1 : 0], 8)
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    ...(turned ? [chunk('eXIf', turned)] : []),
    chunk('IDAT', deflateSync(Buffer.alloc(1))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

test('an interlaced picture that would take too much memory is refused by its header', async () => {
  const before = process.memoryUsage().rss
  expect(await preparePicture(hugePng({ side: 14_000, isInterlaced: true }))).toEqual({ fault: 'tooManyPixels' })
  expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000)
})

test('a picture that has to be turned first is read whole, so its header counts', async () => {
  // Byte order, then one entry: orientation (0x0112), short, one value, 6: to be turned by a quarter.
  const turned = Buffer.from('4d4d002a00000008000101120003000000010006000000000000', 'hex')
  expect(await preparePicture(hugePng({ side: 14_000, turned }))).toEqual({ fault: 'tooManyPixels' })
})

test('a plain picture of that size is read row by row, so its header is no reason', async () => {
  expect(await preparePicture(hugePng({ side: 14_000 }))).toEqual({ fault: 'damaged' })
})

test('an interlaced picture of usual size is prepared', async () => {
  const bytes = await sharp({ create: { width: 1200, height: 800, channels: 3, background: '#e8411f' } })
    .png({ progressive: true })
    .toBuffer()
  expect(await preparePicture(bytes)).toMatchObject({ width: 1200, height: 800 })
})
