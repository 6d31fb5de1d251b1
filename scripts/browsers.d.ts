export function findProgram(names: string[]): string | undefined
export function requireChromium(): string
export function requireHeadlessShell(): string
export function requireFirefox(): string
export const ADDRESS_BAR_FEATURES: string[]
