import { describe, expect, test } from 'vitest'
import type { DeskCalls } from '#desk/api/calls.ts'
import { erasePerson } from '#domain/submissions/erase.ts'
import { aPdf } from '../../support/builders.ts'
import { DATABASES } from '../../support/databases.ts'
import { type Caller, deskOn, type Query } from '../../support/desk-api.ts'
import { storeApplication } from '../../support/desk-submissions.ts'
import { aPdfOfText, turned } from '../../support/text-pdfs.ts'
import { queuedJobs, startCvInspections } from '../../support/workers.ts'

type ResultOf<Key extends keyof DeskCalls> = Awaited<ReturnType<DeskCalls[Key]['handle']>>

const ENGLISH = aPdfOfText(['Salma Nabil, Backend engineer', 'Kubernetes, PostgreSQL and Terraform since 2016'])
/** Presentation forms and ligatures from left to right, and letters in reading order. */
const ARABIC = aPdfOfText([
  { text: turned('ﻣﻬﻨﺪﺱ ﺑﺮﻣﺠﻴﺎﺕ ﺑﺎﻟﻘﺎﻫﺮﺓ') },
  { text: turned('خبرة في ا\ue002سكندرية') },
  { text: 'محاسبة قانونية', drawing: 'in-reading-order' },
])

describe.each(DATABASES)('the search inside CVs on %s', (name) => {
  const desk = deskOn(name)
  const list = async (call: Caller, query: Query) =>
    ((await (await call('GET /submissions', { query })).json()) as ResultOf<'GET /submissions'>).items
  const found = async (call: Caller, query: Query) => (await list(call, query)).map(({ reference }) => reference)

  async function readCvs() {
    const log = { error: () => {} }
    const inspections = startCvInspections({ database: desk.database, log, clock: () => desk.clock.now })
    try {
      await inspections.inspectDue()
    } finally {
      await inspections.stop()
    }
  }

  test('finds English and Arabic words, whatever way the file draws them, and says where', async () => {
    const { call } = await desk.as('reader')
    const english = await storeApplication(desk, { bytes: ENGLISH })
    const arabic = await storeApplication(desk, { bytes: ARABIC, fields: { email: 'mona@mail.example' } })
    await readCvs()
    for (const word of ['kubernetes', 'Postgre', 'TERRAFORM'])
      expect(await found(call, { search: word })).toEqual([english])
    for (const word of ['مهندس', 'الاسكندريه', 'محاسبة', 'قاهرة'])
      expect(await found(call, { search: word })).toEqual([arabic])
    const [item] = await list(call, { search: 'terraform 2016' })
    const { page, text, marks } = item!.foundInCv!
    expect(page).toBe(1)
    expect(marks.map(([start, end]) => text.slice(start, end))).toEqual(['Terraform', '2016'])
  })

  test('looks only in CVs or leaves them out, by a filter or a prefix', async () => {
    const { call } = await desk.as('reader')
    const inCv = await storeApplication(desk, { bytes: aPdfOfText(['Zirconium mining']) })
    const inForm = await storeApplication(desk, { fields: { college: 'Zirconium Institute', email: 'z@mail.example' } })
    await readCvs()
    expect((await found(call, { search: 'zirconium' })).toSorted()).toEqual([inCv, inForm].toSorted())
    expect(await found(call, { search: 'zirconium', within: 'cv' })).toEqual([inCv])
    expect(await found(call, { search: 'zirconium', within: 'form' })).toEqual([inForm])
    expect(await found(call, { search: 'cv: zirconium' })).toEqual([inCv])
    expect(await found(call, { search: 'سيرة: zirconium' })).toEqual([inCv])
    expect((await list(call, { search: 'zirconium' })).map(({ foundInCv }) => foundInCv?.page)).toContain(1)
    expect((await call('GET /submissions', { query: { search: 'a', within: 'elsewhere' } })).status).toBe(422)
  })

  test('a scan is said to have no text, and hostile text is found as text', async () => {
    const { call } = await desk.as('reader')
    const scan = await storeApplication(desk, { bytes: aPdf() })
    const hostile = await storeApplication(desk, {
      bytes: aPdfOfText(['Pro\u200bmetheus <img src=x onerror=alert(1)> \u202egnirts'], { invisible: true }),
      fields: { email: 'h@mail.example' },
    })
    await readCvs()
    const one = (await (
      await call('GET /submissions/:id', { params: { id: scan } })
    ).json()) as ResultOf<'GET /submissions/:id'>
    expect(one.cv?.text).toBe('none')
    const [item] = await list(call, { search: 'prometheus' })
    expect(item?.reference).toBe(hostile)
    expect(item?.foundInCv?.text).toContain('<img src=x onerror=alert(1)>')
    expect(await found(call, { search: '\ue000prometheus' })).toEqual([hostile])
  })

  test('CVs from before are read in the background; with the person their words are gone', async () => {
    const { call } = await desk.as('reader')
    const email = 'gone@mail.example'
    const reference = await storeApplication(desk, { bytes: aPdfOfText(['Molybdenum']), fields: { email } })
    const { queries } = desk.database
    // As the migration leaves an older installation.
    await queries
      .updateTable('queued_jobs')
      .set({ kind: 'cv-text' })
      .where('subject', '=', reference)
      .where('kind', '=', 'cv-inspection')
      .execute()
    await readCvs()
    expect(await found(call, { search: 'molybdenum' })).toEqual([reference])
    expect(await queuedJobs(queries, 'cv-text')).toEqual([])
    await erasePerson(desk.database, email, { actor: 'a test', now: desk.clock.now })
    expect(await found(call, { search: 'molybdenum' })).toEqual([])
    expect(await queries.selectFrom('cv_texts').select('submission_id').execute()).not.toContainEqual(reference)
  })
})
