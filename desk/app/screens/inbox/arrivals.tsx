import { useRevalidator } from 'react-router'
import { api, type ResultOf } from '../../api.ts'
import { useActions } from '../../parts/actions.tsx'
import { Dot } from '../../parts/elements.tsx'
import { useLoaded } from '../../parts/work.tsx'
import { useInboxVersion } from '../../submissions/inbox-version.ts'
import { useTexts } from '../../texts.tsx'
import styles from './inbox.module.css'

export const totalOf = ({ stages }: ResultOf<'GET /submissions/counts'>) =>
  Object.values(stages)
    .flatMap((byStage) => Object.values(byStage))
    .reduce((sum, count) => sum + count, 0)

export function Arrivals({ total }: { total: number }) {
  const { inbox: texts, say } = useTexts()
  const { revalidate } = useRevalidator()
  const version = useInboxVersion()
  const { result } = useLoaded(version, (options) => api('GET /submissions/counts', options))
  const arrived = (result ? totalOf(result) : total) - total
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
