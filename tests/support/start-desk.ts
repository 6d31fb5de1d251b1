import { openDatabase } from '#domain/platform/database/connection.ts'
import type { Database } from '#domain/platform/database/database.ts'
import { freePort } from './free-port.ts'
import { type RunningSite, startSite } from './start-site.ts'

const POLL_MILLISECONDS = 20

export interface OpenDesk {
  /** The desk's origin, `http://localhost:…`. */
  url: string
  site: RunningSite
  /** The desk's database, for preparing data. */
  database: Database
}

interface StartedDesk extends OpenDesk {
  stop(): Promise<void>
}

/** The built site with its desk and a mail server that never answers: letters stay unsent. */
export async function startDesk(settings: Record<string, string> = {}): Promise<StartedDesk> {
  const port = String(await freePort())
  const mail = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_TO: 'team@nuqta.example' }
  const site = await startSite({ DESK_PORT: port, ...mail, ...settings })
  // The desk opens after the site and prints the set-up link last.
  while (!site.output().includes('setup-code')) {
    if (site.hasEnded()) throw new Error(`The desk did not open:\n${site.output()}`)
    await new Promise((resolve) => setTimeout(resolve, POLL_MILLISECONDS))
  }
  const database = await openDatabase({ dataDirectory: site.dataFolder })
  const stop = async () => {
    await database.close()
    await site.stop()
  }
  return { url: `http://localhost:${port}`, site, database, stop }
}
