export type DeskTexts = typeof import('./en/index.ts')
