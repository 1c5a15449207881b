// The lines that are printed, and whether they hold.
export const quantile = (values: readonly number[], q: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * q))] ?? Number.NaN

export const ms = (value: number): string => value.toFixed(value < 10 ? 1 : 0)

export function spread(values: readonly number[]): string {
  return `median ${ms(quantile(values, 0.5))}, p95 ${ms(quantile(values, 0.95))}, most ${ms(Math.max(...values))} ms (${values.length})`
}

/** "≤ 50: met", or by how much it was missed, and whether the peer of the same run misses it, too. */
export function verdict(value: number, goal: number, peer?: number): string {
  if (value <= goal) return `≤ ${goal}: met`
  return `≤ ${goal}: MISSED${peer !== undefined && peer > goal ? ' (the bare page, too)' : ''}`
}

/** Columns as wide as they need be. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((name, column) => Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('   ')
      .trimEnd()
  return [line(head), ...rows.map(line)].join('\n')
}
