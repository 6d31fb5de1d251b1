import type { CaseStudy } from '#contract/facts.ts'

export const studyNamed = (studies: CaseStudy[], slug: string | null): CaseStudy | undefined =>
  slug ? studies.find((study) => study.slug === slug) : studies[0]

export function studyAfter(studies: CaseStudy[], study: CaseStudy): CaseStudy {
  const index = studies.findIndex(({ slug }) => slug === study.slug)
  return studies[(index + 1) % studies.length] ?? study
}
