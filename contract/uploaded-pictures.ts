/** The address has all that a page needs: `/media/{id}/uploads/{width}x{height}-{focus}/{width of the file}.{format}`. */
export interface UploadedPicture {
  /** Hash of the uploaded bytes. */
  id: string
  width: number
  height: number
  focus: Focus
  /** One SVG file, which has every size. */
  isDrawing?: true
}

export interface Focus {
  x: number
  y: number
}

export const FOCUS_STEPS = 4
export const MIDDLE: Focus = { x: FOCUS_STEPS / 2, y: FOCUS_STEPS / 2 }

/** No file is wider than the picture. */
const PICTURE_WIDTHS = [400, 800, 1200, 1600] as const
export const PICTURE_FORMATS = ['avif', 'webp'] as const
const DRAWING_FORMAT = 'svg'
export type PictureFormat = (typeof PICTURE_FORMATS)[number] | typeof DRAWING_FORMAT

const WIDEST = PICTURE_WIDTHS.at(-1) as number
/** For clients without `srcset`. */
const USUAL_WIDTH = 1200

export function widthsOf({ width }: Pick<UploadedPicture, 'width'>): number[] {
  const widest = Math.min(width, WIDEST)
  return [...PICTURE_WIDTHS.filter((each) => each < widest), widest]
}

const usualWidthOf = (picture: Pick<UploadedPicture, 'width'>): number =>
  widthsOf(picture).findLast((width) => width <= USUAL_WIDTH) as number

/** Everything that is stored of a picture. */
export const filesOf = ({
  width,
  isDrawing,
}: Pick<UploadedPicture, 'width' | 'isDrawing'>): { width: number; format: PictureFormat }[] =>
  isDrawing
    ? [{ width, format: DRAWING_FORMAT }]
    : widthsOf({ width }).flatMap((each) => PICTURE_FORMATS.map((format) => ({ width: each, format })))

export function addressOfPicture(
  { id, width, height, focus, isDrawing }: UploadedPicture,
  fileWidth = usualWidthOf({ width }),
  format: PictureFormat = 'webp',
): string {
  if (isDrawing && format !== DRAWING_FORMAT)
    return addressOfPicture({ id, width, height, focus }, width, DRAWING_FORMAT)
  return `/media/${id}/uploads/${width}x${height}-${focus.x}${focus.y}/${fileWidth}.${format}`
}

const ADDRESS = /\/media\/([\w-]{16})\/(uploads\/.+)$/
const FILE = /^uploads\/(\d{1,5})x(\d{1,5})-([0-4])([0-4])\/(\d{1,4})\.(avif|webp|svg)$/

interface PictureFile extends Omit<UploadedPicture, 'id' | 'isDrawing'> {
  fileWidth: number
  format: PictureFormat
}

export function readPictureFile(file: string): PictureFile | undefined {
  const found = FILE.exec(file)
  if (!found) return undefined
  const [, width, height, x, y, fileWidth, format] = found
  return {
    width: Number(width),
    height: Number(height),
    focus: { x: Number(x), y: Number(y) },
    fileWidth: Number(fileWidth),
    format: format as PictureFormat,
  }
}

export function readPictureAddress(address: string): UploadedPicture | undefined {
  const [, id, file] = ADDRESS.exec(address) ?? []
  const read = file === undefined ? undefined : readPictureFile(file)
  if (id === undefined || !read) return undefined
  const { width, height, focus, format } = read
  return { id, width, height, focus, ...(format === DRAWING_FORMAT && { isDrawing: true }) }
}

/** For the attribute `srcset`, from the narrowest. */
export const sourcesOf = (picture: UploadedPicture, format: PictureFormat, host = ''): string =>
  widthsOf(picture)
    .map((width) => `${host}${addressOfPicture(picture, width, format)} ${width}w`)
    .join(', ')
