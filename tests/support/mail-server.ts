import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { vi } from 'vitest'

export interface ReceivedMail {
  from: string
  to: string[]
  /** Raw: headers, an empty line, the body. */
  source: string
  header(name: string): string
}

export interface MailServer {
  url: string
  received: ReceivedMail[]
  stop(): Promise<void>
}

interface MailServerOptions {
  port?: number
  /** Throwing refuses the recipient. */
  onRecipient?(address: string): void
  /** After the mail has arrived, before it is acknowledged. */
  onReceived?(mail: ReceivedMail): Promise<void>
}

/** A real mail server that keeps its mails. */
export async function startMailServer({
  port = 0,
  onRecipient,
  onReceived,
}: MailServerOptions = {}): Promise<MailServer> {
  const received: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onRcptTo({ address }, _session, done) {
      try {
        onRecipient?.(address)
        done()
      } catch (error) {
        done(error as Error)
      }
    },
    async onData(stream, session, done) {
      const pieces: Buffer[] = []
      try {
        for await (const piece of stream) pieces.push(piece as Buffer)
      } catch (error) {
        // The client died in the middle of it.
        return done(error as Error)
      }
      const source = Buffer.concat(pieces).toString('utf8')
      const { mailFrom, rcptTo } = session.envelope
      const mail = {
        from: mailFrom ? mailFrom.address : '',
        to: rcptTo.map(({ address }) => address),
        source,
        header: (name: string) => headerOf(source, name),
      }
      await onReceived?.(mail)
      received.push(mail)
      done()
    },
  })
  server.on('error', () => {})
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    received,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** Waits for the newest wanted mail to the address. */
export function mailTo(
  { received }: MailServer,
  address: string,
  isWanted: (mail: ReceivedMail) => boolean = () => true,
) {
  return vi.waitFor(
    () => {
      const found = received.findLast((mail) => mail.to.includes(address) && isWanted(mail))
      if (!found) throw new Error(`No mail to ${address}`)
      return found
    },
    { timeout: 20_000, interval: 25 },
  )
}

export const headersOf = (source: string) => source.slice(0, source.indexOf('\r\n\r\n'))

/** Unfolded, with encoded words decoded. */
function headerOf(source: string, name: string) {
  const lines = headersOf(source)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const value = lines.find((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`)) ?? ''
  return decodeWords(value.slice(name.length + 1).trim())
}

function decodeWords(text: string) {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_whole, encoding: string, word: string) =>
      encoding.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString('utf8')
        : fromQuoted(word.replace(/_/g, ' ')),
    )
}

/** The parts of a mail by type, decoded. */
export function partsOf({ source }: Pick<ReceivedMail, 'source'>): Record<string, string> {
  return Object.fromEntries(
    leavesOf(source).map((piece) => {
      const start = piece.indexOf('\r\n\r\n')
      const [, type = ''] = /content-type: ([^;\s]+)/i.exec(piece) ?? []
      const body = piece.slice(start + 4)
      const isBase64 = /content-transfer-encoding: base64/i.test(piece)
      const isQuoted = /content-transfer-encoding: quoted-printable/i.test(piece)
      return [type, isBase64 ? Buffer.from(body, 'base64').toString('utf8') : isQuoted ? fromQuoted(body) : body]
    }),
  )
}

/** A part may have parts of its own. */
function leavesOf(source: string): string[] {
  const [, boundary] = /boundary="([^"]+)"/.exec(source) ?? []
  return boundary ? source.split(`--${boundary}`).slice(1, -1).flatMap(leavesOf) : [source]
}

function fromQuoted(text: string) {
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([\dA-F]{2})/gi, (_whole, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
