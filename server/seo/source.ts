import type { CallApi } from '#contract/call.ts'
import type { Facts } from '#contract/facts.ts'
import type { Texts } from '#texts/index.ts'
import type { Language } from '#texts/languages.ts'

export interface Source {
  publicUrl: string
  callApiIn: (language: Language) => CallApi
  /** With what the company says of itself. */
  textsIn: (language: Language) => Texts
  factsIn: (language: Language) => Facts
  /** The same value until the content changes. */
  contentVersion: () => unknown
  /** ISO; undefined where another host has the content. */
  contentLoadedAt: () => string | undefined
  /** Content and texts as a name that is the same in the next process. */
  versionName: () => string
}
