import { expect } from 'vitest'
import { addressOfPicture } from '#contract/uploaded-pictures.ts'
import { addPicture, findPicture, idOfPicture, keepPictureFiles } from '#domain/content/pictures/pictures.ts'
import { type PreparedPicture, preparePicture } from '#domain/content/pictures/prepare.ts'
import type { Database } from '#domain/platform/database/database.ts'
import { addArticle, bodyOfArticle } from './articles.ts'
import { makePerson, makeSession } from './desk-people.ts'
import { aPhoto } from './photographs.ts'
import type { OpenDesk } from './start-desk.ts'

/** Journeys of the caret through an Arabic article, the same in every browser. */

type Key = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'Home' | 'End' | 'Backspace' | 'Delete'

export interface CaretDriver {
  /** Letters stand for themselves. */
  press(key: Key | (string & {}), modifier?: 'Shift' | 'Control'): Promise<unknown>
  evaluate<Result>(task: (selector: string) => Result, selector: string): Promise<Awaited<Result>>
}

/** Bold and a link in a line that reads from right to left. */
const LINE = 'كلمة **غامقة** بعدها [رابط](/jobs) ثم نص'
const WORDS = 'كلمة غامقة بعدها رابط ثم نص'
const BOLD = { start: 5, end: 10 }
const LINK_END = 21
const TEXT = '[data-column=ar] [role=textbox]'

export async function openArticle({ database, url }: OpenDesk, body: string) {
  const id = await addArticle(database, { en: 'A line.', ar: body })
  const person = await makePerson(database, 'editor', { language: 'ar' })
  return {
    session: await makeSession(database, person),
    address: `${url}/content/notes/${id}`,
    body,
    isStored: (wanted: string) => expect.poll(() => bodyOfArticle(database, id, 'ar')).toBe(wanted),
  }
}

type Opened = Awaited<ReturnType<typeof openArticle>>

export const aLine = (desk: OpenDesk) => openArticle(desk, LINE)

export async function editLine(driver: CaretDriver, { isStored }: Opened) {
  const { press, evaluate } = driver
  await focusText(driver)
  const isAt = (at: number) => expect.poll(async () => (await evaluate(readCaret, TEXT)).at).toBe(at)
  const goTo = async (at: number) => {
    await press('Home')
    await isAt(0)
    for (let step = 1; step <= at; step++) {
      await press('ArrowLeft')
      await isAt(step)
    }
  }

  // Over both edges of the bold word and of the link, there and back.
  await goTo(WORDS.length)
  for (let step = WORDS.length - 1; step >= 0; step--) {
    await press('ArrowRight')
    await isAt(step)
  }
  await press('End')
  await isAt(WORDS.length)

  await goTo(BOLD.end - 2)
  // Both browsers select by the order of letters, whatever the direction.
  for (let letter = 0; letter < 4; letter++) await press('ArrowRight', 'Shift')
  const selected = async () => (await evaluate(readCaret, TEXT)).selected
  await expect.poll(selected).toBe(WORDS.slice(BOLD.end - 2, BOLD.end + 2))

  await goTo(BOLD.end)
  await press('ن')
  await isStored(LINE.replace('غامقة', 'غامقةن'))
  await press('Backspace')
  await press('Backspace')
  await isStored(LINE.replace('غامقة', 'غامق'))
  await press('ة')
  await isStored(LINE)

  await goTo(BOLD.start)
  await press('و')
  await isStored(LINE.replace('**غ', 'و**غ'))
  await press('Backspace')
  await isStored(LINE)
  await press('Delete')
  await isStored(LINE.replace('غامقة', 'امقة'))
  await press('z', 'Control')
  await isStored(LINE)

  await goTo(LINK_END)
  await press('ن')
  await isStored(LINE.replace(')', ')ن'))
  await press('z', 'Control')
  await isStored(LINE)
}

export async function aPicture(desk: OpenDesk) {
  const { buffer, name } = await aPhoto('harbour.jpg')
  return openArticle(desk, `قبل\n\n![ميناء](${await addressOfNew(desk.database, name, buffer)})\n\nبعد`)
}

async function addressOfNew(database: Database, name: string, bytes: Buffer): Promise<string> {
  const id = idOfPicture(bytes)
  const prepared = (await preparePicture(bytes)) as PreparedPicture
  const kept = await keepPictureFiles(database.files, prepared)
  await database.write((queries) => addPicture(queries, { id, name, prepared, kept, uploadedBy: null }, new Date()))
  return addressOfPicture(
    (await findPicture(database.queries, id)) as NonNullable<Awaited<ReturnType<typeof findPicture>>>,
  )
}

export async function deletePicture(driver: CaretDriver, { isStored, body }: Opened) {
  const { press, evaluate } = driver
  await focusText(driver)
  const without = 'قبل\n\nبعد'
  const goBelow = async () => {
    await press('End', 'Control')
    await press('Home')
    await expect.poll(async () => (await evaluate(readCaret, TEXT)).after).toBe('بعد')
  }
  await goBelow()
  await press('Backspace')
  await isStored(without)
  await press('z', 'Control')
  await isStored(body)

  await goBelow()
  await press('ArrowUp')
  await expect.poll(() => evaluate(isThere, `${TEXT} [data-chosen]`)).toBe(true)
  await press('Delete')
  await isStored(without)
  await press('z', 'Control')
  await isStored(body)
}

async function focusText({ evaluate }: CaretDriver) {
  await expect.poll(() => evaluate(isThere, TEXT)).toBe(true)
  await evaluate((selector) => document.querySelector<HTMLElement>(selector)?.focus(), TEXT)
}

const isThere = (selector: string) => document.querySelector(selector) !== null

/** Letters before the caret, the rest of its block, and what is selected. */
function readCaret(selector: string) {
  const selection = getSelection() as Selection
  const before = document.createRange()
  before.setStart(document.querySelector(selector) as Element, 0)
  before.setEnd(selection.focusNode as Node, selection.focusOffset)
  const after = document.createRange()
  after.setStart(selection.focusNode as Node, selection.focusOffset)
  after.setEndAfter(document.querySelector(selector)?.lastElementChild as Element)
  return { at: before.toString().length, after: after.toString(), selected: selection.toString() }
}
