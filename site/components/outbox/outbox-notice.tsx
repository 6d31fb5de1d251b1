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

/** On every page: sends what waits from an earlier visit, and says so. Its code is loaded only if something waits. */
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
