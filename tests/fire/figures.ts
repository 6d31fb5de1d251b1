/** Prints a measured figure for docs/reliability.md. */
export function tell(what: string, figures: Record<string, number | string>) {
  const told = Object.entries(figures).map(([name, figure]) => `${name} ${shown(figure)}`)
  console.log(`measured: ${what}: ${told.join(', ')}`)
}

export function median(numbers: number[]): number {
  return [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0
}

export const most = (numbers: number[]) => Math.max(0, ...numbers)

const shown = (figure: number | string) => (typeof figure === 'number' ? Math.round(figure) : figure)
