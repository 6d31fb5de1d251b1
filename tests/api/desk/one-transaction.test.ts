import { randomUUID } from 'node:crypto'
import { type RootOperationNode, TableNode } from 'kysely'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import type { AnyCall } from '#desk/api/call.ts'
import { calls } from '#desk/api/calls.ts'
import type { Database, Queries } from '#domain/platform/database/database.ts'
import { aPdf } from '../../support/builders.ts'
import { editing } from '../../support/content-record.ts'
import { DATABASES } from '../../support/databases.ts'
import { type Caller, deskOn } from '../../support/desk-api.ts'
import { storeApplication, storeMessage } from '../../support/desk-submissions.ts'
import { aProposal, candidatesOf, shownInterview, tokenOf } from '../../support/interviews.ts'
import { aWordLikePdf } from '../../support/pdfs.ts'
import { storeUnsortedReply } from '../../support/reply-mails.ts'
import { updateRows } from '../../support/rows.ts'
import { both, changeSetUp } from '../../support/set-ups.ts'

const letter = { language: 'en', subject: 'Hello', body: 'Hello {name}', replyTo: 'team' }
const webhook = {
  url: 'https://hooks.company.example/',
  events: ['message.received'],
  format: 'standard',
  language: 'en',
}
const redirect = () => ({ from: `/old-${randomUUID()}`, to: '/services' })
const notAsked = { step: 0, evidence: '' }
const scorecard = {
  version: 0,
  ratings: { criterion1: notAsked, criterion2: notAsked, criterion3: notAsked },
  recommendation: 2,
  summary: '',
}
const template = { name: 'Name', subject: 'Subject', body: 'Body' }
const texts = { en: template, ar: template }
const described = { words: { en: 'A field', ar: 'حقل' }, isDecorative: false, focus: { x: 2, y: 2 } }

const DAY = 86_400_000

/** Sign-in has several steps and its own tests. */
const isWayIn = (key: string) => /^\w+ \/(session|sign-in|sign-out|set-up|invitation|account)(\/|$)/.test(key)

