import type { ProjectKind } from '../../../brand/icons/project-kind.ts'

/** What a case study counts, in whatever unit its texts name: days, minutes, seconds, pallets. */
export const studies = [
  { name: 'delta-foods', kind: 'erp', before: 24, after: 3 },
  { name: 'nabd', kind: 'mobile', before: 48, after: 11 },
  { name: 'souq-el-balad', kind: 'web', before: 12, after: 1 },
  { name: 'makhzan', kind: 'erp', before: 36, after: 4 },
] as const satisfies { name: string; kind: ProjectKind; before: number; after: number }[]

export type Study = (typeof studies)[number]

const [firstStudy] = studies

/** The study that `?study=` asks for; the first one has the plain address. */
export const studyNamed = (name: string | null): Study => studies.find((study) => study.name === name) ?? firstStudy

export const addressOfStudy = (study: Study) =>
  study === firstStudy ? '/case-study-details' : `/case-study-details?study=${study.name}`

export const studyAfter = (study: Study): Study => studies[(studies.indexOf(study) + 1) % studies.length] ?? firstStudy
