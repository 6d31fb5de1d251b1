import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { LANGUAGES } from '#texts/languages.ts'
import { openFont } from '../../server/seo/outlined-text.ts'
import { type Canvas, startPen, toSvg } from './canvas.ts'
import { DEVICES, PICTURE } from './devices.ts'
import { LAYOUTS, productsIn } from './products.ts'

/** `npm run draw -- products` draws the screens of all projects into content/images/projects. */
const FOLDER = path.join(import.meta.dirname, '../../content/images/projects')
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
