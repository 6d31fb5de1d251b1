/** The numbers the business has chosen; docs/product.md, section 9. */
export const PAGE_SIZE = 6
export const LATEST_PROJECTS = 3
export const FOUNDED_IN = 2015

export const HOME_COUNTERS = { years: 10, projects: 670, clients: 560, advisors: 56 } as const
export const ABOUT_COUNTERS = { satisfaction: 100, members: 70, scientists: 25, years: 10 } as const

export const CAROUSEL = {
  autoplayMilliseconds: 5000,
  slideMilliseconds: 250,
  refreshMilliseconds: 200,
  dragThresholdPixels: 3,
  marginPixels: 20,
  twoItemsFromPixels: 600,
  threeItemsFromPixels: 1000,
} as const

export const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const

/** 20 March 2025, 17:00 Pacific time, which on that day is seven hours behind UTC. */
export const COMING_SOON_AT = '2025-03-20T17:00:00-07:00'

export const MONTHLY_PRICES = { STANDARD: 69.99, ECONOMY: 79.99, EXECUTIVE: 89.99 } as const

export const PHONE_PATTERN = /^01[0125]\d{8}$/
export const CAREER_NAME_MINIMUM = 3
export const MINIMUM_AGE_YEARS = 15

/** What `type` of a project is looked for when a category id filters the projects; any other id shows them all. */
export const CATEGORY_FILTERS: Readonly<Record<number, string>> = { 1: 'mobile', 2: 'web', 3: 'erp' }
export const MOBILE_APP = 'Mobile App'
