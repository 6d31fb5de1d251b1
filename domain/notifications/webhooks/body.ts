import { createTranslator } from 'use-intl/core'
import { textsIn } from '#texts/index.ts'
import { type Language, localeOf } from '#texts/languages.ts'
import type { WEBHOOK_TEST, WebhookEvent, WebhookFormat } from '../../platform/database/tables.ts'

interface EventToTell {
  type: WebhookEvent | typeof WEBHOOK_TEST
  created_at: string
  data: string
}

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

/** Its three signs of control: what is written here is words. */
const escapeForSlack = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const escapeForTeams = (text: string) => text.replace(/[\\*_[\]()#~`>]/g, '\\$&')
