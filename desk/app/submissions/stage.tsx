import { Dot, type DotColour, type DotFill } from '../parts/dot.tsx'
import { useTexts } from '../texts.tsx'
import type { Stage } from './item.ts'
import styles from './submissions.module.css'

/** Stages fill; what is over is grey, what was withdrawn is broken. */
const DOTS: Record<Stage, { fill: DotFill; colour?: DotColour }> = {
  new: { fill: 'hollow' },
  'in-review': { fill: 'grain' },
  interview: { fill: 'half' },
  offer: { fill: 'nearly' },
  hired: { fill: 'solid' },
  declined: { fill: 'solid', colour: 'edge' },
  withdrawn: { fill: 'gone', colour: 'edge' },
  answered: { fill: 'solid' },
  archived: { fill: 'solid', colour: 'edge' },
}

export const StageDot = ({ stage }: { stage: Stage }) => <Dot {...DOTS[stage]} />

/** Always with the word. */
export function StageName({ stage }: { stage: Stage }) {
  const { stages } = useTexts('submissions')
  return (
    <span className={styles.stage}>
      <StageDot stage={stage} />
      {stages[stage]}
    </span>
  )
}
