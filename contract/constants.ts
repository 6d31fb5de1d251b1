/** Words that stand in responses and requests, without the schemas: a page that needs only these does not carry zod. */

export const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const

/** What `type` of a project is looked for when a category id filters the projects; any other id shows them all. */
export const CATEGORY_FILTERS: Readonly<Record<number, string>> = { 1: 'mobile', 2: 'web', 3: 'erp' }
export const MOBILE_APP = 'Mobile App'
