import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openDatabase } from '#domain/database/connection.ts'
import { type Balancer, NGINX, startBalancer } from '../support/balancer.ts'
import { freePort } from '../support/free-port.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'
import { type PostgresServer, startPostgres } from '../support/postgres.ts'
import { type SiteProcess, startSiteOn } from '../support/start-site.ts'
import { tell } from './figures.ts'
import { visit } from './load.ts'
import { aMessage, aSubmission, isLong, lostOrDoubled, type TestSubmission } from './submissions.ts'

const MACHINES = 2
const PROCESSES_EACH = 2
const KILLS = isLong ? 12 : 2
const SENDERS = 6
const PAGES = ['/', '/ar/services', '/contact']
const SUBMISSIONS_PER_MINUTE = 5
const PATIENCE = { timeout: 30_000, interval: 50 }

interface Machine {
  folder: string
  settings: Record<string, string>
}

let postgres: PostgresServer
let mails: MailServer
let balancer: Balancer | undefined
let machines: Machine[] = []
const sites: SiteProcess[] = []

beforeAll(async () => {
  if (!NGINX) return
  postgres = await startPostgres()
  mails = await startMailServer()
  machines = await Promise.all(Array.from({ length: MACHINES * PROCESSES_EACH }, (_, each) => aMachine(each)))
  // The first brings the database up to date; a crowd would only wait for it.
  for (const machine of machines) sites.push(await start(machine))
  balancer = await startBalancer(sites.map(({ url }) => url))
}, 120_000)

afterAll(async () => {
  await balancer?.stop()
  await Promise.all(sites.map((site) => site.end('SIGKILL')))
  await mails?.stop()
  await postgres?.remove()
  for (const { folder } of machines) rmSync(folder, { recursive: true, force: true })
})

const folders = Array.from({ length: MACHINES }, () => mkdtempSync(path.join(tmpdir(), 'nuqta-machine-')))

async function aMachine(each: number): Promise<Machine> {
  return {
    folder: folders[Math.floor(each / PROCESSES_EACH)] as string,
    settings: {
      PORT: String(await freePort()),
      TRUST_PROXY: '127.0.0.1',
      SMTP_URL: mails.url,
      MAIL_TO: 'team@nuqta.example',
      CONFIRMATIONS_PER_DAY: '1000000',
      SUBMISSIONS_PER_MINUTE: String(SUBMISSIONS_PER_MINUTE),
    },
  }
}

const databaseOf = (dataDirectory: string) => ({ dataDirectory, databaseUrl: `${postgres.url}/postgres` })

/** Started, with the pages in its memory that visitors ask for. */
async function start({ folder, settings }: Machine): Promise<SiteProcess> {
  const site = await startSiteOn(databaseOf(folder), settings)
  for (const page of PAGES) expect((await fetch(site.url + page)).status).toBe(200)
  return site
}

let senders = 0

/** Somebody else each time, as the balancer tells it. */
const anAddress = () => `10.${(++senders >> 16) & 255}.${(senders >> 8) & 255}.${senders & 255}`

function sendFrom(address: string, submission: TestSubmission) {
  const request = submission.request((balancer as Balancer).url)
  request.headers.set('x-forwarded-for', address)
  return fetch(request).then(
    async (response) => {
      await response.arrayBuffer()
      return response.status
    },
    () => 0,
  )
}

/** Until it is acknowledged; who got no answer, or was asked to come back, sends the same again. */
async function sendUntilStored(submission: TestSubmission) {
  const address = anAddress()
  for (let tries = 1; ; tries++) {
    const status = await sendFrom(address, submission)
    if (status === 201) return tries
    expect([0, 502, 503, 504]).toContain(status)
    await pause(50)
  }
}

test(
  'four processes on two machines behind a balancer lose nothing while they and their database are killed',
  async ({ skip }) => {
    if (!balancer) return skip('nginx is not installed')
    const { url } = balancer
    const acknowledged: TestSubmission[] = []
    const failedPages: string[] = []
    let [visits, sentAgain, isOver] = [0, 0, false]

    const sending = Array.from({ length: SENDERS }, async () => {
      while (!isOver) {
        const submission = aSubmission()
        sentAgain += (await sendUntilStored(submission)) - 1
        acknowledged.push(submission)
      }
    })
    const visiting = PAGES.map(async (page) => {
      while (!isOver) {
        const { status } = await visit(url + page)
        visits++
        if (status !== 200) failedPages.push(`${page}: ${status}`)
      }
    })
    const untilMoreAreStored = (more: number) => {
      const before = acknowledged.length
      return vi.waitFor(() => expect(acknowledged.length).toBeGreaterThanOrEqual(before + more), PATIENCE)
    }

    await untilMoreAreStored(SENDERS)
    for (let kill = 0; kill < KILLS; kill++) {
      const index = (kill * PROCESSES_EACH + Math.floor(kill / MACHINES)) % machines.length
      await sites[index]?.end('SIGKILL')
      await untilMoreAreStored(SENDERS)
      sites[index] = await start(machines[index] as Machine)
    }

    await postgres.stop()
    await vi.waitFor(async () => expect(await sendFrom(anAddress(), aMessage())).toBe(503), PATIENCE)
    await postgres.start()
    await untilMoreAreStored(SENDERS)

    // Of one sender, through the balancer to whichever process.
    const address = anAddress()
    const statuses: number[] = []
    for (let sent = 0; sent < 2 * SUBMISSIONS_PER_MINUTE; sent++) statuses.push(await sendFrom(address, aMessage()))
    isOver = true
    await Promise.all([...sending, ...visiting])

    expect(statuses.filter((status) => status === 201)).toHaveLength(SUBMISSIONS_PER_MINUTE)
    expect(failedPages).toEqual([])
    expect(await lostOrDoubled(databaseOf(folders[0] as string), acknowledged)).toEqual([])
    const times = await timesOfEveryMail()
    expect(times.filter((each) => each > 2)).toEqual([])
    const twice = times.filter((each) => each === 2).length
    // One that was on its way when its process, or the database that notes it, was killed.
    expect(twice).toBeLessThanOrEqual((KILLS + machines.length) * MAILS_UNDER_WAY)
    tell('four processes on two machines', {
      kills: KILLS,
      acknowledged: acknowledged.length,
      'sent again': sentAgain,
      'lost or doubled': 0,
      'pages asked for': visits,
      'of them failed': 0,
      mails: times.length,
      'of them twice under one Message-ID': twice,
    })
  },
  isLong ? 900_000 : 180_000,
)

// As many as one process claims at a time.
const MAILS_UNDER_WAY = 4
const LEASE_MILLISECONDS = 5 * 60_000

/** How often each mail that is noted as sent has arrived, by its Message-ID. At full length until none is owed any more. */
async function timesOfEveryMail() {
  const { queries, close } = await openDatabase(databaseOf(folders[0] as string))
  // Those that a killed process had claimed are sent when its lease ends.
  const owed = queries.selectFrom('mail_outbox').select('id').where('sent_at', 'is', null).where('withheld', 'is', null)
  const untilAllAreSent = { interval: 1_000, timeout: LEASE_MILLISECONDS + 120_000 }
  if (isLong) await vi.waitFor(async () => expect(await owed.execute()).toEqual([]), untilAllAreSent)
  const sent = await queries.selectFrom('mail_outbox').select('message_id').where('sent_at', 'is not', null).execute()
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
