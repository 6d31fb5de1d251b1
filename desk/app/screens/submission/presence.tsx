import { useEffect, useState } from 'react'
import { api } from '../../api.ts'
import { Button, Note } from '../../parts/elements.tsx'
import { useNameOf } from '../../submissions/colleagues.ts'
import type { Colleague } from '../../submissions/item.tsx'
import { useTexts } from '../../texts.tsx'
import type { Submission } from './whole-submission.ts'

const SHOWN_EVERY_MILLISECONDS = 30_000

interface PresenceProps {
  submission: Submission
  colleagues: readonly Colleague[]
  onRefresh(): Promise<void>
}

/** Who else has it open, and whether somebody has changed it since. */
export function Presence({ submission, colleagues, onRefresh }: PresenceProps) {
  const { reference, version, others: first } = submission
  const { submission: texts, say, language } = useTexts()
  const nameOf = useNameOf(colleagues)
  const [seen, setSeen] = useState({ others: first, version })
  useEffect(() => {
    const params = { id: reference }
    const look = () => {
      if (document.visibilityState === 'hidden') return
      api('PUT /submissions/:id/presence', { params, background: true }).then(setSeen, () =>
        // Nobody rather than those of a while ago.
        setSeen((former) => ({ ...former, others: [] })),
      )
    }
    const timer = setInterval(look, SHOWN_EVERY_MILLISECONDS)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
      api('DELETE /submissions/:id/presence', { params, background: true }).catch(() => {})
    }
  }, [reference])

  const { others } = seen
  const isChanged = seen.version > version
  if (others.length === 0 && !isChanged) return null
  const names = new Intl.ListFormat(language, { type: 'conjunction' }).format(others.map(nameOf))
  return (
    <Note
      actions={
        isChanged && (
          <Button small onClick={onRefresh}>
            {texts.showChange}
          </Button>
        )
      }
    >
      {others.length > 0 && <p>{say('submission.others', { names })}</p>}
      {isChanged && <p>{texts.changed}</p>}
    </Note>
  )
}
