import { EMPLOYMENT_TYPES } from '#contract/constants.ts'
import type { FormErrorKey } from '#texts/index.ts'
import type { Language } from '#texts/languages.ts'

export interface JobAlertsPage {
  canSend: boolean
  isAsked: boolean
  typed: { email: string; kinds: string[]; team: string }
  teams: Team[]
  broken?: FormErrorKey | undefined
}

export type JobAlertPage =
  | {
      state: 'unconfirmed' | 'confirmed'
      email: string
      kinds: string[]
      team: string
      teams: Team[]
      language: Language
      done?: JobAlertNews | undefined
    }
  | { state: 'ended' }

export interface Team {
  key: string
  name: string
}

export const JOB_ALERT_NEWS = ['confirmed', 'changed'] as const
export type JobAlertNews = (typeof JOB_ALERT_NEWS)[number]

/** A box for each kind of job; no box ticked means all kinds. */
export const kindField = (kind: string) => `kind_${kind}`
const KIND_FIELDS = EMPLOYMENT_TYPES.map(kindField)

export const JOB_ALERTS_FIELDS = ['email', 'team', ...KIND_FIELDS]

/** RFC 8058: posted by a mail program to unsubscribe with one click. */
export const ONE_CLICK_FIELD = 'List-Unsubscribe'
export const ONE_CLICK = 'One-Click'

export const JOB_ALERT_FIELDS = ['act', 'language', 'team', ONE_CLICK_FIELD, ...KIND_FIELDS]
