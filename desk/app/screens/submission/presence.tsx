import { useEffect, useState } from 'react'
import { api } from '../../api.ts'
import { Button, Note } from '../../parts/elements.tsx'
import { useColleagues } from '../../submissions/colleagues.tsx'
import { useTexts } from '../../texts.tsx'
import { useOpenSubmission } from './open-submission.ts'

const SHOWN_EVERY_MILLISECONDS = 30_000

export function Presence() {
  const { submission, refresh } = useOpenSubmission()
  const { reference, version, others: first } = submission
  const { submission: texts, say, language } = useTexts()
  const { nameOf } = useColleagues()
  const [seen, setSeen] = useState({ others: first, version })
  useEffect(() => {
    const params = { id: reference }
    const look = () => {
      if (document.visibilityState === 'hidden') return
      api('PUT /submissions/:id/presence', { params, background: true }).then(setSeen, () =>
        // An outdated name is worse than none.
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
          <Button small onClick={refresh}>
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
