export type Pigment = 'ink' | 'paper' | 'sunk' | 'cinnabar' | 'cinnabarTint' | 'lapis' | 'lapisTint'
export type Palette = Record<Pigment, string>

export const themePalette: Palette = {
  ink: 'var(--c-ink)',
  paper: 'var(--c-paper)',
  sunk: 'var(--c-sunk)',
  cinnabar: 'var(--c-cin)',
  cinnabarTint: 'var(--c-cinTint)',
  lapis: 'var(--c-lap)',
  lapisTint: 'var(--c-lapTint)',
}
