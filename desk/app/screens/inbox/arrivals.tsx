import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { api, type ResultOf } from '../../api.ts'
import { useActions } from '../../parts/actions.tsx'
import { Dot } from '../../parts/elements.tsx'
import { useInboxVersion } from '../../submissions/inbox-version.ts'
import { useTexts } from '../../texts.tsx'
import styles from './inbox.module.css'

/** How many there are of all kinds and stages. */
export const totalOf = ({ stages }: ResultOf<'GET /submissions/counts'>) =>
  Object.values(stages)
    .flatMap((byStage) => Object.values(byStage))
    .reduce((sum, count) => sum + count, 0)

/** Says that new ones have arrived since the list was loaded. It never moves the list by itself. */
export function Arrivals({ total }: { total: number }) {
  const { inbox: texts, say } = useTexts()
  const { revalidate } = useRevalidator()
  const version = useInboxVersion()
  const [known, setKnown] = useState(total)
  useEffect(() => {
    if (version === undefined) return
    const controller = new AbortController()
    api('GET /submissions/counts', { background: true, signal: controller.signal }).then(
      (counts) => setKnown(totalOf(counts)),
      () => {},
    )
    return () => controller.abort()
  }, [version])
  const arrived = known - total
  useActions(
    arrived > 0 ? [{ id: 'show-new', label: texts.keys.showNew, keys: '.', run: () => void revalidate() }] : [],
  )
  return (
    <div role="status" className={styles.arrivals}>
      {arrived > 0 && (
        <button type="button" className={styles.pill} onClick={() => revalidate()}>
          <Dot colour="cinnabar" />
          {say('inbox.arrived', { count: arrived })} <kbd aria-hidden>.</kbd>
        </button>
      )}
    </div>
  )
}
