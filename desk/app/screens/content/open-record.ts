import { createContext, use } from 'react'
import type { TypeForm } from '#domain/content/types/index.ts'
import type { OpenChecks } from './checks.tsx'
import type { Draft, Snapshot } from './draft.ts'

interface OpenRecord extends Snapshot {
  model: TypeForm
  timeZone: string
  draft: Draft
  isReadOnly: boolean
  checks: OpenChecks
}

export const OpenRecordContext = createContext<OpenRecord | undefined>(undefined)

export function useOpenRecord(): OpenRecord {
  const open = use(OpenRecordContext)
  if (!open) throw new Error('A part of the editor is used outside of it')
  return open
}
