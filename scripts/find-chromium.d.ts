export function findChromium(): string | undefined
/** Throws where there is none. */
export function requireChromium(): string

export function requireHeadlessShell(): string
export const ADDRESS_BAR_FEATURES: string[]
