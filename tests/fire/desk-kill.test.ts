import { createHmac } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { verifyAuditTrail } from '#domain/platform/audit-trail.ts'
import { openDatabase } from '#domain/platform/database/connection.ts'
import type { Database, DatabaseSettings } from '#domain/platform/database/database.ts'
import { DATABASES, freshDatabaseOf } from '../support/databases.ts'
import { makePerson, makeSession } from '../support/desk-people.ts'
import { storeApplication } from '../support/desk-submissions.ts'
import { freePort } from '../support/free-port.ts'
import { repeatableRandom } from '../support/random.ts'
import { startSiteOn } from '../support/start-site.ts'
import { isLong } from '../support/turns.ts'
import { tell } from './figures.ts'

const ROUNDS = isLong ? 30 : 1
const MAX_ROUND_MILLISECONDS = 600
const SUBMISSIONS = 24
const AT_ONCE = 6
const MINUTE = 60_000

/** A mail server that never answers: mails stay pending. */
const MAIL_THAT_WAITS = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_TO: 'team@nuqta.example' }

/** Names in the time line and in the audit trail. */
const ACTIONS = {
  stage: 'submission.stage',
  assign: 'submission.assign',
  note: 'submission.note',
  question: 'submission.ask',
  'link-sent': 'submission.renew-link',
} as const

describe.each(DATABASES)('the desk on %s', (name) => {
  const fresh = freshDatabaseOf(name)

  test(`is killed during its work, ${ROUNDS} times: each action is whole or absent`, {
    timeout: isLong ? 10 * MINUTE : 4 * MINUTE,
  }, async () => {
    const settings = await fresh()
    const port = await freePort()
    const start = async () => {
      const site = await startSiteOn(settings, { DESK_PORT: String(port), ...MAIL_THAT_WAITS })
      await vi.waitFor(() => expect(site.output()).toContain('The desk is open'), { timeout: 60_000 })
      return site
    }
    let site = await start()
    const { references, cookie, personId } = await withDatabase(settings, async (database) => {
      const person = await makePerson(database, 'owner')
      const kept = { database, clock: { now: new Date() } }
      const stored: string[] = []
      while (stored.length < SUBMISSIONS) stored.push(await storeApplication(kept))
      return {
        references: stored,
        personId: person.id,
        cookie: `desk-session=${await makeSession(database, person)}`,
      }
    })
    const random = repeatableRandom()
    const desk = createWorkers({ url: `http://localhost:${port}/api`, cookie, personId, references })
    for (let round = 1; round <= ROUNDS; round++) {
      const done = desk.acknowledged.length
      const working = desk.workUntilKilled()
      while (desk.acknowledged.length === done) await pause(5)
      await pause(random() * MAX_ROUND_MILLISECONDS)
      await site.end('SIGKILL')
      await working
      site = await start()
      await withDatabase(settings, (database) => assertWhole(database, desk.acknowledged))
    }
    await site.end('SIGTERM')
    expect(desk.refusals.filter((status) => status !== 409 && status !== 503)).toEqual([])
    tell(`kill -9 of a desk at work on ${name}`, {
      kills: ROUNDS,
      acknowledged: desk.acknowledged.length,
      'without an answer': desk.unanswered(),
      'half done': 0,
    })
  })
})

const KINDS = Object.keys(ACTIONS) as (keyof typeof ACTIONS)[]

interface Acknowledged {
  reference: string
  kind: keyof typeof ACTIONS
}

interface Work {
  url: string
  cookie: string
  personId: string
  references: string[]
}

