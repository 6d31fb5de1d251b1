export function rhombus(x: number, y: number, halfDiagonal: number): string {
  const r = tenth(halfDiagonal)
  return `M${tenth(x)} ${tenth(y - r)}l${r} ${r}-${r} ${r}-${r}-${r}z`
}

export function rectangle(x: number, y: number, width: number, height: number): string {
  return `M${tenth(x)} ${tenth(y)}h${tenth(width)}v${tenth(height)}h-${tenth(width)}z`
}

/** One path for `count` rhombi: few elements keep hydration cheap. */
export function rhombi(count: number, rhombusAt: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => rhombusAt(index)).join('')
}

/** The same seed draws the same picture on the server and in the browser (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = (seed * 2654435761) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** A number for a name, so that a person keeps the same drawing (FNV-1a). */
export function seedOf(name: string): number {
  let seed = 2166136261
  for (const letter of name) seed = Math.imul(seed ^ (letter.codePointAt(0) ?? 0), 16777619) >>> 0
  return seed
}

/** One decimal: shorter paths, and the same digits from every engine. */
export function tenth(value: number): number {
  return Number(value.toFixed(1))
}

export function isOdd(row: number): boolean {
  return (row & 1) === 1
}
