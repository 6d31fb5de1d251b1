import { api } from '../../api.ts'
import { Note } from '../../parts/elements.tsx'
import { LoadFailure, useLoaded } from '../../parts/work.tsx'
import { useSession } from '../../session.tsx'
import { useTexts } from '../../texts.tsx'
import styles from './today.module.css'

export function Conditions() {
  const { today: texts, say } = useTexts()
  const { can } = useSession()
  const loading = useLoaded(can('settings.change') ? 'conditions' : undefined, (manner) =>
    api('GET /conditions', manner),
  )
  const conditions = loading.result?.conditions ?? []
  if (loading.failure) return <LoadFailure loaded={loading} />
  if (conditions.length === 0) return null
  return (
    <Note kind="wrong" title={texts.conditions}>
      <ul className={styles.conditions}>
        {conditions.map((condition) => (
          <li key={`${condition.name} ${condition.values.folder ?? ''}`}>
            {say(`today.condition_${condition.name}`, condition.values as never)}
          </li>
        ))}
      </ul>
    </Note>
  )
}
