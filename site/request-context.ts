import { createContext } from 'react-router'
import type { CallApi } from '#contract/call.ts'
import type { PageContent } from '#contract/page-content.ts'
import type { Texts } from '#texts/index.ts'
import type { Language } from '#texts/languages.ts'
import type { ApplicationPage, LostLinkPage } from './application-page.ts'
import type { JobAlertPage, JobAlertsPage } from './job-alerts-page.ts'
import type { Receipt, SiteSettings } from './page-context.tsx'
import type { AnsweredPost } from './submissions/posted.ts'

export interface SiteRequest extends ForOneVisitor {
  language: Language
  callApi: CallApi
  pageTexts: PageTexts
  settings: SiteSettings
  /** Stop before rendering a 404 page: it has been rendered already. */
  skipsNotFound: boolean
  onError: (error: unknown) => void
}

/** Set only for pages that no cache may keep. */
export interface ForOneVisitor {
  answeredPost?: { status: number; answered: AnsweredPost } | undefined
  receipt?: Receipt | undefined
  application?: ApplicationPage | undefined
  lostLink?: LostLinkPage | undefined
  jobAlerts?: JobAlertsPage | undefined
  jobAlert?: JobAlertPage | undefined
  endedPreview?: { title: string; detail: string } | undefined
  isPreview?: true
}

export interface PageTexts {
  /** Compiled. */
  texts: Texts
  content: PageContent
}

export const siteRequest = createContext<SiteRequest>()

export interface RenderedDocument {
  html: string
  /** Random, so nothing else in the page carries it. */
  nonce: string
  routeIds: string[]
  /** Without the routes below a failed one. */
  styledRouteIds: string[]
}

export const renderedDocument = createContext<RenderedDocument>()
