/** In the format of docs/performance.md. */
export function printTable(title: string, rows: object[]) {
  const columns = Object.keys(rows[0] ?? {})
  const line = (cells: unknown[]) => `| ${cells.join(' | ')} |`
  console.log(`\n${title}\n`)
  console.log(line(columns))
  console.log(line(columns.map(() => '---')))
  for (const row of rows) console.log(line(Object.values(row)))
}
