import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { DeskCalls } from '#desk/api/calls.ts'
import { listAuditTrail } from '#domain/platform/audit-trail.ts'
import { calendarDay } from '#domain/platform/calendar.ts'
import { erasePerson } from '#domain/submissions/erase.ts'
import { companyCalendar } from '#domain/submissions/promises.ts'
import { aPdf } from '../../support/builders.ts'
import { DATABASES } from '../../support/databases.ts'
import { type Caller, deskOn, type Query } from '../../support/desk-api.ts'
import { storeApplication, storeInternship, storeMessage } from '../../support/desk-submissions.ts'
import { changeTimeZone } from '../../support/published-content.ts'

type ResultOf<Key extends keyof DeskCalls> = Awaited<ReturnType<DeskCalls[Key]['handle']>>
type List = ResultOf<'GET /submissions'>
type One = ResultOf<'GET /submissions/:id'>

const DAY = 24 * 60 * 60 * 1000

describe.each(DATABASES)('the inbox on %s', (name) => {
  const desk = deskOn(name)
  const at = (daysAgo: number) => new Date(desk.clock.now.getTime() - daysAgo * DAY)
  const list = async (call: Caller, query: Query = {}) =>
    (await (await call('GET /submissions', { query })).json()) as List
  const references = async (call: Caller, query: Query = {}) =>
    (await list(call, query)).items.map(({ reference }) => reference)
  const open = async (call: Caller, id: string, query: Query = {}) =>
    (await (await call('GET /submissions/:id', { params: { id }, query })).json()) as One

  test('lists the newest first and walks to the end without gaps or repetitions', async () => {
    const { call } = await desk.as('reader')
    const email = 'walk@mail.example'
    const sent: string[] = []
    for (let day = 9; day >= 0; day--) sent.push(await storeMessage(desk, { fields: { email }, now: at(day) }))
    for (const query of [{ search: email }, { form: 'contact-message' }] as Record<string, string>[]) {
      const walked: string[] = []
      for (let after = ''; ; ) {
        const page = await list(call, { ...query, limit: '3', ...(after && { after }) })
        walked.push(...page.items.map(({ reference }) => reference))
        if (!page.next) break
        after = page.next
      }
      expect(walked).toEqual(sent.toReversed())
      expect(await references(call, { ...query, order: 'oldest' })).toEqual(sent)
    }
    expect(await list(call, { search: email })).toMatchObject({ total: 10, isMore: false, next: null })
    expect((await call('GET /submissions', { query: { after: 'nonsense' } })).status).toBe(200)
  })

  test('submissions of one millisecond are all stored, in a stable order', async () => {
    const { call } = await desk.as('reader')
    const email = 'crowd@mail.example'
    const now = at(60)
    const sent: string[] = []
    while (sent.length < 120) sent.push(await storeMessage(desk, { fields: { email }, now }))
    const first = await list(call, { search: email, limit: '100' })
    const second = await list(call, { search: email, limit: '100', after: first.next ?? '' })
    const found = [...first.items, ...second.items].map(({ reference }) => reference)
    expect(found.toSorted()).toEqual(sent.toSorted())
  })

  test('filters by form, job, stage, person, language, day, mark and samples', async () => {
    const { call, person } = await desk.as('recruiter')
    const general = await storeApplication(desk, { language: 'ar', now: at(40) })
    const forJob = await storeApplication(desk, { fields: { job_id: 1 }, marks: ['honeypot'], now: at(41) })
    const internship = await storeInternship(desk, { now: at(42) })

    expect(await references(call, { form: 'internship-application' })).toEqual([internship])
    expect(await references(call, { form: 'career-application' })).toEqual([general, forJob])
    expect(await references(call, { job: 'general' })).toEqual([general])
    expect(await references(call, { job: '1' })).toEqual([forJob])
    expect(await references(call, { marked: 'yes' })).toEqual([forJob])
    expect(await references(call, { language: 'ar' })).toEqual([general])
    expect(await references(call, { samples: 'yes' })).toEqual([])
    const { timeZone } = await companyCalendar(desk.database.queries)
    const day = calendarDay(at(41), timeZone)
    expect(await references(call, { since: day, until: day })).toEqual([forJob])

    await call('PUT /submissions/:id/assignee', { params: { id: forJob }, body: { assigneeId: person.id, version: 1 } })
    await call('PUT /submissions/:id/stage', { params: { id: internship }, body: { stage: 'interview', version: 1 } })
    expect(await references(call, { person: 'me' })).toEqual([forJob])
    expect(await references(call, { person: person.id })).toEqual([forJob])
    expect(await references(call, { person: 'nobody' })).not.toContain(forJob)
    expect(await references(call, { stage: 'interview' })).toEqual([internship])
    const counts = (await (await call('GET /submissions/counts')).json()) as ResultOf<'GET /submissions/counts'>
    expect(counts.stages['internship-application']).toEqual({ interview: 1 })
    expect(counts).toMatchObject({ mine: 1, marked: 1 })
    expect((await call('GET /submissions', { query: { stage: 'nowhere' } })).status).toBe(422)
  })

  test('takes several values for each filter, and exports and changes what the list shows', async () => {
    const { call, person } = await desk.as('recruiter')
    const tag = 'several-values'
    const store = { fields: { address: tag } }
    const general = await storeApplication(desk, { ...store, language: 'ar', now: at(50) })
    const first = await storeApplication(desk, {
      fields: { ...store.fields, job_id: 1 },
      marks: ['honeypot'],
      now: at(51),
    })
    const second = await storeApplication(desk, {
      fields: { ...store.fields, job_id: 2 },
      marks: ['cv-script'],
      now: at(52),
    })
    await call('PUT /submissions/:id/assignee', { params: { id: first }, body: { assigneeId: person.id, version: 1 } })
    await call('PUT /submissions/:id/stage', { params: { id: second }, body: { stage: 'offer', version: 1 } })
    const found = async (query: Query) => references(call, { search: tag, ...query })

    expect(await found({ job: ['1', '2'] })).toEqual([first, second])
    expect(await found({ job: ['1', 'general'] })).toEqual([general, first])
    expect(await found({ stage: ['new', 'offer'] })).toEqual([general, first, second])
    expect(await found({ person: ['me', 'nobody'] })).toEqual([general, first, second])
    expect(await found({ person: [person.id, 'somebody-else'] })).toEqual([first])
    expect(await found({ language: ['ar', 'en'] })).toEqual([general, first, second])
    expect(await found({ marked: ['robot'] })).toEqual([first])
    expect(await found({ marked: ['robot', 'cv'] })).toEqual([first, second])
    expect(await found({ marked: ['cv', 'no'] })).toEqual([general, second])

    const filters = { search: tag, job: ['1', '2'], stage: ['offer', 'new'] }
    const exported = await call('POST /export', { body: { ...filters, format: 'json' } })
    expect(((await exported.json()) as { reference: string }[]).map(({ reference }) => reference)).toEqual([
      first,
      second,
    ])
    const action = { kind: 'assign', assigneeId: null }
    const preview = await call('POST /submissions/bulk/preview', { body: { filters, action } })
    expect(await preview.json()).toMatchObject({ changing: 1, skipped: 1 })
    expect((await call('POST /submissions/bulk', { body: { filters: { job: [] }, action } })).status).toBe(422)
  })

  test('sorts by name, stage, due date and arrival, either way, page by page', async () => {
    const { call } = await desk.as('recruiter')
    const tag = 'sortable'
    const people = ['أمل', 'إيمان', 'Basma', 'adam', 'Élodie', 'بسمة']
    const stored = new Map<string, string>()
    for (const [index, name] of people.entries()) {
      const stage = index % 2 === 0 ? 'interview' : 'in-review'
      const reference = await storeApplication(desk, { fields: { name, address: tag }, now: at(60 + index) })
      await call('PUT /submissions/:id/stage', { params: { id: reference }, body: { stage, version: 1 } })
      stored.set(reference, name)
    }
    const sorted = async (order: string) => {
      const shown: string[] = []
      for (let after: string | null | undefined; after !== null; ) {
        const query = { search: tag, order, limit: '2', ...(after && { after }) }
        const page = (await (await call('GET /submissions', { query })).json()) as ResultOf<'GET /submissions'>
        shown.push(...page.items.map(({ reference }) => stored.get(reference) as string))
        after = page.next
      }
      return shown
    }
    const byName = ['adam', 'Basma', 'Élodie', 'أمل', 'إيمان', 'بسمة']
    expect(await sorted('name')).toEqual(byName)
    expect(await sorted('name-desc')).toEqual(byName.toReversed())
    expect(await sorted('newest')).toEqual(people)
    expect(await sorted('oldest')).toEqual(people.toReversed())
    const byStage = ['إيمان', 'adam', 'بسمة', 'أمل', 'Basma', 'Élodie']
    expect(await sorted('stage')).toEqual(byStage)
    expect(await sorted('stage-desc')).toEqual(byStage.toReversed())
    const byDueDate = await sorted('waiting')
    expect(byDueDate).toHaveLength(people.length)
    expect(await sorted('waiting-desc')).toEqual(byDueDate.toReversed())

    const [adam] = [...stored].find(([, name]) => name === 'adam') as [string, string]
    const query = { search: tag, order: 'name' }
    const opened = (await (await call('GET /submissions/:id', { params: { id: adam }, query })).json()) as {
      neighbours: { previous: string | null; next: string }
    }
    expect(opened.neighbours.previous).toBeNull()
    expect(stored.get(opened.neighbours.next)).toBe('Basma')
    for (const key of [7, null, 'x\0y', {}]) {
      const after = Buffer.from(JSON.stringify([1, key, 1])).toString('base64url')
      for (const order of ['name', 'stage'])
        expect((await call('GET /submissions', { query: { order, after } })).status).toBe(200)
    }
  })

  test('the last four digits of a telephone number find its owner', async () => {
    const { call } = await desk.as('recruiter')
    const [one, other] = [
      await storeMessage(desk, { fields: { phone: '01099887351' } }),
      await storeMessage(desk, { fields: { phone: '01073519988' } }),
    ]
    const found = await references(call, { search: '٧٣٥١' })
    expect(found).toContain(one)
    expect(found).not.toContain(other)
  })

  test('forgives spelling in both scripts, and finds nothing more of who is erased', async () => {
    const { call } = await desk.as('reader')
    const arabic = await storeMessage(desk, {
      fields: { name: 'أحمد عليّ الأُسَيوطى', email: 'ahmad@mail.example', message: 'Crème BRÛLÉE بآلة کبيرة ٢٠٢٦' },
      language: 'ar',
    })
    for (const typed of ['احمد علي', 'اسيوطي', 'creme BRULEE', 'اله كبيره', '۲۰۲۶', 'ahmad@mail.example', arabic])
      expect(await references(call, { search: typed }), typed).toEqual([arabic])
    expect(await references(call, { search: '202' })).toEqual([])
    for (const typed of ['"', "'", '* OR', '%', 'NEAR(', "احمد':* | 'x"]) {
      const response = await call('GET /submissions', { query: { search: typed } })
      expect(response.status, typed).toBe(200)
    }
    await erasePerson(desk.database, 'ahmad@mail.example', { actor: 'a test', now: desk.clock.now })
    expect(await references(call, { search: 'اسيوطي' })).toEqual([])
  })

  test('opening one marks it read, writes it down and tells what is known', async () => {
    const { call, person } = await desk.as('recruiter')
    const bytes = aPdf({ padding: 'the same CV twice' })
    const first = await storeApplication(desk, {
      bytes,
      fields: { email: 'du.plicate@gmail.com', phone: '+201055555555', name: 'Éva Ali', job_id: 1 },
    })
    const second = await storeApplication(desk, {
      bytes,
      fields: { email: 'Duplicate+jobs@gmail.com', phone: '٠١٠٥٥٥٥٥٥٥٥', name: 'eva  ALI' },
    })
    const reader = await desk.as('reader')
    await open(reader.call, second)
    expect(await references(call, { read: 'no' })).toContain(second)

    const one = await open(call, second)
    expect(one).toMatchObject({ reference: second, isRead: true, stage: 'new', cv: { size: bytes.length } })
    expect(one.answers).toMatchObject({ college: 'Cairo University' })
    expect(one.duplicates).toMatchObject([
      { reference: first, jobId: 1, aboutInArabic: expect.stringMatching(/\p{Script=Arabic}/u) },
    ])
    expect(one.duplicates[0]?.reasons.toSorted()).toEqual(['cv', 'email', 'name', 'phone'])
    expect(one.timeline.map(({ kind }) => kind)).toEqual(['received', 'read', 'read'])
    const again = await open(call, second)
    expect(again.timeline.map(({ kind }) => kind)).toEqual(['received', 'read', 'read'])
    const openings = (await listAuditTrail(desk.database.queries, second)).filter(
      ({ action }) => action === 'submission.open',
    )
    expect(openings).toHaveLength(3)
    expect(one.others).toEqual([reader.person.id])
    expect((await open(call, 'NQ-0000-0000')) as unknown).toMatchObject({ type: 'urn:problem:notFound' })

    const { others } = (await (
      await reader.call('PUT /submissions/:id/presence', { params: { id: second } })
    ).json()) as {
      others: string[]
    }
    expect(others).toEqual([person.id])
    desk.clock.pass(60_000)
    expect((await open(call, second)).others).toEqual([])
  })

  test('previous and next keep the order of the list it was opened from', async () => {
    const { call } = await desk.as('reader')
    const email = 'neighbours@mail.example'
    const [oldest, middle, newest] = [
      await storeMessage(desk, { fields: { email }, now: at(3) }),
      await storeMessage(desk, { fields: { email }, now: at(2) }),
      await storeMessage(desk, { fields: { email }, now: at(1) }),
    ]
    const around = async (id: string, query: Record<string, string>) => (await open(call, id, query)).neighbours
    expect(await around(middle, { search: email })).toEqual({ previous: newest, next: oldest })
    expect(await around(middle, { search: email, order: 'oldest' })).toEqual({ previous: oldest, next: newest })
    expect(await around(newest, { search: email })).toEqual({ previous: null, next: middle })
  })

  test('a move that the table does not have is refused; two at once never overwrite each other', async () => {
    const { call } = await desk.as('recruiter')
    const id = await storeApplication(desk)
    const move = (body: object) => call('PUT /submissions/:id/stage', { params: { id }, body })
    const refused = await move({ stage: 'hired', version: 1 })
    expect(refused.status).toBe(409)
    expect(await refused.json()).toMatchObject({ type: 'urn:problem:moveNotAllowed' })
    expect((await move({ stage: 'declined', version: 1 })).status).toBe(422)

    const answers = await Promise.all([
      move({ stage: 'interview', version: 1 }),
      move({ stage: 'in-review', version: 1 }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const conflict = (await answers.find(({ status }) => status === 409)?.json()) as { details: object }
    expect(conflict).toMatchObject({
      type: 'urn:problem:conflict',
      details: { current: { version: 2 }, wanted: { stage: expect.any(String) } },
    })
  })

  test('notes carry their author, mention only those who may read, and are removed by their author alone', async () => {
    const { call, person } = await desk.as('recruiter')
    const other = await desk.as('owner')
    const editor = await desk.as('editor')
    const id = await storeMessage(desk)
    const write = (body: object) => call('POST /submissions/:id/notes', { params: { id }, body })
    expect((await write({ note: ' ' })).status).toBe(422)
    expect((await write({ note: 'x', mentions: [editor.person.id] })).status).toBe(404)
    const made = (await (await write({ note: 'Ask about zirconium', mentions: [other.person.id] })).json()) as {
      id: string
    }
    expect((await open(call, id)).noteList).toMatchObject([{ authorId: person.id, note: 'Ask about zirconium' }])
    expect(await references(call, { search: 'zirconium' })).toEqual([id])
    const remove = (caller: Caller) => caller('DELETE /submissions/:id/notes/:note', { params: { id, note: made.id } })
    expect((await remove(other.call)).status).toBe(404)
    expect((await remove(call)).status).toBe(204)
    expect(await references(call, { search: 'zirconium' })).toEqual([])
  })

  test('a note that is sent again under its id is stored once, and the id of another note is refused', async () => {
    const { call } = await desk.as('recruiter')
    const other = await desk.as('recruiter')
    const id = await storeMessage(desk)
    const elsewhere = await storeMessage(desk)
    const body = { id: randomUUID(), note: 'Ask about hafnium' }
    const write = (caller: Caller, to: string) => caller('POST /submissions/:id/notes', { params: { id: to }, body })
    const answers = await Promise.all([write(call, id), write(call, id)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const [first, again] = await Promise.all(answers.map((answer) => answer.json()))
    expect(again).toEqual(first)
    const opened = await open(call, id)
    expect(opened.noteList).toMatchObject([body])
    expect(opened.timeline.filter(({ kind }) => kind === 'note')).toHaveLength(1)
    expect((await write(other.call, id)).status).toBe(409)
    expect((await write(call, elsewhere)).status).toBe(409)
    expect((await open(call, elsewhere)).noteList).toEqual([])
  })

  test('notes that are written at once are all found', async () => {
    const { call } = await desk.as('recruiter')
    const id = await storeMessage(desk)
    const words = Array.from({ length: 12 }, (_, index) => `${index}osmium`)
    const write = (note: string) => call('POST /submissions/:id/notes', { params: { id }, body: { note } })
    for (const { status } of await Promise.all(words.map(write))) expect(status).toBe(200)
    for (const search of words) expect([search, await references(call, { search })]).toEqual([search, [id]])
  })

  test('no response holds what its reader may not read', async () => {
    const { call } = await desk.as('recruiter')
    const editor = await desk.as('editor')
    const id = await storeMessage(desk)
    for (const assigneeId of [editor.person.id, 'nobody-known']) {
      const response = await call('PUT /submissions/:id/assignee', { params: { id }, body: { assigneeId, version: 1 } })
      expect(response.status).toBe(404)
    }
  })

  test('today counts by the company’s days, also where they begin at half an hour', async () => {
    const { call } = await desk.as('reader')
    const { queries } = desk.database
    const former = await changeTimeZone(queries, 'Asia/Kolkata')
    const [day, nextDay] = [3, 2].map((ago) =>
      new Date(desk.clock.now.getTime() - ago * DAY).toISOString().slice(0, 10),
    )
    const midnight = Date.parse(`${day}T18:30:00Z`)
    const daysWith = async (moment: number) => {
      const before = ((await (await call('GET /today')).json()) as ResultOf<'GET /today'>).days
      await storeMessage({ ...desk, clock: { now: new Date(moment) } })
      const after = ((await (await call('GET /today')).json()) as ResultOf<'GET /today'>).days
      return after.filter(
        ({ counts }, index) => counts['contact-message'] > (before[index]?.counts['contact-message'] ?? 0),
      )
    }
    const daysOf = async (moment: number) => (await daysWith(moment)).map(({ day }) => day)
    expect(await daysOf(midnight - 60_000)).toEqual([day])
    expect(await daysOf(midnight + 60_000)).toEqual([nextDay])
    await changeTimeZone(queries, former)
  })

  test('a message is answered by a letter or by saying how, and waits again once it is new', async () => {
    const { call } = await desk.as('recruiter')
    const id = await storeMessage(desk)
    const read = async () =>
      (await (await call('GET /submissions/:id', { params: { id } })).json()) as ResultOf<'GET /submissions/:id'>
    const put = (what: 'stage' | 'answered', body: object) =>
      call(`PUT /submissions/:id/${what}`, { params: { id }, body })
    expect((await put('stage', { stage: 'answered', version: 1 })).status).toBe(409)
    expect((await put('answered', { version: 1 })).status).toBe(422)
    expect((await put('answered', { by: 'pigeon', version: 1 })).status).toBe(422)
    const answered = (await (await put('answered', { by: 'telephone', version: 1 })).json()) as { undo: string }
    expect(await read()).toMatchObject({ stage: 'answered', answeredBy: 'telephone', dueAt: null })
    expect((await read()).timeline).toContainEqual(
      expect.objectContaining({ kind: 'answered', details: { by: 'telephone' } }),
    )
    expect((await call('POST /undo/:id', { params: { id: answered.undo } })).status).toBe(200)
    expect(await read()).toMatchObject({ stage: 'new', answeredAt: null, answeredBy: null, dueAt: expect.any(String) })
    await put('answered', { by: 'whatsapp', version: 3 })
    await put('stage', { stage: 'new', version: 4 })
    expect(await read()).toMatchObject({ stage: 'new', answeredAt: null, dueAt: expect.any(String) })
    const waiting = await call('GET /submissions', { query: { waiting: 'yes', search: id } })
    expect(await waiting.json()).toMatchObject({ items: [{ reference: id }] })
  })

  test('what one colleague reads stays unread for another, until somebody handles it', async () => {
    const mona = await desk.as('recruiter')
    const omar = await desk.as('recruiter')
    const reader = await desk.as('reader')
    const reference = await storeMessage(desk)
    const params = { id: reference }
    const hasUnread = async ({ call }: typeof mona) => (await references(call, { read: 'no' })).includes(reference)
    const unreadCount = async ({ call }: typeof mona) =>
      ((await (await call('GET /submissions/counts')).json()) as ResultOf<'GET /submissions/counts'>).unread
    const before = { mona: await unreadCount(mona), omar: await unreadCount(omar) }

    await open(mona.call, reference)
    expect([await hasUnread(mona), await hasUnread(omar), await hasUnread(reader)]).toEqual([false, true, true])
    expect(await references(mona.call, { read: 'yes' })).toContain(reference)
    expect(await references(omar.call, { read: 'yes' })).not.toContain(reference)
    expect(await unreadCount(mona)).toBe(before.mona - 1)
    expect(await unreadCount(omar)).toBe(before.omar)

    await mona.call('PUT /submissions/:id/read', { params, body: { isRead: false } })
    await open(omar.call, reference)
    expect([await hasUnread(mona), await hasUnread(omar)]).toEqual([true, false])

    const { version } = await open(omar.call, reference)
    const moved = await omar.call('PUT /submissions/:id/stage', { params, body: { stage: 'archived', version } })
    expect([await hasUnread(mona), await hasUnread(reader)]).toEqual([false, false])
    const { undo } = (await moved.json()) as ResultOf<'PUT /submissions/:id/stage'>
    await omar.call('POST /undo/:id', { params: { id: undo as string } })
    expect([await hasUnread(mona), await hasUnread(omar)]).toEqual([true, false])
  })

  test('marks of reading go with the submission and with the person', async () => {
    const owner = await desk.as('owner')
    const { call, person } = await desk.as('reader')
    const [kept, erased] = [
      await storeMessage(desk),
      await storeMessage(desk, { fields: { email: 'gone@mail.example' } }),
    ]
    for (const reference of [kept, erased]) await open(call, reference)
    const marks = async () =>
      (
        await desk.database.queries
          .selectFrom('submission_reads')
          .innerJoin('submissions', 'submissions.id', 'submission_id')
          .select('reference')
          .where('person_id', '=', person.id)
          .execute()
      ).map(({ reference }) => reference)
    expect((await marks()).toSorted()).toEqual([kept, erased].toSorted())
    await erasePerson(desk.database, 'gone@mail.example', { actor: 'a test', now: desk.clock.now })
    expect(await marks()).toEqual([kept])
    expect((await owner.call('DELETE /people/:id', { params: { id: person.id } })).status).toBe(204)
    expect(await marks()).toEqual([])
  })

  test('today counts what one has not read, also after a look, and who waits longest', async () => {
    const { call } = await desk.as('recruiter')
    const today = async () => (await (await call('GET /today')).json()) as ResultOf<'GET /today'>
    const before = (await today()).unread['contact-message']
    const late = await storeMessage(desk, { fields: { subject: 'Forgotten' }, now: at(100) })
    const fresh = await storeMessage(desk, { now: desk.clock.now })
    await call('GET /submissions')
    const shown = await today()
    expect(shown.unread['contact-message']).toBe(before + 2)
    await open(call, fresh)
    expect((await today()).unread['contact-message']).toBe(before + 1)
    expect(shown.waiting.items[0]?.reference).toBe(late)
    expect(shown.waiting.late).toBeGreaterThan(0)
    expect(shown.days).toHaveLength(30)
    expect(shown.promises['contact-message']).toBe(1)

    await call('PUT /submissions/:id/answered', { params: { id: late }, body: { by: 'telephone', version: 1 } })
    expect((await today()).waiting.items.map(({ reference }) => reference)).not.toContain(late)
  })
})
