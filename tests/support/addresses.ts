import type { Language } from '#texts/languages.ts'

/** One address of every page, in the order of the route table. */
export const ADDRESSES = [
  '/',
  '/ai-startup',
  '/machine-learning',
  '/about',
  '/team',
  '/pricing',
  '/faq',
  '/testimonials',
  '/case-study',
  '/case-study-details',
  '/error',
  '/sign-in',
  '/sign-up',
  '/terms-conditions',
  '/privacy-policy',
  '/coming-soon',
  '/services',
  '/services-details/1',
  '/projects',
  '/projectsOverView/0',
  '/projects-details/2',
  '/app-details/1',
  '/blog',
  '/blog-details',
  '/contact',
  '/internship',
  '/jobs',
  '/careerApply/1',
]

export const addressIn = (language: Language, address: string) =>
  language === 'en' ? address : address === '/' ? '/ar' : `/ar${address}`

// English first: whoever has opened an Arabic address reads Arabic from then on.
export const inBothLanguages = (addresses: string[]) => [
  ...addresses,
  ...addresses.map((address) => addressIn('ar', address)),
]
