import { addressOf, type ResultOf } from '../api.ts'

export type Picture = ResultOf<'GET /pictures'>['pictures'][number]

const SMALL_WIDTH = 400

export function PictureImage({ id, width, height }: Pick<Picture, 'id' | 'width' | 'height'>) {
  return (
    <img
      src={addressOf('GET /pictures/:id/file', { params: { id }, query: { width: SMALL_WIDTH } })}
      alt=""
      width={width}
      height={height}
      loading="lazy"
    />
  )
}
