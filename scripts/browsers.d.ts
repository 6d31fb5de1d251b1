export function findProgram(names: string[]): string | undefined
export function requireChromium(): string
export function requireHeadlessShell(): string
export function requireFirefox(): string
export function requireWebKit(): { driver: string; browser: string; display: string }
export const ADDRESS_BAR_FEATURES: string[]