describe.each(DATABASES)('the changes of a call on %s', (name) => {
  const { observe, transactions, outside } = createObserver()
  const desk = deskOn(name, { outbox: { mailDomain: 'nuqta.example', wake() {} } }, observe)
  let call: Caller
  let ownId: string
  let message: string
  let application: string

  beforeAll(async () => {
    const owner = await desk.as('owner')
    call = owner.call
    ownId = owner.person.id
    message = await storeMessage(desk)
    application = await storeApplication(desk)
  })

  const idOf = async (response: Promise<Response>, field = 'id') =>
    ((await (await response).json()) as Record<string, string>)[field] as string
  const version = async (id: string) => Number(await idOf(call('GET /submissions/:id', { params: { id } }), 'version'))
  /** Of a draft, where the company wants reviews. */
  const aReview = async (reviewerId: string) => {
    await call('PUT /content-review', { body: { isOn: true } })
    const one = editing(call, 'services', 1)
    await one.save('en', { title: `A title ${randomUUID()}` })
    return { params: service, body: { reviewerId, words: '', parts: await one.versions('en') } }
  }
  const aComment = () => ({ id: randomUUID(), part: 'en', field: 'title', words: 'Shorter?' })
  const newComment = async () => {
    const body = aComment()
    await call('POST /content/:type/:id/comments', { params: service, body })
    return body.id
  }
  const colleague = async () => ({ id: (await desk.as('reader')).person.id })
  const rated = async () => {
    await changeSetUp(call, {
      criteria: ['criterion1', 'criterion2', 'criterion3'].map((id) => ({ id, name: both(id), hint: both('', '') })),
    })
    return storeApplication(desk, { fields: { job_id: 1 } })
  }
  const newTemplate = () => idOf(call('POST /letters/templates', { body: { kind: 'answer', texts } }))
  const newView = () => idOf(call('POST /views', { body: { name: 'Mine', search: '' } }))
  const newLetter = async () => ({ params: { id: message }, body: { ...letter, version: await version(message) } })
  const stuckMail = async () => {
    const id = await idOf(call('POST /submissions/:id/letters', await newLetter()))
    await updateRows(desk.database.queries, 'queued_jobs', { id }, { tries: 10, is_stuck: 1 })
    return id
  }
  const newContact = () => ({ id: randomUUID() as string, by: 'telephone', act: 'contacted' })
  const newAttachment = () => ({ params: { id: message }, query: { name: 'a.pdf' }, body: aWordLikePdf() })
  const unsortedReply = () => storeUnsortedReply(desk.database.queries)
  const person = () => idOf(call('GET /submissions/:id', { params: { id: application } }), 'candidateId')
  const personOf = async (id: string) => idOf(call('GET /submissions/:id', { params: { id } }), 'candidateId')
  let numbers = 0
  const nextNumber = () => {
    numbers += 1
    return numbers
  }
  const another = async () =>
    personOf(await storeApplication(desk, { fields: { email: `person${nextNumber()}@mail.example` } }))
  const newTag = async () =>
    idOf(call('POST /candidates/:id/tags', { params: { id: await person() }, body: { name: `tag ${nextNumber()}` } }))
  const consent = async () => ({
    params: { id: await person() },
    body: { until: dayIn(90), agreedOn: dayIn(-1), channel: 'page' },
  })
  const dayIn = (days: number) => new Date(desk.clock.now.getTime() + days * DAY).toISOString().slice(0, 10)
  const byHand = () => ({
    key: randomUUID(),
    name: 'Hala Adel',
    email: 'hala@mail.example',
    phone: '01012345678',
    language: 'en',
    jobId: null,
    addedAs: 'added',
    confirms: false,
  })
  const newReason = async () => {
    const number = nextNumber()
    return idOf(call('POST /decline-reasons', { body: { name: { en: `Reason ${number}`, ar: `سبب ${number}` } } }))
  }
  const invitation = (email: string) => ({ name: 'Nour', email, roles: ['reader'], language: 'en' })

  const service = { type: 'services', id: '1' }
  const english = async () => (await editing(call, 'services', 1).versions('en'))[0]
  const versionsOf = async (type: string, id: number) =>
    Object.fromEntries((await editing(call, type, id).whole()).map(({ part, version }) => [part, String(version)]))
  let pictures = 0
  const aPicture = () => {
    pictures += 1
    return sharp({ create: { width: 20 + pictures, height: 20, channels: 3, background: 'green' } })
      .png()
      .toBuffer()
  }
  const importedFile = () =>
    idOf(call('POST /imports', { query: { name: 'texts.md', language: 'en' }, body: Buffer.from('# A title') }))
  const newPicture = async () => idOf(call('POST /pictures', { query: { name: 'photo.png' }, body: await aPicture() }))
  const idsOf = async (type: string) => {
    const list = await (await call('GET /content/:type', { params: { type } })).json()
    return (list as { items: { id: number }[] }).items.map(({ id }) => id)
  }

  const quarterIn = (days: number) => {
    const at = desk.clock.now.getTime() + days * 86_400_000
    return new Date(at - (at % 900_000)).toISOString()
  }
  const inDays = (days: number) => ({ slots: [quarterIn(days)], chooseUntil: quarterIn(days - 1) })
  const proposedInterview = async () => {
    const reference = await storeApplication(desk)
    const person = await colleague()
    const body = aProposal(person, inDays(3))
    await call('POST /submissions/:id/interviews', { params: { id: reference }, body })
    return { id: body.id, me: person.id, reference }
  }
  const bookedInterview = async () => {
    const { reference, ...interview } = await proposedInterview()
    desk.clock.pass(11_000)
    const slot = (await shownInterview(desk, reference))?.times[0]?.id ?? ''
    await candidatesOf(desk).chooseTime(await tokenOf(desk, reference), slot)
    return interview
  }

  /** One call of each kind that changes something, with its preparation. */
  const CHANGES: Record<string, () => Promise<Parameters<Caller>[1]>> = {
    'POST /people/invitations': async () => ({ body: invitation('one@desk.example') }),
    'DELETE /people/invitations/:id': async () => {
      await call('POST /people/invitations', { body: invitation('two@desk.example') })
      const { invitations } = (await (await call('GET /people')).json()) as { invitations: { id: string }[] }
      return { params: { id: invitations[0]?.id ?? '' } }
    },
    'POST /people/invitations/:id/renew': async () => ({
      params: { id: await idOf(call('POST /people/invitations', { body: invitation('three@desk.example') })) },
      body: { by: 'link' },
    }),
    'PATCH /people/:id': async () => ({ params: await colleague(), body: { roles: ['recruiter'], seen: ['reader'] } }),
    'POST /people/:id/reset': async () => ({ params: await colleague() }),
    'POST /people/:id/end-sessions': async () => ({ params: await colleague() }),
    'DELETE /people/:id': async () => ({ params: await colleague() }),
    'GET /submissions/:id': async () => ({ params: { id: message } }),
    'PUT /submissions/:id/stage': async () => ({
      params: { id: application },
      body: { stage: 'declined', reason: 'other', letter, version: await version(application) },
    }),
    'PUT /submissions/:id/answered': async () => ({
      params: { id: message },
      body: { by: 'telephone', version: await version(message) },
    }),
    'PUT /submissions/:id/assignee': async () => ({
      params: { id: message },
      body: { assigneeId: (await colleague()).id, version: await version(message) },
    }),
    'PUT /submissions/:id/read': async () => ({ params: { id: message }, body: { isRead: false } }),
    'POST /submissions/:id/notes': async () => ({ params: { id: message }, body: { note: 'A note' } }),
    'DELETE /submissions/:id/notes/:note': async () => ({
      params: {
        id: message,
        note: await idOf(call('POST /submissions/:id/notes', { params: { id: message }, body: { note: 'A note' } })),
      },
    }),
    'PUT /submissions/:id/presence': async () => {
      await version(message)
      return { params: { id: message }, body: { state: 'another' } }
    },
    'DELETE /submissions/:id/presence': async () => {
      await version(message)
      return { params: { id: message } }
    },
    'PUT /submissions/:id/scorecard': async () => ({ params: { id: await rated() }, body: scorecard }),
    'POST /submissions/:id/scorecard/send': async () => ({ params: { id: await rated() }, body: scorecard }),
    'POST /submissions/:id/scorecard/additions': async () => {
      const params = { id: await rated() }
      await call('POST /submissions/:id/scorecard/send', { params, body: scorecard })
      return { params, body: { version: 2, text: 'More' } }
    },
    'POST /submissions/:id/scorecard/waive': async () => ({ params: { id: await rated() } }),
    'PUT /processes/:id': async () => {
      const params = { id: 'general' }
      const { version: known, stages } = (await (await call('GET /processes/:id', { params })).json()) as {
        version: number
        stages: object[]
      }
      return { params, body: { version: known, stages, questions: [], criteria: [], moves: {} } }
    },
    'POST /jobs/:id/duplicate': async () => ({ params: { id: '1' }, body: { key: crypto.randomUUID() } }),
    'POST /jobs/:id/close': async () => ({
      params: { id: '2' },
      body: { letters: { new: null, 'in-review': null, interview: null } },
    }),
    'GET /candidates/:id': async () => ({ params: { id: await person() } }),
    'PUT /candidates/:id/rating': async () => ({ params: { id: await person() }, body: { rating: 3 } }),
    'POST /candidates/:id/tags': async () => ({ params: { id: await person() }, body: { name: 'frontend' } }),
    'DELETE /candidates/:id/tags/:tag': async () => ({ params: { id: await person(), tag: await newTag() } }),
    'PUT /candidates/:id/pool': consent,
    'DELETE /candidates/:id/pool': async () => {
      await call('PUT /candidates/:id/pool', await consent())
      return { params: { id: await person() } }
    },
    'POST /candidates/:id/merge': async () => ({ params: { id: await person() }, body: { other: await another() } }),
    'DELETE /candidates/:id/merges/:merged': async () => {
      const [id, other] = [await person(), await another()]
      await call('POST /candidates/:id/merge', { params: { id }, body: { other } })
      return { params: { id, merged: other } }
    },
    'POST /candidates/:id/differences': async () => ({
      params: { id: await person() },
      body: { other: await another() },
    }),
    'POST /candidates': async () => ({ body: byHand() }),
    'POST /submissions/:id/cv': async () => ({
      params: { id: await idOf(call('POST /candidates', { body: byHand() }), 'reference') },
      query: { name: 'cv.pdf' },
      body: aPdf(),
    }),
    'PATCH /tags/:id': async () => ({ params: { id: await newTag() }, body: { name: `renamed ${nextNumber()}` } }),
    'DELETE /tags/:id': async () => ({ params: { id: await newTag() } }),
    'POST /decline-reasons': async () => ({ body: { name: { en: 'Salary', ar: 'الراتب' } } }),
    'PATCH /decline-reasons/:id': async () => ({
      params: { id: await newReason() },
      body: { isRemoved: true, version: 1 },
    }),
    'POST /views': async () => ({ body: { name: 'Mine', search: '' } }),
    'PATCH /views/:id': async () => ({ params: { id: await newView() }, body: { name: 'Renamed' } }),
    'DELETE /views/:id': async () => ({ params: { id: await newView() } }),
    'GET /submissions/:id/cv/original': async () => ({ params: { id: application } }),
    'GET /submissions/:id/cv/as-pictures': async () => ({ params: { id: application } }),
    'POST /letters/templates': async () => ({ body: { kind: 'answer', texts } }),
    'PUT /letters/templates/:id': async () => ({
      params: { id: await newTemplate() },
      body: { kind: 'decline', texts, version: 1 },
    }),
    'DELETE /letters/templates/:id': async () => ({ params: { id: await newTemplate() }, query: { version: '1' } }),
    'POST /submissions/:id/letters': newLetter,
    'DELETE /submissions/:id/letters/:letter': async () => ({
      params: {
        id: message,
        letter: await idOf(call('POST /submissions/:id/letters', await newLetter())),
      },
    }),
    'POST /submissions/:id/contacts': async () => ({ params: { id: message }, body: newContact() }),
    'DELETE /submissions/:id/contacts/:contact': async () => {
      const body = newContact()
      await call('POST /submissions/:id/contacts', { params: { id: message }, body })
      return { params: { id: message, contact: body.id } }
    },
    'POST /submissions/:id/replies': async () => ({ params: { id: message }, body: { text: 'Yes' } }),
    'POST /submissions/:id/attachments': async () => newAttachment(),
    'DELETE /submissions/:id/attachments/:attachment': async () => ({
      params: { id: message, attachment: await idOf(call('POST /submissions/:id/attachments', newAttachment())) },
    }),
    'GET /submissions/:id/attachments/:attachment': async () => ({
      params: { id: message, attachment: await idOf(call('POST /submissions/:id/attachments', newAttachment())) },
    }),
    'PUT /replies/:id/submission': async () => ({
      params: { id: (await unsortedReply()).id },
      body: { reference: message },
    }),
    'DELETE /replies/:id': async () => ({ params: { id: (await unsortedReply()).id } }),
    'GET /replies/:id/attachments/:attachment': async () => ({ params: await unsortedReply() }),
    'POST /submissions/:id/questions': async () => ({ params: { id: message }, body: { question: 'When?' } }),
    'DELETE /submissions/:id/questions/:question': async () => ({
      params: {
        id: message,
        question: await idOf(
          call('POST /submissions/:id/questions', { params: { id: message }, body: { question: 'When?' } }),
        ),
      },
    }),
    'POST /submissions/:id/interviews': async () => ({
      params: { id: await storeApplication(desk) },
      body: aProposal(await colleague(), inDays(2)),
    }),
    'PUT /interviews/:id': async () => {
      const { id, me } = await bookedInterview()
      const body = { people: [me], startsAt: quarterIn(5), place: 'phone', location: '', version: 2 }
      return { params: { id }, body }
    },
    'DELETE /interviews/:id': async () => ({ params: { id: (await bookedInterview()).id }, query: { version: '2' } }),
    'DELETE /interviews/:id/last-change': async () => ({ params: { id: (await proposedInterview()).id } }),
    'POST /interviews/together': async () => {
      const body = aProposal(await colleague(), inDays(2))
      return { body: { ...body, references: [await storeApplication(desk), await storeApplication(desk)] } }
    },
    'POST /interviews/together/undo': async () => ({ body: { ids: [(await proposedInterview()).id] } }),
    'PUT /submissions/:id/call-request': async () => {
      const id = await storeApplication(desk)
      await candidatesOf(desk).askToBeCalled(await tokenOf(desk, id), { phone: '01012345678', times: 'Now' })
      return { params: { id } }
    },
    'POST /submissions/:id/link': async () => ({ params: { id: message } }),
    'DELETE /submissions/:id/link': async () => ({ params: { id: await storeMessage(desk) } }),
    'POST /queue/:id/retry': async () => ({ params: { id: await stuckMail() } }),
    'POST /notifications/read': async () => ({ body: { until: new Date().toISOString() } }),
    'POST /queue/retry': async () => ({ params: { id: await stuckMail() } }),
    'POST /submissions/bulk': async () => ({
      body: {
        references: [await storeMessage(desk), await storeMessage(desk)],
        action: { kind: 'stage', stage: 'archived' },
      },
    }),
    'POST /submissions/bulk/read': async () => ({
      body: { references: [await storeMessage(desk), await storeMessage(desk)], isRead: true },
    }),
    'POST /undo/:id': async () => {
      const id = await storeMessage(desk)
      const moved = call('PUT /submissions/:id/stage', { params: { id }, body: { stage: 'archived', version: 1 } })
      return { params: { id: await idOf(moved, 'undo') } }
    },
    'POST /export': async () => ({ body: { format: 'json' } }),
    'POST /erasure': async () => {
      const email = 'erased@mail.example'
      await storeMessage(desk, { fields: { email } })
      return { body: { email, typedEmail: email } }
    },
    'POST /webhooks': async () => ({ body: webhook }),
    'DELETE /webhooks/:id': async () => ({ params: { id: await idOf(call('POST /webhooks', { body: webhook })) } }),
    'POST /webhooks/:id/test': async () => ({ params: { id: await idOf(call('POST /webhooks', { body: webhook })) } }),
    'POST /webhooks/deliveries/:id/repeat': async () => {
      await call('POST /webhooks', { body: webhook })
      await storeMessage(desk)
      const { deliveries } = (await (await call('GET /webhooks')).json()) as { deliveries: { id: string }[] }
      return { params: { id: deliveries[0]?.id ?? '' } }
    },
    'POST /redirects': async () => ({ body: redirect() }),
    'PATCH /redirects/:id': async () => ({
      params: { id: await idOf(call('POST /redirects', { body: redirect() })) },
      body: { to: '/projects', version: 1 },
    }),
    'DELETE /redirects/:id': async () => ({
      params: { id: await idOf(call('POST /redirects', { body: redirect() })) },
    }),
    'POST /redirects/import': async () => ({ body: { csv: '/imported,/services' } }),
    'POST /imports': async () => ({ query: { name: 'texts.md', language: 'en' }, body: Buffer.from('# A title') }),
    'POST /imports/:id/begin': async () => {
      const id = await importedFile()
      await updateRows(desk.database.queries, 'content_imports', { id }, { status: 'ready', total: 1 })
      return { params: { id } }
    },
    'DELETE /imports/:id': async () => ({ params: { id: await importedFile() } }),
    'POST /content-text/replace': async () => {
      const [version] = await editing(call, 'services', 1).versions('en')
      const place = { type: 'services', id: 1, language: 'en', field: 'description', version: version?.version }
      return { body: { find: 'a', replace: 'b', matchesCase: true, places: [place] } }
    },
    'POST /content/:type/:id/copy': async () => {
      const id = await idOf(call('POST /content/:type', { params: { type: 'questions' } }))
      const question = editing(call, 'questions', Number(id))
      await question.save('en', { question: 'When?' })
      const parts = await question.versions('en', 'ar')
      return { params: question.params, body: { from: 'en', to: 'ar', parts } }
    },
    'POST /content/:type': async () => ({ params: { type: 'services' } }),
    'PUT /content/:type/order': async () => {
      const ids = await idsOf('team')
      return { params: { type: 'team' }, body: { ids, seen: ids } }
    },
    'PUT /content/:type/:id': async () => {
      const fields = { title: 'Another title' }
      return { params: service, body: { parts: [{ ...(await english()), fields }] } }
    },
    'POST /content/:type/:id/publish': async () => ({ params: service, body: { parts: [await english()] } }),
    'POST /content/:type/:id/discard': async () => ({ params: service, body: { parts: [await english()] } }),
    'POST /content/:type/:id/confirm': async () => {
      const parts = await editing(call, 'services', 1).versions('en', 'ar')
      return { params: service, body: { language: 'ar', fields: ['title'], parts } }
    },
    'PUT /content/:type/:id/schedule': async () => ({
      params: service,
      body: { parts: [await english()], at: '2099-01-01T09:00' },
    }),
    'DELETE /content/:type/:id/schedule': async () => ({ params: service, query: await versionsOf('services', 1) }),
    'DELETE /content/:type/:id/preview': async () => ({ params: service }),
    'POST /content/:type/:id/restore': async () => ({ params: service, body: { ...(await english()), number: 1 } }),
    'PUT /content/:type/:id/lock': async () => ({ params: service, body: {} }),
    'DELETE /content/:type/:id/lock': async () => ({ params: service }),
    'PUT /content-review': async () => ({ body: { isOn: true } }),
    'PUT /content/:type/:id/review': async () => aReview((await desk.as('editor')).person.id),
    'POST /content/:type/:id/review/return': async () => {
      const { call: author } = await desk.as('editor')
      await author('PUT /content/:type/:id/review', await aReview(ownId))
      return { params: service, body: { words: 'Shorter' } }
    },
    'DELETE /content/:type/:id/review': async () => {
      await call('PUT /content/:type/:id/review', await aReview((await desk.as('editor')).person.id))
      return { params: service }
    },
    'POST /content/:type/:id/comments': async () => ({ params: service, body: aComment() }),
    'PUT /content/:type/:id/comments/:comment/resolved': async () => ({
      params: { ...service, comment: await newComment() },
      body: { isResolved: true },
    }),
    'DELETE /content/:type/:id/comments/:comment': async () => ({
      params: { ...service, comment: await newComment() },
    }),
    'POST /content/:type/:id/unpublish': async () => ({
      params: { type: 'services', id: '2' },
      body: { parts: await editing(call, 'services', 2).whole() },
    }),
    'DELETE /content/:type/:id': async () => {
      const id = await idOf(call('POST /content/:type', { params: { type: 'jobs' } }))
      return { params: { type: 'jobs', id: String(id) }, query: await versionsOf('jobs', Number(id)) }
    },
    'POST /pictures': async () => ({ query: { name: 'photo.png' }, body: await aPicture() }),
    'PUT /pictures/:id': async () => ({ params: { id: await newPicture() }, body: { ...described, version: 1 } }),
    'DELETE /pictures/:id': async () => ({ params: { id: await newPicture() }, query: { version: '1' } }),
    'POST /samples': async () => ({}),
    'DELETE /samples': async () => ({}),
  }

  test('every call that writes is walked here', () => {
    const writing = (Object.entries(calls) as [string, AnyCall][])
      .filter(
        ([key, { audit, withoutEntry }]) => audit || (!key.startsWith('GET ') && !/nothing/.test(withoutEntry ?? '')),
      )
      .map(([key]) => key)
      .filter((key) => !isWayIn(key))
    expect(Object.keys(CHANGES).toSorted()).toEqual(writing.toSorted())
  })

  test.each(Object.keys(CHANGES))('%s is one transaction, which holds its entry', async (key) => {
    const options = await (CHANGES[key] as () => Promise<Parameters<Caller>[1]>)()
    transactions.length = 0
    outside.length = 0
    const response = await call(key, options)
    await response.arrayBuffer()
    expect([key, response.ok]).toEqual([key, true])
    const { audit, withoutEntry } = (calls as Record<string, AnyCall>)[key] as AnyCall
    expect(outside).toEqual([])
    expect(transactions).toHaveLength(1)
    const isErasure = /own entry/.test(withoutEntry ?? '')
    expect(transactions[0]?.includes('audit_trail')).toBe(audit !== undefined || isErasure)
  })
})

/** Tables written in each transaction, and outside of any. */
function createObserver() {
  const transactions: string[][] = []
  const outside: string[] = []
  const watching = (queries: Queries, tables: string[]) =>
    queries.withPlugin({
      transformQuery: ({ node }) => {
        const table = writtenTable(node)
        if (table) tables.push(table)
        return node
      },
      transformResult: async ({ result }) => result,
    })
  const observe = (database: Database): Database => ({
    ...database,
    queries: watching(database.queries, outside),
    write: (work) =>
      database.write((queries) => {
        const tables: string[] = []
        transactions.push(tables)
        return work(watching(queries, tables))
      }),
  })
  return { observe, transactions, outside }
}

function writtenTable(node: RootOperationNode): string | undefined {
  const target =
    node.kind === 'InsertQueryNode'
      ? node.into
      : node.kind === 'UpdateQueryNode'
        ? node.table
        : node.kind === 'DeleteQueryNode'
          ? node.from.froms[0]
          : undefined
  return target && (TableNode.is(target) ? target.table.identifier.name : 'unknown')
}
