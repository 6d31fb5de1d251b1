import { readPictureAddress } from './uploaded-pictures.ts'

/** Width divided by height. Beyond these a logo would break the header, or the square of an icon. */
const RATIOS = {
  wordmark: { min: 1 / 2, max: 10 },
  mark: { min: 0.9, max: 1.1 },
} as const
export type LogoUse = keyof typeof RATIOS
export const LOGO_USES = Object.keys(RATIOS) as LogoUse[]

export function hasLogoShape(use: LogoUse, { width, height }: { width: number; height: number }): boolean {
  const { min, max } = RATIOS[use]
  return width >= min * height && width <= max * height
}

/** Logos are uploaded, and in shape. A drawing is only ever a logo. */
export function isFor(use: LogoUse | undefined, address: string): boolean {
  const picture = readPictureAddress(address)
  return use ? picture !== undefined && hasLogoShape(use, picture) : !picture?.isDrawing
}
