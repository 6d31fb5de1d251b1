import { EMPLOYMENT_TYPES } from '#contract/constants.ts'
import type { FormErrorKey } from '#texts/index.ts'
import type { Language } from '#texts/languages.ts'

/** The same whether the address has an alert already or not. */
export interface JobAlertsPage {
  /** False without a mail server. */
  canSend: boolean
  isAsked: boolean
  typed: { email: string; kinds: string[]; team: string }
  teams: Team[]
  broken?: FormErrorKey | undefined
}

/** For the holder of the alert's link. */
export type JobAlertPage =
  | {
      state: 'unconfirmed' | 'confirmed'
      email: string
      kinds: string[]
      /** The key of one, or every team where it is empty. */
      team: string
      teams: Team[]
      language: Language
      done?: JobAlertNews | undefined
    }
  /** Ended just now, or before. */
  | { state: 'ended' }

/** One that a job has. */
export interface Team {
  key: string
  name: string
}

export const JOB_ALERT_NEWS = ['confirmed', 'changed'] as const
export type JobAlertNews = (typeof JOB_ALERT_NEWS)[number]

/** A box for each kind of job: none that is ticked means all of them. */
export const kindField = (kind: string) => `kind_${kind}`
const KIND_FIELDS = EMPLOYMENT_TYPES.map(kindField)

export const JOB_ALERTS_FIELDS = ['email', 'team', ...KIND_FIELDS]

/** RFC 8058: what a mail program posts to end it with one click. */
export const ONE_CLICK_FIELD = 'List-Unsubscribe'
export const ONE_CLICK = 'One-Click'

export const JOB_ALERT_FIELDS = ['act', 'language', 'team', ONE_CLICK_FIELD, ...KIND_FIELDS]
