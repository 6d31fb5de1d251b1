import type { CallApi } from '#contract/call.ts'
import type { PageContent, SearchAndShare } from '#contract/page-content.ts'
import type { Texts } from '#texts/index.ts'
import type { Language } from '#texts/languages.ts'

export interface Source {
  publicUrl: string
  callApiIn: (language: Language) => CallApi
  textsIn: (language: Language) => Texts
  pageContentIn: (language: Language) => PageContent
  /** Of an indexed page; another API host has other records. */
  searchAndShareOf: (plain: string, language: Language) => SearchAndShare
  /** Changes its identity with the content. */
  contentVersion: () => unknown
  /** ISO; undefined where another host has the content. */
  contentLoadedAt: () => string | undefined
  /** Names content and texts; the same in the next process. */
  versionName: () => string
}
