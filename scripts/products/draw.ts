import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { LANGUAGES } from '#texts/languages.ts'
import { openFont } from '../../server/seo/outlined-text.ts'
import { Canvas, startPen, toSvg } from './canvas.ts'
import { DEVICES, PICTURE } from './devices.ts'
import { ICONS } from './icons.ts'
import { LAYOUTS, productsIn } from './products.ts'

/** `npm run draw -- products` draws the screens and icons of all projects into content/images/projects. */
const FOLDER = path.join(import.meta.dirname, '../../content/images/projects')
const ICON = { width: 120, height: 120 }
const SCREEN = /^\d+-\d+\.\w+\.svg$/

for (const file of readdirSync(FOLDER).filter((name) => SCREEN.test(name))) rmSync(path.join(FOLDER, file))
const shape = await openFont({ family: 'readex-pro', weight: 460 })
for (const language of LANGUAGES)
  for (const { id, device, chrome, palette, screens } of productsIn(language))
    for (const [index, screen] of screens.entries()) {
      const pen = startPen(shape, language)
      const drawScreen = LAYOUTS[screen.layout] as (canvas: Canvas, data: typeof screen.data) => void
      DEVICES[screen.device ?? device](pen, chrome, (canvas) => drawScreen(canvas, screen.data))
      writeFileSync(path.join(FOLDER, `${id}-${index + 1}.${language}.svg`), toSvg(pen, palette, PICTURE))
    }
for (const [id, { ground, draw }] of Object.entries(ICONS)) {
  const pen = startPen(shape, 'en')
  const icon = new Canvas(pen, { left: 0, top: 0, ...ICON })
  icon.rect(0, 0, ICON.width, ICON.height, ground)
  draw(icon)
  writeFileSync(path.join(FOLDER, `${id}-icon.svg`), toSvg(pen, {}, ICON))
}
