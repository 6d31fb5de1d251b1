import { unzipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { readTable, tableShapes } from '#domain/platform/database/every-table.ts'
import * as arabicDesk from '#texts/desk/ar/index.ts'
import { aPdf } from '../../support/builders.ts'
import { DATABASES } from '../../support/databases.ts'
import { deskOn } from '../../support/desk-api.ts'
import { storeApplication, storeMessage } from '../../support/desk-submissions.ts'
import { findRow, findRows } from '../../support/rows.ts'

const FORMULA = '=HYPERLINK("https://evil.example","x")'

describe.each(DATABASES)('exporting and erasing on %s', (name) => {
  const desk = deskOn(name)
  const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())
  const lastEntry = () =>
    desk.database.queries
      .selectFrom('audit_trail')
      .selectAll()
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()

  test('a table holds no formula, with or without a byte order mark, and the export is written down', async () => {
    const { call, person } = await desk.as('recruiter')
    const id = await storeMessage(desk, { fields: { name: FORMULA, subject: 'متجر', phone: '01155443322' } })
    const marked = await bytesOf(await call('POST /export', { body: { search: id, format: 'csv-with-mark' } }))
    expect([...marked.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    // A spreadsheet would read a number and drop its leading zero.
    expect(marked.toString()).toMatch(/,'01155443322,/)
    const plain = (await bytesOf(await call('POST /export', { body: { search: id, format: 'csv' } }))).toString()
    expect(plain.startsWith('Reference,Kind,Sample,Received,')).toBe(true)
    expect(plain).toContain('متجر')
    expect(plain).not.toMatch(/(^|,|")=HYPERLINK/m)
    expect(await lastEntry()).toMatchObject({ action: 'export', actor: person.id })
  })

  test('JSON, a workbook of texts, and the chosen ones only', async () => {
    const { call } = await desk.as('owner')
    const [one, other] = [await storeMessage(desk, { fields: { name: FORMULA } }), await storeMessage(desk)]
    const json = await call('POST /export', { body: { references: [one], format: 'json' } })
    expect(json.headers.get('content-disposition')).toMatch(/^attachment; filename="nuqta-\d{4}-\d\d-\d\d\.json"$/)
    expect(await json.json()).toMatchObject([{ reference: one, name: FORMULA }])
    const xlsx = await bytesOf(await call('POST /export', { body: { references: [one], format: 'xlsx' } }))
    const files = unzipSync(xlsx)
    const texts = Object.entries(files).map(([, bytes]) => Buffer.from(bytes).toString())
    expect(texts.join()).toContain('HYPERLINK')
    expect(texts.join()).not.toContain('<f>')
    expect(texts.join()).not.toContain(other)
  })

  test('more than a page that were selected are exported, changed and taken back at once', {
    tags: 'slow',
  }, async () => {
    const { call, person } = await desk.as('recruiter')
    const references: string[] = []
    for (let sent = 0; sent < 120; sent++) references.push(await storeMessage(desk))
    const exported = await call('POST /export', { body: { references, format: 'json' } })
    expect(exported.status).toBe(200)
    expect(await exported.json()).toHaveLength(120)
    const action = { kind: 'stage', stage: 'archived' }
    const changed = await call('POST /submissions/bulk', { body: { references, action, count: 120 } })
    const { undo } = (await changed.json()) as { undo: string }
    const [first] = references as [string]
    await call('PUT /submissions/:id/assignee', {
      params: { id: first },
      body: { assigneeId: person.id, version: 2 },
    })
    const undone = await call('POST /undo/:id', { params: { id: undo } })
    expect(await undone.json()).toMatchObject({ undone: 119, kept: 1 })
    await desk.database.write((queries) =>
      queries.deleteFrom('submissions').where('reference', 'in', references).execute(),
    )
  })

  test('many are marked as read in one step, which is told once and taken back by those that it changed', async () => {
    const { call, person } = await desk.as('recruiter')
    const search = 'quinces'
    const references: string[] = []
    for (let sent = 0; sent < 3; sent++) references.push(await storeMessage(desk, { fields: { subject: search } }))
    const [first] = references as [string]
    const mark = async (body: object) => (await call('POST /submissions/bulk/read', { body })).json()
    const unread = async () => {
      const query = { search, read: 'no' }
      const { items } = (await (await call('GET /submissions', { query })).json()) as { items: { reference: string }[] }
      return items.map(({ reference }) => reference).toSorted()
    }
    expect(await mark({ references: [first], isRead: true })).toEqual({ references: [first] })
    const { references: marked } = (await mark({ filters: { search }, isRead: true })) as { references: string[] }
    expect(marked.toSorted()).toEqual(references.slice(1).toSorted())
    expect(await unread()).toEqual([])
    await mark({ references: marked, isRead: false })
    expect(await unread()).toEqual(marked.toSorted())
    const told = await findRows(desk.database.queries, 'audit_trail', {
      actor: person.id,
      action: 'submission.mark-read',
    })
    expect(told).toHaveLength(3)
    expect((await call('POST /submissions/bulk/read', { body: { isRead: true } })).status).toBe(422)
    const { call: asReader } = await desk.as('reader')
    expect((await asReader('POST /submissions/bulk/read', { body: { references, isRead: true } })).status).toBe(403)
  })

  test('CVs come as one file, each named after the person, the job and its reference', async () => {
    const { call } = await desk.as('recruiter')
    const bytes = aPdf({ padding: 'zipped' })
    const fileName = '../../../etc/passwd'
    const id = await storeApplication(desk, { bytes, fileName, fields: { name: '../نور: "Ali" \\ <x>' } })
    const files = unzipSync(await bytesOf(await call('POST /export', { body: { references: [id], format: 'cvs' } })))
    const name = `نور-Ali-x-General-application-${id}.pdf`
    expect(Object.keys(files)).toEqual([name])
    expect(Buffer.from(files[name] as Uint8Array).equals(bytes)).toBe(true)
  })

  test('erasing shows the items first, takes the address again, and leaves a receipt without names', async () => {
    const { call } = await desk.as('recruiter')
    const email = 'erase.me@mail.example'
    const id = await storeApplication(desk, { fields: { email, name: 'Erasmus Canary' } })
    const other = await storeMessage(desk, { fields: { email: 'erase.me+2@mail.example' } })
    await call('POST /submissions/:id/notes', { params: { id }, body: { note: 'Canary sings' } })
    const preview = await (await call('POST /erasure/preview', { body: { email } })).json()
    expect(preview).toMatchObject({
      count: 2,
      cvs: 1,
      alike: ['erase.me+2@mail.example'],
      items: expect.arrayContaining([
        expect.objectContaining({ reference: other }),
        expect.objectContaining({ reference: id }),
      ]),
    })
    const erase = (typedEmail: string) => call('POST /erasure', { body: { email, typedEmail } })
    expect((await erase('erase@mail.example')).status).toBe(422)
    const stale = await call('POST /erasure', { body: { email, typedEmail: email, count: 1 } })
    expect(await stale.json()).toMatchObject({ type: 'urn:problem:countChanged', details: { count: 2 } })
    const receipt = (await (await erase('Erase.Me@mail.example')).json()) as { counts: object }
    expect(receipt.counts).toMatchObject({ 'career-application': 1, 'contact-message': 1, cv: 1 })
    const left = await desk.database.queries.selectFrom('submissions').select('reference').execute()
    expect(left.map(({ reference }) => reference)).not.toContain(other)
    expect(JSON.stringify(receipt)).not.toMatch(/canary|erase\.me/i)
    expect((await erase(email)).status).toBe(404)
    const { queries } = desk.database
    for (const table of [
      'submissions',
      'submission_search',
      'submission_notes',
      'submission_events',
      'letters',
    ] as const)
      expect(JSON.stringify(await queries.selectFrom(table).selectAll().execute())).not.toMatch(/canary/i)
  })

  test('no table knows the id, the name, the address or the number of what is erased', async () => {
    const { call } = await desk.as('recruiter')
    const fields = { email: 'walked.over@mail.example', name: 'Wilhelmina Vanishing', phone: '01009988776' }
    const reference = await storeApplication(desk, { fields })
    const other = await storeApplication(desk)
    const { queries } = desk.database
    const { id } = await findRow(queries, 'submissions', { reference })
    const action = { kind: 'stage', stage: 'in-review' }
    const bulk = (references: string[]) => call('POST /submissions/bulk', { body: { references, action } })
    const { undo } = (await (await bulk([reference, other])).json()) as { undo: string }
    const ofOne = await call('POST /submissions/bulk', {
      body: { references: [reference], action: { kind: 'stage', stage: 'interview' } },
    })
    const { undo: undoOfOne } = (await ofOne.json()) as { undo: string }
    await call('POST /submissions/:id/notes', { params: { id: reference }, body: { note: 'Wilhelmina rang' } })
    await call('POST /views', { body: { name: 'Wilhelmina', search: '?search=vanishing' } })
    await call('GET /submissions/:id', { params: { id: reference } })

    const traces = new RegExp([id, 'wilhelmina', 'vanishing', 'walked.over', '1009988776'].join('|'), 'i')
    expect(await tablesWith(traces)).toEqual(expect.arrayContaining(['submissions', 'undo_steps', 'saved_views']))
    await call('POST /erasure', { body: { email: fields.email, typedEmail: fields.email } })
    expect(await tablesWith(traces)).toEqual([])
    const left = (await queries.selectFrom('undo_steps').select('id').execute()).map((step) => step.id)
    expect(left).toContain(undo)
    expect(left).not.toContain(undoOfOne)
    expect(await (await call('POST /undo/:id', { params: { id: undo } })).json()).toMatchObject({ undone: 1 })
  })

  test('a table has the words of the person’s desk, the company’s clock, the colleague and the reason', async () => {
    const { call, person } = await desk.as('recruiter')
    const now = new Date('2026-01-05T22:30:00.000Z')
    const id = await storeApplication({ ...desk, clock: { now } } as typeof desk, { fields: { job_id: 1 } })
    const params = { id }
    await call('PUT /submissions/:id/assignee', { params, body: { assigneeId: person.id, version: 1 } })
    const declining = { stage: 'declined', reason: 'job-closed', version: 2 }
    expect((await call('PUT /submissions/:id/stage', { params, body: declining })).status).toBe(200)
    const table = async () => {
      const csv = (await bytesOf(await call('POST /export', { body: { references: [id], format: 'csv' } }))).toString()
      const [headers = '', cells = ''] = csv.split('\r\n')
      return Object.fromEntries(headers.split(',').map((header, index) => [header, cells.split(',')[index]]))
    }
    expect(await table()).toMatchObject({
      Kind: 'Application',
      Sample: 'no',
      Received: '2026-01-06 00:30',
      Stage: 'Declined',
      'Reason for declining': 'The job is closed',
      'Assigned to': person.name,
    })
    await call('PATCH /account', { body: { language: 'ar' } })
    const { inbox, submissions } = arabicDesk
    expect(await table()).toMatchObject({
      [inbox.columns.stage]: submissions.stages.declined,
      [submissions.sample]: inbox.no,
    })
    const json = await call('POST /export', { body: { references: [id], format: 'json' } })
    const record = { stage: 'declined', decline_reason: 'job-closed', assignee: person.name, sample: false }
    expect(await json.json()).toMatchObject([record])
  })

  async function tablesWith(trace: RegExp) {
    const { queries } = desk.database
    const found: string[] = []
    for (const table of await tableShapes())
      for await (const rows of readTable(queries, table))
        if (trace.test(JSON.stringify(rows)) && !found.includes(table.name)) found.push(table.name)
    return found.sort()
  }
})
