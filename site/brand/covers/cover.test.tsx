import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Cover } from './cover.tsx'

const IDS = Array.from({ length: 60 }, (_, id) => id)
/** From a row of a list on a phone to a share picture. */
const SIZES = [
  [60, 40],
  [120, 180],
  [180, 120],
  [480, 360],
  [1200, 630],
] as const

test.each(['mobile', 'web', 'erp'])('a cover of the kind %s is drawn for every id in every size', (type) => {
  for (const [width, height] of SIZES)
    for (const id of IDS) {
      const drawn = renderToStaticMarkup(<Cover id={id} type={type} width={width} height={height} />)
      expect([id, width, drawn.match(/NaN|undefined|Infinity/)]).toEqual([id, width, null])
    }
})
