/** How many times one proposal may offer. */
export const MAX_SLOTS = 20
