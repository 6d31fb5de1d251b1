import { createContext } from 'react-router'
import type { CallApi } from '#contract/call.ts'
import type { Facts } from '#contract/facts.ts'
import type { Texts } from '#texts/index.ts'
import type { Language } from '#texts/languages.ts'
import type { ApplicationPage, LostLinkPage } from './application-page.ts'
import type { JobAlertPage, JobAlertsPage } from './job-alerts-page.ts'
import type { SubmissionKind } from './submissions/forms.ts'
import type { AnsweredPost } from './submissions/posted.ts'

/** What the server hands to every loader and action. */
export interface SiteRequest extends ForOneVisitor {
  language: Language
  callApi: CallApi
  pageTexts: PageTexts
  /** What the pages need of the settings. */
  settings: SiteSettings
  /** Stop before rendering where the page turns out not to exist: its 404 page has been rendered already. */
  skipsNotFound: boolean
  /** Loading or rendering has failed. */
  onError: (error: unknown) => void
}

/** What makes a page one visitor's; of a page that everybody may see there is none of it. */
export interface ForOneVisitor {
  /** What became of what was posted to this page, if anything was. */
  answeredPost?: { status: number; answered: AnsweredPost } | undefined
  /** What this browser has sent, if it has, where the address is that of a receipt. */
  receipt?: Receipt | undefined
  /** What somebody has sent, for whoever has its link. */
  application?: ApplicationPage | undefined
  lostLink?: LostLinkPage | undefined
  /** Where news of jobs is asked for, and what was asked for by whoever has its link. */
  jobAlerts?: JobAlertsPage | undefined
  jobAlert?: JobAlertPage | undefined
  /** What is said instead of the page: the address asks for a draft that is not shown any more. */
  endedPreview?: { title: string; detail: string } | undefined
}

/** What pages of one language say. */
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

/** What rendering tells the server, which finishes the HTML. */
export interface RenderedDocument {
  /** On every script and link that the router has written; random, so that nothing else in the page carries it. */
  nonce: string
  routeIds: string[]
  /** Those whose styles the page has: an error page stands in for what failed. */
  styledRouteIds: string[]
}

export const renderedDocument = createContext<RenderedDocument>()
