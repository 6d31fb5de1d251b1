import type { CaseStudy } from '#contract/facts.ts'

/** The study that `?study=` asks for; without it, the first. */
export const studyNamed = (studies: CaseStudy[], slug: string | null): CaseStudy | undefined =>
  slug ? studies.find((study) => study.slug === slug) : studies[0]

/** The first comes after the last. */
export function studyAfter(studies: CaseStudy[], study: CaseStudy): CaseStudy {
  const index = studies.findIndex(({ slug }) => slug === study.slug)
  return studies[(index + 1) % studies.length] ?? study
}
