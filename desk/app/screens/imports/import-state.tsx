import { useEffect, useState } from 'react'
import type { ResultOf } from '../../api.ts'
import { Dot, type DotColour, type DotFill } from '../../parts/elements.tsx'
import { useTexts } from '../../texts.tsx'
import styles from './imports.module.css'

type Listed = ResultOf<'GET /imports'>['imports'][number]

type Shown = Listed['status'] | 'stuck'

const DOTS: Record<Shown, { fill: DotFill; colour?: DotColour }> = {
  reading: { fill: 'grain' },
  ready: { fill: 'hollow' },
  importing: { fill: 'half' },
  done: { fill: 'solid' },
  failed: { fill: 'solid', colour: 'accent' },
  stuck: { fill: 'half', colour: 'accent' },
}

export function ImportState({ of: { status, isStuck, done, total } }: { of: Listed }) {
  const { imports: texts, say } = useTexts()
  const shown: Shown = isStuck ? 'stuck' : status
  return (
    <span className={styles.state}>
      <Dot {...DOTS[shown]} />
      {texts.states[shown]}
      {status === 'importing' && <span className="muted">{say('imports.progress', { done, total })}</span>}
    </span>
  )
}

const POLL_MILLISECONDS = 2000

/** Loads again while work goes on; a request that fails is repeated. */
export function usePolled<Loaded>(
  loaded: Loaded,
  load: () => Promise<Loaded>,
  isUnderWay: (current: Loaded) => boolean,
): Loaded {
  const [polled, setPolled] = useState<{ from: Loaded; current: Loaded }>()
  const current = polled?.from === loaded ? polled.current : loaded
  const goesOn = isUnderWay(current)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a timer for each answer, and one for each new page
  useEffect(() => {
    if (!goesOn) return
    const timer = setInterval(() => {
      load().then(
        (next) => setPolled({ from: loaded, current: next }),
        () => {},
      )
    }, POLL_MILLISECONDS)
    return () => clearInterval(timer)
  }, [loaded, goesOn])
  return current
}
