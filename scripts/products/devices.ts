import { Canvas, type Fill } from './canvas.ts'

/** Cards show the middle 1000 of it. Outside of the device it is clear, so that the cover shows. */
export const PICTURE = { width: 1200, height: 750 } as const

type Pen = ConstructorParameters<typeof Canvas>[0]

export interface Chrome {
  /** Address of a page, title of a desktop screen. */
  name: string
  bar: Fill
  onBar: Fill
}

type Draw = (screen: Canvas) => void

/** The device with its screen; its lower end is outside of the picture. */
export const DEVICES = { phone, browser, desktop } as const

const FRAME: Fill = '#11141b'
const EDGE: Fill = '#3a4150'

function phone(pen: Pen, _chrome: Chrome, draw: Draw) {
  const [width, top, bezel] = [452, 40, 16]
  const whole = new Canvas(pen, { left: 0, top: 0, ...PICTURE })
  const left = (PICTURE.width - width) / 2
  whole.rect(left - 3, top - 3, width + 6, 900, EDGE, 67)
  whole.rect(left, top, width, 900, FRAME, 64)
  const inner = { left: left + bezel, top: top + bezel, width: width - bezel * 2, height: PICTURE.height - top - bezel }
  const shape = `<rect x="${inner.left}" y="${inner.top}" width="${inner.width}" height="900" rx="48"/>`
  whole.clip('s', shape, () => draw(new Canvas(pen, inner)))
  whole.rect(PICTURE.width / 2 - 54, top + 28, 108, 26, FRAME, 13)
}

function browser(pen: Pen, { name, bar, onBar }: Chrome, draw: Draw) {
  const [left, top, height] = [150, 70, 58]
  const width = PICTURE.width - left * 2
  const whole = new Canvas(pen, { left: 0, top: 0, ...PICTURE })
  const shape = `<rect x="${left}" y="${top}" width="${width}" height="900" rx="14"/>`
  whole.rect(left - 3, top - 3, width + 6, 900, FRAME, 17)
  whole.clip('s', shape, () => {
    const chrome = new Canvas(pen, { left, top, width, height })
    chrome.rect(0, 0, width, height, bar)
    for (const index of [0, 1, 2]) chrome.dot(34 + index * 28, height / 2, 9, onBar)
    chrome.rect(150, 13, width - 300, height - 26, onBar, 16)
    chrome.text(width / 2, 37, 21, name, bar, { at: 'middle' })
    draw(new Canvas(pen, { left, top: top + height, width, height: PICTURE.height - top - height }))
  })
}

/** Its end is outside of the picture, too: a desktop screen is wider than anything else. Cards cut off its last 100. */
function desktop(pen: Pen, { name, bar, onBar }: Chrome, draw: Draw) {
  const [start, top, height] = [180, 84, 62]
  const whole = new Canvas(pen, { left: 0, top: 0, ...PICTURE })
  const window = whole.part(start, top, PICTURE.width - start, PICTURE.height - top)
  window.rect(-4, -4, window.width + 8, 900, FRAME)
  window.rect(0, 0, window.width, window.height, 'paper')
  window.rect(0, 0, window.width, height, bar)
  window.dot(36, height / 2, 13, onBar)
  window.text(66, 40, 26, name, onBar)
  draw(window.part(0, height, window.width, window.height - height))
}
