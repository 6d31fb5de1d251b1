/** Apart, because the browser knows them too. */
export const NEEDS = ['missing', 'behind', 'deadLink', 'pictureWords', 'pictureGone', 'old'] as const
export type Need = (typeof NEEDS)[number]
