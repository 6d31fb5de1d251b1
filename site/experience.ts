import type { Job } from '#contract/entities.ts'
import type { Texts } from '#texts/index.ts'

type Experience = NonNullable<Job['experience']>

export function experienceSentence({ level, months }: Experience, { levels }: Pick<Texts['career-apply'], 'levels'>) {
  const named = { level: levels[level] }
  if (months === 0) return ['experience.none', named] as const
  return months % MONTHS_IN_A_YEAR === 0
    ? (['experience.years', { ...named, years: months / MONTHS_IN_A_YEAR }] as const)
    : (['experience.months', { ...named, months }] as const)
}

const MONTHS_IN_A_YEAR = 12