/** Concurrent staff who move, assign and note. */
function createWorkers({ url, cookie, personId, references }: Work) {
  const acknowledged: Acknowledged[] = []
  const refusals: number[] = []
  let [turn, lost] = [0, 0]
  return {
    acknowledged,
    refusals,
    unanswered: () => lost,
    workUntilKilled: () => Promise.all(Array.from({ length: AT_ONCE }, work)),
  }

  async function work() {
    for (;;) {
      const reference = references[turn % references.length] as string
      const kind = KINDS[turn % KINDS.length] as keyof typeof ACTIONS
      turn++
      try {
        const response = await act(kind, reference)
        await response.arrayBuffer()
        if (response.ok) acknowledged.push({ reference, kind })
        else refusals.push(response.status)
      } catch {
        lost++
        return
      }
    }
  }

  async function act(kind: keyof typeof ACTIONS, reference: string) {
    // A new text each time: a repeated question is stored once.
    if (kind === 'question') return call('POST', `/submissions/${reference}/questions`, { question: `When? ${turn}` })
    if (kind === 'link-sent') return call('POST', `/submissions/${reference}/link`)
    if (kind === 'note') return call('POST', `/submissions/${reference}/notes`, { note: 'A note' })
    const { version, stage, assigneeId } = (await (await call('GET', `/submissions/${reference}`)).json()) as {
      version: number
      stage: string
      assigneeId: string | null
    }
    return kind === 'stage'
      ? call('PUT', `/submissions/${reference}/stage`, { stage: stage === 'new' ? 'in-review' : 'new', version })
      : call('PUT', `/submissions/${reference}/assignee`, { assigneeId: assigneeId ? null : personId, version })
  }

  function call(method: string, path: string, body?: object) {
    return fetch(url + path, {
      method,
      headers: { cookie, 'x-desk': '1', ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
  }
}

/** Rows, time line and audit trail agree, and no acknowledged change is missing. */
async function assertWhole({ queries }: Database, acknowledged: Acknowledged[]) {
  expect((await verifyAuditTrail(queries)).broken).toBeUndefined()
  const submissions = await queries.selectFrom('submissions').select(['id', 'reference', 'version']).execute()
  const events = await queries.selectFrom('submission_events').select(['submission_id', 'kind']).execute()
  const notes = await queries.selectFrom('submission_notes').select('submission_id').execute()
  const questions = await queries.selectFrom('submission_questions').select('submission_id').execute()
  const links = await queries.selectFrom('application_links').select(['submission_id', 'ended_at']).execute()
  const mails = await queries.selectFrom('mails').select(['reference', 'kind']).execute()
  const entries = await queries.selectFrom('audit_trail').select(['subject', 'action']).execute()
  for (const { id, reference, version } of submissions) {
    const subject = createHmac('sha256', id).update('audit-subject').digest('hex')
    const happened = (kind: string) => events.filter((each) => each.submission_id === id && each.kind === kind).length
    for (const [kind, action] of Object.entries(ACTIONS)) {
      const recorded = entries.filter((each) => each.subject === subject && each.action === action).length
      expect([reference, kind, happened(kind)]).toEqual([reference, kind, recorded])
      const promised = acknowledged.filter((each) => each.reference === reference && each.kind === kind).length
      expect(recorded).toBeGreaterThanOrEqual(promised)
    }
    expect([reference, version]).toEqual([reference, 1 + happened('stage') + happened('assign')])
    expect(questions.filter(({ submission_id }) => submission_id === id)).toHaveLength(happened('question'))
    const owed = (kind: string) => mails.filter((each) => each.reference === reference && each.kind === kind).length
    expect([owed('question'), owed('link')]).toEqual([happened('question'), happened('link-sent')])
    // The sender has one working link.
    const own = links.filter(({ submission_id }) => submission_id === id)
    expect(own).toHaveLength(1 + happened('link-sent'))
    expect(own.filter(({ ended_at }) => ended_at === null)).toHaveLength(1)
    expect(notes.filter(({ submission_id }) => submission_id === id)).toHaveLength(happened('note'))
  }
}

async function withDatabase<Result>(settings: DatabaseSettings, work: (database: Database) => Promise<Result>) {
  const database = await openDatabase(settings)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}
