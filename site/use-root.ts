import { useRouteLoaderData } from 'react-router'
import type { ContactInfo } from '#contract/entities.ts'
import type { Language } from '#texts/languages.ts'
import type { ShownApplication } from './application-page.ts'
import { useLanguage } from './texts.tsx'

export interface RootData {
  language: Language
  settings: SiteSettings
  contactInfo: ContactInfo | null
  receipt?: Receipt | undefined
  endedPreview?: { title: string; detail: string } | undefined
}

export interface Receipt {
  kind: ShownApplication['kind']
  reference: string
  /** None at another API host. */
  link?: string | undefined
}

export interface SiteSettings {
  publicUrl: string
  /** Empty when the site's own process answers the calls. */
  apiHost: string
  cvMaximumBytes: number
  retentionMonths: number
  sendsMail: boolean
  textsUrl: string
}

/** The error page may stand in a document without it. */
export function useRoot(): RootData {
  const language = useLanguage()
  const root = useRouteLoaderData('root') as RootData | undefined
  return root ?? { language, settings: NO_SETTINGS, contactInfo: null }
}

const NO_SETTINGS: SiteSettings = {
  publicUrl: '',
  apiHost: '',
  cvMaximumBytes: 0,
  retentionMonths: 0,
  sendsMail: false,
  textsUrl: '',
}
