import type { CaseStudy } from '#contract/facts.ts'

/** The study that `?study=` asks for; the first one has the plain address. */
export const studyNamed = (studies: CaseStudy[], slug: string | null): CaseStudy | undefined =>
  studies.find((study) => study.slug === slug) ?? studies[0]

export const addressOfStudy = (studies: CaseStudy[], { slug }: CaseStudy) =>
  slug === studies[0]?.slug ? '/case-study-details' : `/case-study-details?study=${slug}`

/** The first comes after the last. */
export function studyAfter(studies: CaseStudy[], study: CaseStudy): CaseStudy {
  const index = studies.findIndex(({ slug }) => slug === study.slug)
  return studies[(index + 1) % studies.length] ?? study
}
