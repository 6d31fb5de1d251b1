import { createContext, use } from 'react'
import type { Part } from '#domain/content/types/definition.ts'
import type { TypeForm } from '#domain/content/types/index.ts'
import type { DeskTexts } from '#texts/desk/index.ts'
import type { Language } from '#texts/languages.ts'
import type { Draft, Snapshot } from './draft.ts'

interface OpenRecord extends Snapshot {
  model: TypeForm
  timeZone: string
  /** For the two columns, each in its own language. */
  columnTexts: Record<Language, DeskTexts>
  draft: Draft
  isReadOnly: boolean
  /** The colleague who writes, and the field they are in. */
  writer: { name: string; place: string | null } | undefined
  checks: OpenChecks
  /** On a phone one language is unfolded. */
  unfold(language: Language): void
}

export interface Found {
  key: string
  part: Part
  name: string
  /** Fields that share the fault: both languages, where it is about them together. */
  places: string[]
  row?: number
  isBlocking: boolean
  label: string
  sentence: string
}

export interface OpenChecks {
  shown: readonly Found[]
  hiddenCount: number
  leave(part: Part, name: string): void
  showAll(): void
  faultOf(part: Part, name: string): string | undefined
}

export const OpenRecordContext = createContext<OpenRecord | undefined>(undefined)

export function useOpenRecord(): OpenRecord {
  const open = use(OpenRecordContext)
  if (!open) throw new Error('A part of the editor is used outside of it')
  return open
}
