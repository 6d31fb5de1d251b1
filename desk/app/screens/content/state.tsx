import type { ReactNode } from 'react'
import type { Language } from '#texts/languages.ts'
import type { ResultOf } from '../../api.ts'
import { Dot, type DotColour, type DotFill } from '../../parts/elements.tsx'
import { useTexts } from '../../texts.tsx'
import styles from './content.module.css'

export type ListedRecord = ResultOf<'GET /content/:type'>['items'][number]
export type LanguageState = 'published' | 'draft' | 'scheduled' | 'behind' | 'missing'

const LOOKS: Record<LanguageState, { fill: DotFill; colour: DotColour }> = {
  published: { fill: 'solid', colour: 'ink' },
  draft: { fill: 'hollow', colour: 'ink' },
  scheduled: { fill: 'half', colour: 'focus' },
  behind: { fill: 'grain', colour: 'cinnabar' },
  missing: { fill: 'hollow', colour: 'cinnabar' },
}

/** States that need work come first. */
export function stateIn(record: ListedRecord, language: Language): LanguageState {
  if (record.missing.includes(language)) return 'missing'
  if (record.behind.includes(language)) return 'behind'
  if (record.scheduled.includes(language)) return 'scheduled'
  return record.isPublished ? 'published' : 'draft'
}

export function StateMark({ state, children }: { state: LanguageState; children?: ReactNode }) {
  const { content } = useTexts()
  return (
    <span className={styles.state}>
      <Dot {...LOOKS[state]} />
      <span>
        {content.states[state]} {children && <span className="muted small">{children}</span>}
      </span>
    </span>
  )
}
