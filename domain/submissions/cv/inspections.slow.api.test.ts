import { afterEach, describe, expect, test } from 'vitest'
import { type ApiChanges, type RunningApi, startApi } from '../../../tests/support/api.ts'
import { aCareerApplication } from '../../../tests/support/builders.ts'
import { startSpeaker, TEST_VIRUS } from '../../../tests/support/clamd.ts'
import { DATABASES, freshDatabaseOf } from '../../../tests/support/databases.ts'
import { SCRIPTS_IN_HIDING } from '../../../tests/support/hostile-pdfs.ts'
import { partsOf, startMailServer } from '../../../tests/support/mail-server.ts'
import { aPdfWith, aStream } from '../../../tests/support/pdfs.ts'
import { queuedJobs, startCvInspections, startMailWorker } from '../../../tests/support/workers.ts'
import type { MailSettings } from '../../notifications/mail/transport.ts'
import { openDatabase } from '../../platform/database/connection.ts'
import { claimJobs } from '../../platform/jobs/queue.ts'
import { erasePerson } from '../erase.ts'
import { findSubmission } from '../submissions.ts'
import { createCvInspector } from './inspector.ts'

const MINUTE = 60_000
const log = { error: () => {} }
const HOSTILE = SCRIPTS_IN_HIDING[0]![1]
/** Opens at once and takes hours to read: every string runs to the end of the file. */
const ENDLESS = aPdfWith({ objects: [aStream('', '1 0 obj ('.repeat(50_000))] })

