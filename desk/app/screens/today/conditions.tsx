import { api } from '../../api.ts'
import { Note } from '../../parts/layout.tsx'
import { LoadFailure, useLoaded } from '../../parts/use-loaded.tsx'
import { useSession } from '../../session.tsx'
import { useSay, useTexts } from '../../texts.tsx'
import styles from './today.module.css'

/** What the server finds wrong with itself, for those who can do something about it. Where all is well there is nothing to see. */
export function Conditions() {
  const texts = useTexts('today')
  const say = useSay('today')
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
            {say(`condition_${condition.name}`, condition.values as never)}
          </li>
        ))}
      </ul>
    </Note>
  )
}
