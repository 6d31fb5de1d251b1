import { addressFault } from '#domain/notifications/webhooks/address.ts'
import { announceTest, type Delivery, listDeliveries, repeatDelivery } from '#domain/notifications/webhooks/ledger.ts'
import {
  addWebhook,
  listWebhooks,
  MAX_WEBHOOKS,
  removeWebhook,
  type Webhook,
} from '#domain/notifications/webhooks/webhooks.ts'
import type { AuditEntry } from '#domain/platform/audit-trail.ts'
import type { Queries } from '#domain/platform/database/database.ts'
import {
  WEBHOOK_EVENTS,
  WEBHOOK_FORMATS,
  type WebhookEvent,
  type WebhookFormat,
} from '#domain/platform/database/tables.ts'
import { isLanguage, LANGUAGES } from '#texts/languages.ts'
import {
  asJson,
  counted,
  type DeskCall,
  type DeskCommand,
  pick,
  printResult,
  printRows,
  Refusal,
  UsageError,
  writeAudited,
} from './command.ts'
import { shownMoment } from './table.ts'

const WHAT: Record<string, (call: DeskCall) => Promise<void>> = { list, add, test, remove, deliveries, repeat }

export const webhooks: DeskCommand = {
  takes: `<${Object.keys(WHAT).join('|')}> [address-or-id]`,
  summary: 'other programs that are told what happens: list, add, test, remove, deliveries, repeat',
  options: {
    '--events <names>': 'add: the events, separated by commas (default: all)',
    [`--format <${WEBHOOK_FORMATS.join('|')}>`]: 'add: what is posted (default: standard)',
    [`--language <${LANGUAGES.join('|')}>`]: 'add: the language of messages for Slack and Teams',
    ...asJson,
  },
  examples: [
    'webhooks add https://hooks.company.example/nuqta --events application.submitted,application.withdrawn',
    'webhooks deliveries',
    'webhooks repeat 6f1c1a52-6a0e-4a3c-9d0e-2f8f2b1d7a10',
  ],

  run(call) {
    const [what = ''] = call.words
    return pick(WHAT, what, `webhooks does not know "${what}", only ${Object.keys(WHAT).join(', ')}.`)(call)
  },
}

async function list(call: DeskCall) {
  const { database, timeZone } = call
  const all = await listWebhooks(database.queries)
  const columns = [
    { title: 'Id', cell: ({ id }: Webhook) => id, isWhole: true },
    { title: 'Address', cell: ({ url }: Webhook) => url, shrinks: true },
    { title: 'Format', cell: ({ format }: Webhook) => format },
    {
      title: 'State',
      cell: ({ offSince }: Webhook) => (offSince ? `off since ${shownMoment(offSince, timeZone)}: gone (410)` : 'on'),
    },
    { title: 'Since', cell: ({ createdAt }: Webhook) => shownMoment(createdAt, timeZone) },
  ]
  printRows(call, all, columns, `${counted(all.length, 'webhook')}.`)
}

async function add(call: DeskCall) {
  const { terminal, options, now, config } = call
  const url = wordIn(call, 'Add the address to call.')
  const fault = addressFault(url, config.webhooks)
  if (fault === 'private') throw new Refusal('This address is in a private network.')
  if (fault) throw new UsageError('Add a full address that begins with https://')
  const { format = 'standard', language = 'en' } = options
  if (!isFormat(format)) throw new UsageError(`--format is one of ${WEBHOOK_FORMATS.join(', ')}`)
  if (!isLanguage(language)) throw new UsageError(`--language is one of ${LANGUAGES.join(', ')}`)
  const events = eventsIn(options.events)
  const added = await writeAudited(
    call,
    async (queries) => {
      const made = await addWebhook(queries, { url, events, format, language, createdBy: null }, now)
      if (!made) throw new Refusal(`There are ${MAX_WEBHOOKS} webhooks already, the maximum. Remove one first.`)
      return made
    },
    ({ id }) => ({ action: 'webhook.create', subject: id }),
  )
  printResult(call, added.secret, added)
  terminal.remark('This secret signs every delivery. It is not shown again.')
}

async function test(call: DeskCall) {
  const id = wordIn(call, 'Add the id of the webhook.')
  await actOn(call, { action: 'webhook.test', subject: id }, async (queries) => {
    if (!(await announceTest(queries, id, call.now))) throw new Refusal(`There is no webhook ${id}.`)
  })
  call.terminal.print('A test message is due now; "webhooks deliveries" shows whether it arrived.')
}

async function remove(call: DeskCall) {
  const id = wordIn(call, 'Add the id of the webhook.')
  await actOn(call, { action: 'webhook.remove', subject: id }, async (queries) => {
    if (!(await removeWebhook(queries, id))) throw new Refusal(`There is no webhook ${id}.`)
  })
  call.terminal.print('Nothing more is sent there.')
}

async function deliveries(call: DeskCall) {
  const { database, timeZone } = call
  const all = await listDeliveries(database.queries)
  const columns = [
    { title: 'Id', cell: ({ id }: Delivery) => id, isWhole: true },
    { title: 'Event', cell: ({ type }: Delivery) => type },
    { title: 'About', cell: ({ reference }: Delivery) => reference ?? '' },
    { title: 'Happened', cell: ({ createdAt }: Delivery) => shownMoment(createdAt, timeZone) },
    { title: 'State', cell: (delivery: Delivery) => describeState(delivery, timeZone) },
    { title: 'Address', cell: ({ url }: Delivery) => url, shrinks: true },
  ]
  printRows(call, all, columns, all.length === 0 ? 'No deliveries yet.' : 'Newest first, a hundred at most.')
}

async function repeat(call: DeskCall) {
  const id = wordIn(call, 'Add the id of the delivery; "webhooks deliveries" shows it.')
  await actOn(call, { action: 'webhook.repeat', subject: id }, async (queries) => {
    if (!(await repeatDelivery(queries, id, call.now)))
      throw new Refusal(`There is no delivery ${id} that could be sent again now.`)
  })
  call.terminal.print('It is due now; the running server sends it within a minute.')
}

function describeState({ sentAt, nextTryAt, tries, because }: Delivery, timeZone: string) {
  if (sentAt) return `arrived ${shownMoment(sentAt, timeZone)}`
  const failed = tries > 0 ? ` after ${tries} tries: ${because}` : ''
  return nextTryAt ? `due ${shownMoment(nextTryAt, timeZone)}${failed}` : `given up${failed}`
}

const actOn = (
  call: DeskCall,
  entry: Pick<AuditEntry, 'action' | 'subject'>,
  work: (queries: Queries) => Promise<void>,
) => writeAudited(call, work, () => entry)

function wordIn({ words: [, word] }: DeskCall, complaint: string) {
  if (!word) throw new UsageError(complaint)
  return word
}

function eventsIn(given: unknown): WebhookEvent[] {
  if (given === undefined) return [...WEBHOOK_EVENTS]
  const names = String(given)
    .split(/[\s,]+/)
    .filter(Boolean)
  const unknown = names.filter((name) => !isEvent(name))
  if (names.length === 0 || unknown.length > 0)
    throw new UsageError(`--events knows ${WEBHOOK_EVENTS.join(', ')}${unknown.length > 0 ? `, not ${unknown}` : ''}`)
  return names.filter(isEvent)
}

const isEvent = (name: string): name is WebhookEvent => WEBHOOK_EVENTS.some((each) => each === name)
const isFormat = (name: unknown): name is WebhookFormat => WEBHOOK_FORMATS.some((each) => each === name)
