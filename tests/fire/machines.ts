import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, vi } from 'vitest'
import { MAIL_JOB } from '#domain/notifications/mail/transport.ts'
import { openDatabase } from '#domain/platform/database/connection.ts'
import type { DatabaseSettings } from '#domain/platform/database/database.ts'
import { type Balancer, startBalancer } from '../support/balancer.ts'
import { freePort } from '../support/free-port.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'
import { type SiteProcess, startSiteOn } from '../support/start-site.ts'
import { isLong } from '../support/turns.ts'
import { visit } from './load.ts'
import { aMessage, aSubmission, lostOrDoubled, type TestSubmission } from './submissions.ts'

/** A process and the folder shared with the others of its machine. */
interface SiteSetUp {
  folder: string
  settings: Record<string, string>
}

/** Several machines on one PostgreSQL behind a balancer. */
export interface Machines {
  /** The balancer's address. */
  url: string
  mails: MailServer
  /** The processes of all machines. */
  sites: SiteProcess[]
  database: DatabaseSettings
  startAgain(index: number, program?: string): Promise<void>
  stop(): Promise<void>
}

const SENDERS = 6
const SUBMISSIONS_PER_MINUTE = 5
// Only for a start that hangs.
export const PATIENCE = { timeout: 120_000, interval: 50 }
const PAGES = ['/', '/ar/services', '/contact']

export async function startMachines(
  databaseUrl: string,
  { machines, processesEach, program }: { machines: number; processesEach: number; program?: string | undefined },
): Promise<Machines> {
  const mails = await startMailServer()
  const processes = await prepareProcesses(machines, processesEach, mails)
  const sites: SiteProcess[] = []
  let balancer: Balancer | undefined

  async function stop() {
    await balancer?.stop()
    await Promise.all(sites.map((site) => site.end('SIGKILL')))
    await mails.stop()
    for (const { folder } of processes) rmSync(folder, { recursive: true, force: true })
  }

  try {
    // The first one migrates; the others would only wait for it.
    for (const each of processes) sites.push(await startProcess(each, databaseUrl, program))
    balancer = await startBalancer(sites.map(({ url }) => url))
  } catch (error) {
    await stop()
    throw error
  }
  return {
    url: balancer.url,
    mails,
    sites,
    database: { dataDirectory: processes[0]?.folder as string, databaseUrl },
    async startAgain(index, program) {
      sites[index] = await startProcess(processes[index] as SiteSetUp, databaseUrl, program)
    },
    stop,
  }
}

async function prepareProcesses(machines: number, processesEach: number, mails: MailServer): Promise<SiteSetUp[]> {
  const folders = Array.from({ length: machines }, () => mkdtempSync(path.join(tmpdir(), 'nuqta-machine-')))
  const processes = folders.flatMap((folder) => Array.from({ length: processesEach }, () => folder))
  return Promise.all(
    processes.map(async (folder) => ({
      folder,
      settings: {
        PORT: String(await freePort()),
        TRUST_PROXY: '127.0.0.1',
        SMTP_URL: mails.url,
        MAIL_TO: 'team@nuqta.example',
        CONFIRMATIONS_PER_DAY: '1000000',
        SUBMISSIONS_PER_MINUTE: String(SUBMISSIONS_PER_MINUTE),
      },
    })),
  )
}

/** A started process with the popular pages in its cache. */
async function startProcess({ folder, settings }: SiteSetUp, databaseUrl: string, program?: string) {
  const site = await startSiteOn({ dataDirectory: folder, databaseUrl }, settings, undefined, { program })
  for (const page of PAGES) expect((await fetch(site.url + page)).status).toBe(200)
  return site
}

let senders = 0

/** A new sender each time, by the balancer's header. */
export const anAddress = () => `10.${(++senders >> 16) & 255}.${(senders >> 8) & 255}.${senders & 255}`

/** The status; 0 without a response. */
export function sendFrom(address: string, submission: TestSubmission, url: string): Promise<number> {
  const request = submission.request(url)
  request.headers.set('x-forwarded-for', address)
  return fetch(request).then(
    async (response) => {
      await response.arrayBuffer()
      return response.status
    },
    () => 0,
  )
}

