import { useEffect, useState } from 'react'
import { api, type ResultOf } from '../../api.ts'
import { Note } from '../../parts/layout.tsx'
import { useSession } from '../../session.tsx'
import { useSay, useTexts } from '../../texts.tsx'
import styles from './today.module.css'

type Condition = ResultOf<'GET /conditions'>['conditions'][number]

/** What the server finds wrong with itself, for those who can do something about it. Where all is well there is nothing to see. */
export function Conditions() {
  const texts = useTexts('today')
  const say = useSay('today')
  const conditions = useConditions()
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

function useConditions() {
  const { can } = useSession()
  const maySee = can('settings.change')
  const [conditions, setConditions] = useState<Condition[]>([])
  useEffect(() => {
    if (!maySee) return
    const stop = new AbortController()
    api('GET /conditions', { background: true, signal: stop.signal }).then(
      (found) => setConditions(found.conditions),
      () => {},
    )
    return () => stop.abort()
  }, [maySee])
  return conditions
}
