/** What the company says of itself in more than one place; docs/product.md, section 9. */
export const FOUNDED_IN = 2015
export const HOME_COUNTERS = { years: 10, projects: 670, clients: 560, advisors: 56 } as const
export const ABOUT_COUNTERS = { satisfaction: 100, members: 70, scientists: 25, years: 10 } as const
