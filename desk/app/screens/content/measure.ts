/** Google shows a title of about 600 and a description of about 920 pixels, in Arial of these sizes. */
export const SEARCH_TITLE = { font: '20px Arial, sans-serif', most: 600 }
export const SEARCH_DESCRIPTION = { font: '14px Arial, sans-serif', most: 920 }

type Line = typeof SEARCH_TITLE

export interface Measured {
  width: number
  isLong: boolean
  /** As much as fits, up to the end of a word. */
  shown: string
}

export function measured(text: string, { font, most }: Line): Measured {
  const width = Math.round(widthOf(text, font))
  if (width <= most) return { width, isLong: false, shown: text }
  let [fits, tooLong] = [0, text.length]
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2)
    if (widthOf(`${text.slice(0, middle)} …`, font) <= most) fits = middle
    else tooLong = middle
  }
  const cut = text.slice(0, fits)
  const lastSpace = cut.lastIndexOf(' ')
  return { width, isLong: true, shown: `${(lastSpace > 0 ? cut.slice(0, lastSpace) : cut).trimEnd()} …` }
}

let canvas: CanvasRenderingContext2D | null | undefined

function widthOf(text: string, font: string): number {
  canvas ??= document.createElement('canvas').getContext('2d')
  if (!canvas) return 0
  canvas.font = font
  return canvas.measureText(text).width
}
