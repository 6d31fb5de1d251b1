import { useEffect, useState } from 'react'
import type { ResultOf } from '../../api.ts'
import { Dot, type DotColour, type DotFill } from '../../parts/elements.tsx'
import { useTexts } from '../../texts.tsx'
import styles from './imports.module.css'

type Listed = ResultOf<'GET /imports'>['imports'][number]

const DOTS: Record<Listed['status'], { fill: DotFill; colour?: DotColour }> = {
  reading: { fill: 'grain' },
  ready: { fill: 'hollow' },
  importing: { fill: 'half' },
  done: { fill: 'solid' },
  failed: { fill: 'solid', colour: 'accent' },
}

export function ImportState({ of: { status, done, total } }: { of: Pick<Listed, 'status' | 'done' | 'total'> }) {
  const { imports: texts, say } = useTexts()
  return (
    <span className={styles.state}>
      <Dot {...DOTS[status]} />
      {texts.states[status]}
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
