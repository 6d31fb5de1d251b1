import { Drawing } from '../drawing.tsx'

export function ProcessLetter({ step, className }: { step: 1 | 2 | 3; className?: string }) {
  return (
    <Drawing className={className} viewBox="-10 -700 880 960" overflow="visible">
      <g fill="none" stroke="var(--a-hair)">
        <path d="M-3000 0H4000" vectorEffect="non-scaling-stroke" />
        <path d="M-3000-414H4000" strokeDasharray="2 6" vectorEffect="non-scaling-stroke" />
      </g>
      <path d={behStroke} fill="var(--a-ink)" />
      <path d={behDots[step - 1]} fill="var(--dot)" />
    </Drawing>
  )
}

/** The one stroke that beh, teh and theh share, Alyamama 600. */
const behStroke =
  'M228 0q-48 0-82-13-34-13-55.5-37-21.5-24-31-55.5-9.5-31.5-9.5-68.5 0-31 5.5-63 5.5-32 14-61.5 8.5-29.5 18.5-53.5l27 12q-8 22-11.5 42.5-3.5 20.5-3.5 39.5 0 38 14.5 65 14.5 27 38 43.5 23.5 16.5 51.5 23.5 28 7 55 7h480q-5-62-21-116-16-54-40-99l57-80h12q36 67 49 140 13 73-2 155l-45 119z'

const behDots = [
  'M434 226l-72-72 72-72 72 72z',
  'M493-414l-68-69 68-68 68 68zM374-414l-68-69 68-68 68 68z',
  'M490-414l-64-65 64-65 65 65zM433-523l-64-66 64-64 65 64zM376-414l-65-65 65-65 65 65z',
] as const
