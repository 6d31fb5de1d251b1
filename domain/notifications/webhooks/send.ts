import { createHmac } from 'node:crypto'
import http from 'node:http'
import https from 'node:https'
import { textsIn } from '#texts/index.ts'
import { type Language, localeOf } from '#texts/languages.ts'
import { createTranslator } from '#texts/translator.ts'
import type { Row } from '../../platform/database/database.ts'
import type { WebhookFormat } from '../../platform/database/tables.ts'
import { type AddressRules, addressFault, lookupFor, PrivateAddress } from './address.ts'

interface WebhookRequest {
  url: string
  secret: string
  /** The same at every try: by it a receiver knows what it has had already. */
  id: string
  body: string
  now: Date
  sender: string
}

const TIME_LIMIT_MILLISECONDS = 15_000

class Refusal extends Error {
  readonly code: string

  constructor(status: number) {
    super(`HTTP ${status}`)
    this.code = `HTTP_${status}`
  }
}

/** Status of a receiver that ends its webhook. */
export const GONE = 'HTTP_410'

/** The response is not read; a redirect is a refusal. */
export function sendWebhook(
  { url, secret, id, body, now, sender }: WebhookRequest,
  rules: AddressRules,
): Promise<void> {
  return new Promise((resolve, reject) => {
    // An address that is no name is not looked up.
    if (addressFault(url, rules)) return reject(new PrivateAddress())
    const { request } = url.startsWith('https:') ? https : http
    const outgoing = request(url, {
      method: 'POST',
      agent: false,
      lookup: lookupFor(rules),
      signal: AbortSignal.timeout(TIME_LIMIT_MILLISECONDS),
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': `${productName(sender)}Webhooks/1`,
        ...signedHeaders({ secret, id, body, now }),
      },
    })
    outgoing.on('error', reject)
    // Without a response; otherwise it is settled already.
    outgoing.on('close', () => reject(Object.assign(new Error('Closed'), { code: 'ECONNRESET' })))
    // Node emits neither response nor error here.
    outgoing.on('upgrade', ({ statusCode = 0 }, socket) => {
      socket.destroy()
      reject(new Refusal(statusCode))
    })
    outgoing.on('response', (response) => {
      const { statusCode = 0 } = response
      response.destroy()
      if (statusCode >= 200 && statusCode < 300) resolve()
      else reject(new Refusal(statusCode))
    })
    outgoing.end(body)
  })
}

/** A header takes letters and digits; a name that has none is left out. */
const productName = (name: string) => `${(name.match(/[A-Za-z0-9]+/g) ?? []).join('-')}-`.replace(/^-$/, '')

export const SECRET_PREFIX = 'whsec_'

/** As https://www.standardwebhooks.com has it. */
function signedHeaders({ secret, id, body, now }: Pick<WebhookRequest, 'secret' | 'id' | 'body' | 'now'>) {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}

type EventToTell = Pick<Row<'webhook_events'>, 'type' | 'created_at' | 'data'>

/** Body of a delivery: the event, or a sentence about it in a chat's format. */
export function bodyOf(event: EventToTell, { format, language }: { format: WebhookFormat; language: Language }) {
  return JSON.stringify(SHAPES[format](event, language))
}

const SHAPES: Record<WebhookFormat, (event: EventToTell, language: Language) => object> = {
  standard: ({ type, created_at, data }) => ({ type, timestamp: created_at, data: JSON.parse(data) }),
  slack: (event, language) => ({ text: escapeForSlack(sentenceOf(event, language)) }),
  teams: (event, language) => ({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          rtl: language === 'ar',
          body: [{ type: 'TextBlock', text: escapeForTeams(sentenceOf(event, language)), wrap: true }],
        },
      },
    ],
  }),
}

interface Data {
  reference?: string
  kind?: 'contact-message' | 'internship-application' | 'career-application'
  stage?: string
  job_id?: number
  title?: Record<Language, string>
}

function sentenceOf({ type, data }: EventToTell, language: Language) {
  const { reference = '', kind, stage = '', job_id = 0, title } = JSON.parse(data) as Data
  const { kinds, webhooks } = textsIn(language).mail
  const say = createTranslator({
    locale: localeOf(language),
    messages: textsIn(language),
    namespace: 'mail.webhooks.sentences',
  })
  return say(type.replace('.', '-') as keyof typeof webhooks.sentences, {
    reference,
    kind: kind ? kinds[kind] : '',
    stage: webhooks.stages[stage as keyof typeof webhooks.stages] ?? stage,
    job: title?.[language] ?? new Intl.NumberFormat(localeOf(language), { useGrouping: false }).format(job_id),
  })
}

/** Slack's three control characters. */
const escapeForSlack = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const escapeForTeams = (text: string) => text.replace(/[\\*_[\]()#~`>]/g, '\\$&')
