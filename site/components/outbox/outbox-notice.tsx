import { lazy, Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { somethingWaits } from '../../submissions/waiting-marker.ts'
import { allTextsArrived } from '../../texts.tsx'

const WaitingSubmissions = lazy(async () => {
  const [component] = await Promise.all([
    import('./waiting-submissions.tsx'),
    allTextsArrived(document.documentElement.dataset.texts as string),
  ])
  return component
})

/** Sends submissions of an earlier visit. Its code is loaded only if one waits. */
export function OutboxNotice() {
  const { pathname } = useLocation()
  const [isNeeded, setNeeded] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks again on every page
  useEffect(() => setNeeded((before) => before || somethingWaits()), [pathname])
  if (!isNeeded) return null
  return (
    <Suspense>
      <WaitingSubmissions />
    </Suspense>
  )
}
