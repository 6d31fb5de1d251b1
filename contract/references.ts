/** What a reference number looks like, whichever letters it begins with: those of the company, now or at the time. */
export const REFERENCE_PATTERN = /^[A-Z]{2,6}-[0-9A-Z]{4}-[0-9A-Z]{4}$/
