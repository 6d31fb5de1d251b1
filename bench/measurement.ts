export interface Measurement {
  what: string
  measured: string
  beside: string
  ratio: number
  wanted: string
  isMet: boolean
}

export function atLeast(least: number, what: string, measured: number, beside: number, unit: string): Measurement {
  const ratio = measured / beside
  return {
    what,
    measured: write(measured, unit),
    beside: write(beside, unit),
    ratio,
    wanted: `≥ ${least}`,
    isMet: ratio >= least,
  }
}

export function atMost(most: number, what: string, measured: number, beside: number, unit: string): Measurement {
  const ratio = measured / beside
  return {
    what,
    measured: write(measured, unit),
    beside: write(beside, unit),
    ratio,
    wanted: `≤ ${most}`,
    isMet: ratio <= most,
  }
}

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number
}

function write(value: number, unit: string) {
  return `${value >= 100 ? Math.round(value) : value.toPrecision(3)} ${unit}`
}
