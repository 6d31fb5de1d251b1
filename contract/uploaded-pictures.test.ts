import { expect, test } from 'vitest'
import { addressOfPicture, filesOf, readPictureAddress, sourcesOf, widthsOf } from './uploaded-pictures.ts'

const picture = { id: 'AbCdEfGh-jKlMn_p', width: 4000, height: 3000, focus: { x: 1, y: 4 } }

test('an address identifies its picture', () => {
  expect(readPictureAddress(addressOfPicture(picture))).toEqual(picture)
  expect(readPictureAddress(`https://api.example${addressOfPicture(picture, 400, 'avif')}`)).toEqual(picture)
})

test.each([
  '/media/AbCdEfGh-jKlMn_p/projects/one.svg',
  '',
  '/media/short/uploads/1x1-22/1.webp',
  'uploads/1x1-22/1.webp',
])('%j is the address of no uploaded picture', (address) => {
  expect(readPictureAddress(address)).toBeUndefined()
})

test.each([
  [4000, [400, 800, 1200, 1600]],
  [1600, [400, 800, 1200, 1600]],
  [1000, [400, 800, 1000]],
  [400, [400]],
  [1, [1]],
])('a picture that is %i pixels wide has files of %j', (width, widths) => {
  expect(widthsOf({ width })).toEqual(widths)
})

test('srcset lists every size', () => {
  const [first, ...others] = sourcesOf(picture, 'avif', 'https://api.example').split(', ')
  expect(first).toBe('https://api.example/media/AbCdEfGh-jKlMn_p/uploads/4000x3000-14/400.avif 400w')
  expect(others).toHaveLength(3)
})

test('a drawing has one file, at one address', () => {
  const drawing = { id: picture.id, width: 1000, height: 200, focus: { x: 2, y: 2 }, isDrawing: true } as const
  const address = '/media/AbCdEfGh-jKlMn_p/uploads/1000x200-22/1000.svg'
  expect(addressOfPicture(drawing)).toBe(address)
  expect(addressOfPicture(drawing, 400, 'avif')).toBe(address)
  expect(readPictureAddress(address)).toEqual(drawing)
  expect(filesOf(drawing)).toEqual([{ width: 1000, format: 'svg' }])
  expect(filesOf(picture)).toHaveLength(8)
})
