import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { IconTile } from '#site/brand/icons/icon-tile.tsx'
import { serviceKinds } from '#site/brand/icons/service-kind.ts'
import type { Palette } from '#site/brand/palette.ts'
import { Screen } from '#site/brand/scenes/screen.tsx'
import { Stage } from '#site/brand/scenes/stage.tsx'
import { LANGUAGES } from '#texts/languages.ts'

/** A picture in a file cannot see the theme of the page, so its pigments are written out. */
const pigments: Palette = {
  ink: '#11141B',
  paper: '#F2F3F0',
  sunk: '#DDE0DA',
  cinnabar: '#E8411F',
  cinnabarTint: '#F8D5CA',
  lapis: '#2335C4',
  lapisTint: '#CDD4F6',
}

const CONTENT = join(import.meta.dirname, '../content')
const projects = JSON.parse(readFileSync(join(CONTENT, 'projects.json'), 'utf8')) as Project[]

for (const kind of serviceKinds)
  draw(`services/${kind}.svg`, <Stage kind={kind} palette={pigments} />, { width: 1440, height: 600 })

for (const { id, type } of projects) {
  draw(`projects/${id}-icon.svg`, <IconTile id={id} type={type} palette={pigments} />, { width: 120, height: 120 })
  for (let index = 0; index < screensOf(id); index++)
    for (const language of LANGUAGES)
      draw(
        `projects/${id}-${index + 1}.${language}.svg`,
        <Screen id={id} type={type} index={index} mirrored={language === 'ar'} palette={pigments} />,
        { width: 1200, height: 750 },
      )
}

type Project = { id: number; type: string }

/** Three, four or five screens, so that galleries of every length are seen. */
function screensOf(id: number): number {
  return 3 + (id % 3)
}

/** The size is written into the file: a browser that shows it as an image knows its proportions before any style. */
function draw(path: string, drawing: ReactElement, { width, height }: { width: number; height: number }) {
  const file = join(CONTENT, 'images', path)
  const markup = renderToStaticMarkup(drawing)
    .replace('<svg ', `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" `)
    .replace(' aria-hidden="true"', '')
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${markup}\n`)
}
