/** How many times one proposal may offer. */
export const MAX_SLOTS = 20
/** Candidates who get the same times: one transaction, which blocks other writers. */
export const MAX_TOGETHER = 50
