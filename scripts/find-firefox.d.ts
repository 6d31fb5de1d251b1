export const NO_FIREFOX: string
export function findFirefox(): string | undefined
/** Throws where there is none. */
export function requireFirefox(): string
