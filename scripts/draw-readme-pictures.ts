import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { loadSamples } from '#domain/operations/samples/samples.ts'
import { makePerson, makeSession } from '../tests/support/desk-people.ts'
import { startDesk } from '../tests/support/start-desk.ts'
import { makeStarterDatabases } from '../tests/support/starter-database.ts'
import { requireChromium } from './browsers.js'

const FOLDER = path.join(import.meta.dirname, '../docs/pictures')
const WIDTH = 960

const removeStarter = await makeStarterDatabases()
const desk = await startDesk()
const browser = await chromium.launch({ executablePath: requireChromium(), args: ['--no-sandbox'] })
try {
  const { database, site } = desk
  await loadSamples(database, (work) => database.write(work), { count: 60, now: new Date(), seed: 1 })
  const owner = await makePerson(database, 'owner', { name: 'Nadia Fouad' })
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
  await context.addCookies([{ name: 'desk-session', value: await makeSession(database, owner), url: desk.url }])
  const page = await context.newPage()
  mkdirSync(FOLDER, { recursive: true })
  for (const [name, address] of [
    ['home-english', `${site.url}/`],
    ['job', `${site.url}/careerApply/1`],
    ['home-arabic', `${site.url}/ar`],
    ['inbox', `${desk.url}/inbox`],
    ['editor', `${desk.url}/content/services/1`],
  ] as const) {
    await page.goto(address, { waitUntil: 'networkidle' })
    const picture = sharp(await page.screenshot())
      .resize(WIDTH)
      .webp({ quality: 80 })
    const { size } = await picture.toFile(path.join(FOLDER, `${name}.webp`))
    console.log(`${name}: ${size} bytes`)
  }
} finally {
  await browser.close()
  await desk.stop()
  removeStarter()
}
