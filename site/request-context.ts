import { createContext } from 'react-router'
import type { CallApi } from '#contract/call.ts'
import type { Facts } from '#contract/facts.ts'
import type { Texts } from '#texts/index.ts'
import type { Language } from '#texts/languages.ts'
import type { ApplicationPage, LostLinkPage } from './application-page.ts'
import type { JobAlertPage, JobAlertsPage } from './job-alerts-page.ts'
import type { SubmissionKind } from './submissions/forms.ts'
import type { AnsweredPost } from './submissions/posted.ts'

/** Given to every loader and action. */
export interface SiteRequest extends ForOneVisitor {
  language: Language
  callApi: CallApi
  pageTexts: PageTexts
  settings: SiteSettings
  /** Stop before rendering where the page turns out not to exist: its 404 page has been rendered already. */
  skipsNotFound: boolean
  /** Loading or rendering has failed. */
  onError: (error: unknown) => void
}

/** Set only for pages that no cache may keep. */
export interface ForOneVisitor {
  answeredPost?: { status: number; answered: AnsweredPost } | undefined
  /** At the address of a receipt, for the browser that sent the form. */
  receipt?: Receipt | undefined
  application?: ApplicationPage | undefined
  lostLink?: LostLinkPage | undefined
  jobAlerts?: JobAlertsPage | undefined
  jobAlert?: JobAlertPage | undefined
  /** Shown instead of the page: the preview has ended. */
  endedPreview?: { title: string; detail: string } | undefined
}

export interface PageTexts {
  texts: Texts
  /** The same as the browser takes them. */
  compiled: Texts
  facts: Facts
}

export interface Receipt {
  kind: SubmissionKind
  reference: string
  /** The address of the page on which it can be followed; none at another API host. */
  link?: string | undefined
}

export interface SiteSettings {
  publicUrl: string
  /** Empty when the site's own process answers the calls. */
  apiHost: string
  cvMaximumBytes: number
  /** How long submissions and CVs are kept; the privacy policy says so. */
  retentionMonths: number
  /** Whether visitors are written to: confirmations, links, news of jobs. */
  sendsMail: boolean
  /** The address of the language's texts, with their fingerprint. */
  textsUrl: string
}

export const siteRequest = createContext<SiteRequest>()

/** From rendering to the server, which finishes the HTML. */
export interface RenderedDocument {
  /** On every script and link that the router has written; random, so that nothing else in the page carries it. */
  nonce: string
  routeIds: string[]
  /** Without the routes below a failed one. */
  styledRouteIds: string[]
}

export const renderedDocument = createContext<RenderedDocument>()