describe.each(DATABASES)('inspections of CVs on %s', (name) => {
  const freshDatabase = freshDatabaseOf(name)
  const closing: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close()
  })

  let now = new Date()
  const clock = () => now
  const pass = (milliseconds: number) => {
    now = new Date(now.getTime() + milliseconds)
  }

  async function start(changes: ApiChanges = {}) {
    now = new Date('2026-03-01T10:00:00Z')
    const settings = await freshDatabase()
    const api = await startApi({ ...settings, clock, ...changes })
    closing.push(() => api.stop())
    return { api, settings }
  }

  async function send(api: RunningApi, bytes?: Buffer) {
    const response = await api.postForm('Form', aCareerApplication(bytes ? { cv: { bytes } } : {}))
    expect(response.status).toBe(201)
    return ((await response.json()) as { reference: string }).reference
  }

  const marksOn = async ({ database }: RunningApi, reference: string) =>
    (await findSubmission(database.queries, reference))?.marks
  const inspectionsIn = ({ database }: RunningApi) =>
    database.queries.selectFrom('cv_inspections').selectAll().execute()
  const queuedIn = ({ database }: RunningApi) => queuedJobs(database.queries, 'cv-inspection')
  const crash = ({ database }: RunningApi) =>
    claimJobs(database, 'cv-inspection', { now, leaseMilliseconds: 3 * MINUTE, atMost: 1 })
  const hurried = () => createCvInspector({ open: 20_000, read: 200 })

  test("the inspection's result is stored beside the CV, and its flags with the application", async () => {
    const { api } = await start()
    const [ordinary, hostile] = [await send(api), await send(api, HOSTILE)]
    await api.cvInspections.inspectDue()
    expect(await findSubmission(api.database.queries, ordinary)).toMatchObject({
      marks: '',
      cv: { result: { opens: 'yes', pages: 1, isEncrypted: false, isReadWhole: true, findings: {} } },
    })
    expect(await findSubmission(api.database.queries, hostile)).toMatchObject({
      marks: 'cv-script',
      cv: { result: { opens: 'yes', findings: { script: 3 } } },
    })
    expect(await queuedIn(api)).toEqual([])
  })

  test("a sender's flags stay beside the CV's flags", async () => {
    const { api } = await start()
    const form = aCareerApplication({ fields: { website: 'x' }, cv: { bytes: HOSTILE } })
    const { reference } = await (await api.postForm('Form', form)).json()
    await api.cvInspections.inspectDue()
    expect(await marksOn(api, reference)).toBe('honeypot cv-script')
  })

  describe('the mail to the staff', () => {
    async function startMail(changes: ApiChanges = {}) {
      const outbox = { mailDomain: 'nuqta.example', wake: () => {} }
      const { api } = await start({ outbox, ...changes })
      const mailServer = await startMailServer()
      const settings: MailSettings = {
        smtpUrl: mailServer.url,
        mailTo: ['staff@nuqta.example'],
        mailFrom: 'site@nuqta.example',
      }
      const mail = startMailWorker({ database: api.database, settings, log, clock })
      closing.push(() => mailServer.stop())
      closing.push(() => mail.stop())
      const toStaff = () => mailServer.received.filter(({ to }) => to.includes('staff@nuqta.example'))
      return { api, mail, toStaff }
    }

    test('waits for the inspection, warns, and goes out once', async () => {
      const { api, mail, toStaff } = await startMail()
      await send(api, HOSTILE)
      await api.cvInspections.inspectDue()
      await mail.sendDue()
      pass(10 * MINUTE)
      await mail.sendDue()
      expect(toStaff()).toHaveLength(1)
      const [warning] = toStaff()
      expect(warning?.header('Subject')).toContain('[flagged]')
      expect(partsOf(warning!)['text/plain']).toContain('It contains a script.')
      expect(partsOf(warning!)['text/plain']).not.toContain('robot')
    })

    test('waits a minute at most, and then says that the CV was not inspected', async () => {
      const { api, mail, toStaff } = await startMail({ cvInspector: hurried() })
      await send(api, ENDLESS)
      await api.cvInspections.inspectDue()
      await mail.sendDue()
      expect(toStaff()).toHaveLength(0)
      pass(MINUTE)
      await mail.sendDue()
      expect(partsOf(toStaff()[0]!)['text/plain']).toContain('has not been inspected yet')
    })
  })

  test('a CV that ends every attempt to read it is tried again, then marked', async () => {
    const { api } = await start({ cvInspector: hurried() })
    const reference = await send(api, ENDLESS)
    for (const tries of [1, 2]) {
      await api.cvInspections.inspectDue()
      expect(await queuedIn(api)).toMatchObject([{ tries, leased_until: null }])
      expect(await inspectionsIn(api)).toEqual([])
      pass(MINUTE)
    }
    await api.cvInspections.inspectDue()
    expect(await queuedIn(api)).toEqual([])
    expect(await marksOn(api, reference)).toBe('cv-not-read-whole')
  })

  test('a CV that ends the server each time is given up and marked as well', async () => {
    const { api } = await start({ cvInspector: hurried() })
    const reference = await send(api, ENDLESS)
    await api.cvInspections.inspectDue()
    for (let crashes = 0; crashes < 3; crashes++) {
      pass(4 * MINUTE)
      expect(await crash(api)).toHaveLength(1)
    }
    await api.cvInspections.inspectDue()
    expect(await marksOn(api, reference)).toBe('')
    pass(4 * MINUTE)
    await api.cvInspections.inspectDue()
    expect(await marksOn(api, reference)).toBe('cv-not-read-whole')
  })

  test('an inspection left by a dead server is done by another after the lease', async () => {
    const { api, settings } = await start({ cvInspector: hurried() })
    const reference = await send(api, ENDLESS)
    await api.cvInspections.inspectDue()
    await api.cvInspections.stop()
    pass(MINUTE)
    await crash(api)
    const database = await openDatabase(settings)
    const next = startCvInspections({ database, inspector: hurried(), log, clock })
    closing.push(() => database.close())
    closing.push(() => next.stop())
    await next.inspectDue()
    expect(await marksOn(api, reference)).toBe('')
    pass(4 * MINUTE)
    await next.inspectDue()
    expect(await marksOn(api, reference)).toBe('cv-not-read-whole')
  })

  test('several processes share the work, each CV once', async () => {
    const { api, settings } = await start()
    const database = await openDatabase(settings)
    const other = startCvInspections({ database, log, clock })
    closing.push(() => database.close())
    closing.push(() => other.stop())
    const references = await Promise.all(Array.from({ length: 6 }, () => send(api, HOSTILE)))
    await Promise.all([api.cvInspections.inspectDue(), other.inspectDue()])
    await expect.poll(() => inspectionsIn(api)).toHaveLength(references.length)
    expect(await queuedIn(api)).toEqual([])
  })

  test('a stopped server leaves the CV to the next one, and counts no try', async () => {
    const { api } = await start()
    await send(api, ENDLESS)
    const inspecting = api.cvInspections.inspectDue()
    await api.cvInspections.stop()
    await inspecting
    expect(await queuedIn(api)).toMatchObject([{ tries: 0, leased_until: null }])
    expect(await inspectionsIn(api)).toEqual([])
  })

  test('with a person, everything that was found out about the CV is erased', async () => {
    const { api } = await start()
    await send(api)
    await api.cvInspections.inspectDue()
    await erasePerson(api.database, 'salma@mail.example', { actor: 'a test', now })
    expect(await inspectionsIn(api)).toEqual([])
  })

  test('a virus is marked with its name; while the scanner is away that is marked, and made up for', async () => {
    const scanner = await startSpeaker()
    const address = scanner.address as { host: string; port: number }
    const { api } = await start({ clamd: address })
    const infected = await send(api, aPdfWith({ catalog: `/Title (${TEST_VIRUS})` }))
    await api.cvInspections.inspectDue()
    expect(await marksOn(api, infected)).toBe('cv-virus')
    expect((await findSubmission(api.database.queries, infected))?.cv?.result?.scan).toEqual({
      outcome: 'infected',
      signature: 'Test.Nuqta',
    })

    await scanner.stop()
    const clean = await send(api)
    await api.cvInspections.inspectDue()
    expect(await marksOn(api, clean)).toBe('cv-not-scanned')

    const again = await startSpeaker(address.port)
    closing.push(() => again.stop())
    pass(20 * MINUTE)
    await api.cvInspections.inspectDue()
    expect(await marksOn(api, clean)).toBe('')
  })
})
