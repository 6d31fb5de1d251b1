import { spawnSync } from 'node:child_process'

/** `npm run draw -- <what>`: makes files of the repository anew that a program draws. */
const DRAWINGS: Record<string, () => Promise<unknown>> = {
  fonts: () => import('./cut-fonts.ts'),
  pages: async () => {
    const env = { ...process.env, ACCEPT_PICTURES: '1' }
    const { status } = spawnSync('node_modules/.bin/playwright', ['test', 'pictures'], { stdio: 'inherit', env })
    process.exitCode = status ?? 1
  },
  products: () => import('./products/draw.ts'),
  readme: () => import('./draw-readme-pictures.ts'),
}

const [name = ''] = process.argv.slice(2)
const draw = Object.hasOwn(DRAWINGS, name) ? DRAWINGS[name] : undefined
if (draw) await draw()
else {
  console.error(`Choose what to draw: npm run draw -- ${Object.keys(DRAWINGS).join('|')}`)
  process.exitCode = 2
}
