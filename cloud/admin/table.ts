// Answers for people: rows under headings, sizes in words.

const width = (text: string): number => [...text].length

/** What others wrote (names, titles) must not move the cursor of whoever reads it. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
export const harmless = (text: string): string => text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '�')

export type Cell = string | number | null | undefined

export function table(headings: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const cells = [headings, ...rows.map((row) => row.map((cell) => harmless(String(cell ?? ''))))]
  const isNumber = headings.map((_, column) => rows.length > 0 && rows.every((row) => typeof row[column] === 'number' || row[column] === null))
  const widths = headings.map((_, column) => Math.max(...cells.map((row) => width(row[column] ?? ''))))
  const lineOf = (row: readonly string[]) =>
    row
      .map((cell, column) => {
        const space = ' '.repeat((widths[column] ?? 0) - width(cell))
        return isNumber[column] ? space + cell : cell + space
      })
      .join('  ')
      .trimEnd()
  return cells.map(lineOf).join('\n')
}

export const facts = (pairs: readonly (readonly [string, Cell])[]): string => {
  const wide = Math.max(...pairs.map(([name]) => name.length))
  return pairs.map(([name, value]) => `${name.padEnd(wide)}  ${harmless(String(value ?? '–'))}`).join('\n')
}

export function sizeOf(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const
  let [size, unit] = [bytes, 0]
  while (size >= 1000 && unit < units.length - 1) [size, unit] = [size / 1000, unit + 1]
  return `${unit === 0 || size >= 100 ? Math.round(size) : size.toFixed(1)} ${units[unit]}`
}