/** From one sender, through the balancer to any process. */
export async function expectLimitToHold(url: string) {
  const address = anAddress()
  const statuses: number[] = []
  for (let sent = 0; sent < 2 * SUBMISSIONS_PER_MINUTE; sent++) statuses.push(await sendFrom(address, aMessage(), url))
  expect(statuses.filter((status) => status === 201)).toHaveLength(SUBMISSIONS_PER_MINUTE)
}

interface Load {
  acknowledged: TestSubmission[]
  failedPages: string[]
  /** Statuses of forms that were sent again. */
  failedForms: number[]
  untilMoreAreStored(more?: number): Promise<void>
  figures(): Record<string, number>
  end(): Promise<void>
}

/** Form senders and page visitors through the balancer, until ended. */
export function beginLoad(url: string, pages = PAGES): Load {
  const acknowledged: TestSubmission[] = []
  const failedPages: string[] = []
  const failedForms: number[] = []
  let [visits, isOver] = [0, false]

  const sending = Array.from({ length: SENDERS }, async () => {
    while (!isOver) {
      const submission = aSubmission()
      failedForms.push(...(await sendUntilStored(submission, url)))
      acknowledged.push(submission)
    }
  })
  const visiting = PAGES.map(async () => {
    while (!isOver) {
      const page = pages[visits++ % pages.length]
      const { status } = await visit(url + page)
      if (status !== 200) failedPages.push(`${page}: ${status}`)
    }
  })
  return {
    acknowledged,
    failedPages,
    failedForms,
    async untilMoreAreStored(more = SENDERS) {
      const before = acknowledged.length
      await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThanOrEqual(before + more), PATIENCE)
    },
    figures: () => ({
      acknowledged: acknowledged.length,
      'sent again': failedForms.length,
      'pages asked for': visits,
      'of them failed': failedPages.length,
    }),
    async end() {
      isOver = true
      await Promise.all([...sending, ...visiting])
    },
  }
}

export const untilFormsAreRefused = (url: string) =>
  vi.waitFor(async () => expect(await sendFrom(anAddress(), aMessage(), url)).toBe(503), PATIENCE)

/** Retries the same submission until it is acknowledged; the statuses before. */
async function sendUntilStored(submission: TestSubmission, url: string) {
  const address = anAddress()
  const failures: number[] = []
  for (;;) {
    const status = await sendFrom(address, submission, url)
    if (status === 201) return failures
    expect([0, 502, 503, 504]).toContain(status)
    failures.push(status)
    await pause(50)
  }
}

// The number of mails that a process claims at a time.
const MAILS_UNDER_WAY = 4

/** Checks pages, submissions and mails after the load; only mails in flight at a loss of their process or database may arrive twice. */
export async function expectNothingLost(load: Load, { database, mails, losses = 0 }: Checked) {
  await load.end()
  expect(load.failedPages).toEqual([])
  expect(await lostOrDoubled(database, load.acknowledged)).toEqual([])
  const times = await timesOfEveryMail(database, mails)
  expect(times.filter((each) => each > 2)).toEqual([])
  const twice = times.filter((each) => each === 2).length
  expect(twice).toBeLessThanOrEqual(losses * MAILS_UNDER_WAY)
  const figures = { mails: times.length, 'of them twice under one Message-ID': twice }
  return { ...load.figures(), 'lost or doubled': 0, ...figures }
}

interface Checked extends Pick<Machines, 'database' | 'mails'> {
  losses?: number
}

/** How often each mail recorded as sent has arrived, by Message-ID. The long run waits until none is pending. */
async function timesOfEveryMail(database: DatabaseSettings, mails: MailServer) {
  const { queries, close } = await openDatabase(database)
  // Mails claimed by a killed process are sent when its lease expires.
  const owed = queries.selectFrom('mails').select('id').where('sent_at', 'is', null).where('withheld', 'is', null)
  const untilAllAreSent = { interval: 1_000, timeout: MAIL_JOB.leaseMilliseconds + 120_000 }
  if (isLong) await vi.waitFor(async () => expect(await owed.execute()).toEqual([]), untilAllAreSent)
  const sent = await queries.selectFrom('mails').select('message_id').where('sent_at', 'is not', null).execute()
  await close()
  const arrived = new Map<string, number>()
  for (const mail of mails.received) {
    const id = mail.header('message-id')
    arrived.set(id, (arrived.get(id) ?? 0) + 1)
  }
  const times = sent.map(({ message_id }) => arrived.get(message_id) ?? 0)
  expect(times.filter((each) => each === 0)).toEqual([])
  return times
}
